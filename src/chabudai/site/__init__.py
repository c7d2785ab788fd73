"""Every app behind one address: settings, composition, and the home page with a seat for each."""
