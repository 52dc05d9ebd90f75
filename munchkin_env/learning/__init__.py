"""Training: decisions labelled by playing on, and networks that learn from them."""
