"""What compiled code stands on, and knows no game: kernels, records, bits."""
