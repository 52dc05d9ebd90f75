"""What happens in many games of bots, and how often.

counting.py counts while the games are played, playing.py plays them, census.py gives the counts their names, show.py prints them,
page.py makes the pages of docs/sets of them, and reasons.py says why some things never occur.
"""
