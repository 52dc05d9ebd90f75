"""One game with a friendly face: play, save, replay, show, set by names."""
