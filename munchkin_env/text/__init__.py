"""Games in words: prompts for a seat, and answers in free text."""
