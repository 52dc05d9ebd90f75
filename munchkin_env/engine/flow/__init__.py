"""What happens next: the dispatch of decisions and automatic steps, windows, corrections."""
