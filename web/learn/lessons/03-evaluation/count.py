def sides(position):
    """The mover's letter, and the opponent's."""
    return ("W", "B") if position[17] == "w" else ("B", "W")


def material(position):
    """Stones of the side to move, less those of the opponent."""
    own, other = sides(position)
    return position[:16].count(own) - position[:16].count(other)


for position in (START, "B..BB...WW..WWWW w", "B..BB...WW..WWWW b"):
    show(position)
    print("material:", material(position))
