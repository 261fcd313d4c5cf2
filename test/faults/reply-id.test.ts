import { expect, test } from "vitest";
import { underIdOf } from "../../src/faults/reply-id.ts";

test.each([
  ['{"id":7,"method":"x"}', '{"id":"x","result":{}}', '{"id":7,"result":{}}'],
  [
    '{"id":9007199254740993,"method":"x"}',
    '{"id":9007199254740992,"result":{}}',
    '{"id":9007199254740993,"result":{}}',
  ],
  [
    '{"params":{"id":2},"id" : "\\u00e9"}\r\n',
    '{ "result":{"id":1} ,"id" : 1}\n',
    '{ "result":{"id":1} ,"id" : "\\u00e9"}\n',
  ],
  ['{"method":"x"}', '{"id":1,"result":{}}', '{"id":1,"result":{}}'],
  ['{"id":7,"method":"x"}', '{"result":{}}', '{"result":{}}'],
])("under the id of %j %j is %j", (request, response, expected) => {
  expect(underIdOf(Buffer.from(request), Buffer.from(response)).toString()).toBe(expected);
});
