"""Selling, trading and drawing cards."""
