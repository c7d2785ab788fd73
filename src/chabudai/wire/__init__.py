"""The engine as a DynamoDB and DynamoDB Streams endpoint over HTTP, for any AWS client."""
