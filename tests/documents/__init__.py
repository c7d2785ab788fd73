"""Documents that are made from the code, and the tests that fail when one is no longer true."""
