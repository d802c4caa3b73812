"""What a log tells afterwards: rounds step by step, and days as rows for other programs."""
