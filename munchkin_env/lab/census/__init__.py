"""What happens in many games of bots, and how often.

counting.py counts while games are played, playing.py plays them, census.py names the counts, show.py prints them, page.py
turns them into the pages of docs/sets, and reasons.py says why some things never occur.
"""
