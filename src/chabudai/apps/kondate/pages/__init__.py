"""The pages of kondate: today, and what hangs on it."""
