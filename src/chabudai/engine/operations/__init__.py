"""DynamoDB's operations, one file each: `parse` checks all that it can without the data, `run` does the rest."""
