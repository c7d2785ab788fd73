"""The mail spool: every email of the site is written here first, and sent from here until it has arrived or expired."""
