"""Items as both sides of DynamoDB's API know them: their JSON as bytes, and how many bytes they count for."""
