"""DynamoDB's operations, one file each: `parse` checks all that can be checked without the data, `run` does the rest."""
