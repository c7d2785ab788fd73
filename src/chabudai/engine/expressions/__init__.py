"""DynamoDB's expression languages: text becomes a tree, the tree an answer. Parsed texts are kept and shared."""
