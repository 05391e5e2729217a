"""The tests. (A package, so that a library which installs one of this name does not hide it.)"""
