"""Pages of the kitchen: today with its tray, the week, the next set, choosing and editing sets."""
