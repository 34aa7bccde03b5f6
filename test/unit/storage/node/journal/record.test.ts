import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  extractBlobs,
  hasBlobReferences,
  inlineBlobs,
} from '../../../../../src/storage/node/journal/blobs';
import { decodeRecord, encodeRecord } from '../../../../../src/storage/node/journal/record';

const head = fc.record({
  version: fc.nat(),
  conversation: fc.string({ unit: 'binary' }),
  writer: fc.string(),
  seq: fc.nat(),
  lamport: fc.nat(),
  time: fc.nat(),
  type: fc.string(),
});
const anyData = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

describe('A journal record', () => {
  it('is decoded as it was encoded, and is one line', () => {
    fc.assert(
      fc.property(head, anyData, (record, data) => {
        const line = encodeRecord(record, JSON.stringify(data));
        assert.equal(line.indexOf('\n'), line.length - 1);
        assert.deepEqual(decodeRecord(line.subarray(0, -1)), { ...record, data });
      }),
    );
  });

  it('ends with the CRC-32C of the line without it', () => {
    const record = {
      version: 1,
      conversation: 'c',
      writer: 'w',
      seq: 1,
      lamport: 2,
      time: 3,
      type: 'pin',
    };
    // Other implementations compute the same checksum for `{"v":1,…,"d":{"pinned":true}}`.
    assert.equal(
      encodeRecord(record, '{"pinned":true}').toString(),
      '{"v":1,"c":"c","w":"w","n":1,"l":2,"t":3,"k":"pin","d":{"pinned":true},"crc":"b4348ca7"}\n',
    );
  });

  it('is rejected if one to three of its bits are flipped', () => {
    fc.assert(
      fc.property(
        head,
        anyData,
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
        (record, data, positions) => {
          const line = encodeRecord(record, JSON.stringify(data)).subarray(0, -1);
          const original = Buffer.from(line);
          for (const position of positions) {
            const bit = position % (line.length * 8);
            line[bit >> 3]! ^= 1 << (bit & 7);
          }
          fc.pre(!line.equals(original));
          assert.equal(decodeRecord(line), undefined);
        },
      ),
    );
  });

  it('is never decoded from random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.equal(decodeRecord(Buffer.from(bytes)), undefined);
      }),
    );
  });
});

describe('Blobs of a record', () => {
  const image = fc.record({
    mediaType: fc.string(),
    data: fc.oneof(
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.string(),
    ),
  });

  it('are inlined as they were extracted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(image),
        fc.string(),
        fc.constantFrom(0, 40_000),
        async (images, text, length) => {
          const data = { question: { images, text: text + 'x'.repeat(length) } };
          const { json, blobs } = extractBlobs(data);
          assert.ok(json.length <= 32 * 1024);
          const read = (hash: string): Promise<Buffer | undefined> =>
            Promise.resolve(blobs.find((blob) => blob.hash === hash)?.bytes);
          const written: unknown = JSON.parse(json);
          assert.equal(hasBlobReferences(written), blobs.length > 0);
          assert.deepEqual(await inlineBlobs(written, read), JSON.parse(JSON.stringify(data)));
        },
      ),
    );
  });
});
