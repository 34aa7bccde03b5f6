// What must hold for each event of a conversation, over one sample of each type.
import assert from 'node:assert/strict';
import { eventTraits, reduce } from '../../../../src/conversation/common/conversationEvent';
import { inlineBlobs } from '../../../../src/storage/node/journal/blobs';
import { decodeEntry } from '../../../../src/storage/node/journal/entry';
import { encodeLine, findBlob } from '../../../../src/storage/node/journal/journalLine';
import { decodeRecord } from '../../../../src/storage/node/journal/record';
import { initial, samples } from '../../../support/conversationEvents';

describe('the conversation event', () => {
  let before = initial;
  for (const event of Object.values(samples)) {
    const conversation = reduce(before, event);
    const earlier = before;
    before = conversation;

    it(`${event.type} changes the conversation`, () => {
      assert.notDeepEqual(conversation, earlier);
    });

    const isSaved = eventTraits[event.type].inHistory !== 'never';
    it(`${event.type} is ${isSaved ? 'read from a journal as it was saved' : 'never read from a journal'}`, async () => {
      const order = { conversation: 'c', writer: 'w', seq: 1, lamport: 1 };
      const line = encodeLine(event, order, 1);
      const record = decodeRecord(line.bytes.subarray(0, -1)) ?? assert.fail();
      const data = await inlineBlobs(record.data, async (hash) => findBlob([line], hash));
      assert.deepEqual(decodeEntry(record, data).known, isSaved ? event : undefined);
    });
  }
});
