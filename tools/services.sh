#!/usr/bin/env bash
# Install what the tests of the site need besides Python: a browser and a database server.
# Where that cannot be done, say so: the tests that need them are then skipped, though never on CI.
set -uo pipefail

missing=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing+=(postgresql)
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
install() {
  command -v apt-get >/dev/null || return 1
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1
}

echo "Installing ${missing[*]} by apt"
install "${missing[@]}" || { "${as_root[@]}" apt-get update -qq >/dev/null 2>&1 && install "${missing[@]}"; } || {
  echo "Could not install ${missing[*]}: the tests that need them are skipped."
  [ -z "${CI:-}" ]
}
