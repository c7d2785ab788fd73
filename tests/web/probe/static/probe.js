document.title = "probe";
