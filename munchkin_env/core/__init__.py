"""What everything stands on, and knows no game: kernels, records, bits, files, texts."""
