"""What build.py is made of: each module one kind of step, standard library only."""
