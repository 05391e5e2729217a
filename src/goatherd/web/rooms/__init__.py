"""Tables that are played at: what their rows tell, who may do what, and who moves the bots."""
