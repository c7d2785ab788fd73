// The AWS SDK for JavaScript, version 3, against the endpoint named as the first argument; the table's shape is the second.
import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";

const [endpoint, shape] = process.argv.slice(2);
const table = JSON.parse(shape);
const TableName = table.TableName;
const settings = { endpoint, region: "ap-northeast-1", credentials: { accessKeyId: "any", secretAccessKey: "thing" } };
const client = new DynamoDBClient(settings);
const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { convertEmptyValues: false } });
const streams = new DynamoDBStreamsClient(settings);

const order = (number) => ({
  PK: "ann",
  SK: String(number).padStart(3, "0"),
  price: 1000 - number,
  state: number % 4 ? "open" : "done",
  photo: new Uint8Array([number, 255]),
  lines: [{ name: "れんこん", fresh: true, note: null }],
});

async function makeTable() {
  await client.send(new CreateTableCommand(table));
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName });
}

async function write() {
  for (let from = 0; from < 100; from += 25) {
    const requests = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: order(from + at) } }));
    const written = await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    assert.deepEqual(written.UnprocessedItems, {});
  }
  const got = await documents.send(new GetCommand({ TableName, Key: { PK: "ann", SK: "007" } }));
  assert.deepEqual(got.Item, order(7));
  const puts = Array.from({ length: 64 }, (_, n) => new PutCommand({ TableName, Item: { PK: "many", SK: `${n}` } }));
  await Promise.all(puts.map((put) => documents.send(put)));
}

async function queryEveryIndex() {
  const ofAnn = { TableName, KeyConditionExpression: "PK = :p", ExpressionAttributeValues: { ":p": "ann" } };
  const byTime = await documents.send(new QueryCommand(ofAnn));
  assert.equal(byTime.Count, 100);
  const byPrice = await documents.send(new QueryCommand({ ...ofAnn, IndexName: "by-price" }));
  assert.deepEqual(byPrice.Items, byTime.Items.toReversed());
  const byState = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "by-state",
      KeyConditionExpression: "#s = :s",
      ExpressionAttributeNames: { "#s": "state" },
      ExpressionAttributeValues: { ":s": "done" },
    }),
  );
  assert.deepEqual(byState.Items[1], { PK: "ann", SK: "004", state: "done" });

  let seen = 0;
  for await (const page of paginateQuery({ client: documents, pageSize: 9 }, ofAnn)) seen += page.Count;
  assert.equal(seen, 100);
  seen = 0;
  for await (const page of paginateScan({ client: documents, pageSize: 30 }, { TableName })) seen += page.Count;
  assert.equal(seen, 164);
}

async function transact() {
  const update = {
    TableName,
    Key: { PK: "bob", SK: "count" },
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": 1 },
  };
  await documents.send(new TransactWriteCommand({ TransactItems: [{ Update: update }, { Put: { TableName, Item: order(500) } }] }));
  const refused = { TableName, Key: { PK: "ann", SK: "001" }, ConditionExpression: "attribute_not_exists(PK)" };
  await assert.rejects(
    documents.send(new TransactWriteCommand({ TransactItems: [{ Update: update }, { Delete: refused }] })),
    (error) =>
      error.name === "TransactionCanceledException" &&
      error.message.startsWith("Transaction cancelled") &&
      error.CancellationReasons[1].Code === "ConditionalCheckFailed",
  );
  const gets = [{ Get: { TableName, Key: update.Key } }];
  const got = await documents.send(new TransactGetCommand({ TransactItems: gets }));
  assert.equal(got.Responses[0].Item.n, 1);
  await assert.rejects(
    documents.send(new UpdateCommand({ ...update, ConditionExpression: "n > :one" })),
    { name: "ConditionalCheckFailedException", message: "The conditional request failed" },
  );
}

async function speakPartiql() {
  const select = { Statement: `SELECT price FROM "${TableName}" WHERE PK = ? AND SK = ?`, Parameters: ["ann", "010"] };
  const found = await documents.send(new ExecuteStatementCommand(select));
  assert.deepEqual(found.Items, [{ price: 990 }]);
}

async function followStream() {
  const { Streams } = await streams.send(new ListStreamsCommand({ TableName }));
  const { StreamArn } = Streams[0];
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const { ShardId } = StreamDescription.Shards[0];
  const asked = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
  const { ShardIterator } = await streams.send(new GetShardIteratorCommand(asked));
  const { Records } = await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 10 }));
  assert.equal(Records.length, 10);
  assert.equal(Records[0].eventName, "INSERT");
  assert.equal(Records[0].dynamodb.Keys.SK.S, "000");
}

await makeTable();
await write();
await queryEveryIndex();
await transact();
await speakPartiql();
await followStream();
for (const used of [client, streams]) used.destroy();
console.log("all is well");
