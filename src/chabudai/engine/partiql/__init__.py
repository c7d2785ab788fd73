"""PartiQL as DynamoDB speaks it: a statement becomes a tree, the tree the plan of reads and writes that it asks for."""
