"""Pages that anyone opens who has a link, signed in or not."""
