"""Every app behind one address: settings, composition, and the home page with a card for each."""
