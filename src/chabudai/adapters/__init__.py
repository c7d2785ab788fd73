"""Beyond the process: mail, the clock, new ids. One small protocol each, and nothing of any app is known here."""
