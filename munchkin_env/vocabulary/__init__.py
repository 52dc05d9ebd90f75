"""The words that cards are made of, and the tables that hold them."""
