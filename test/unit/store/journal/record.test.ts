import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasBlobs, inlineBlobs, extractBlobs } from '../../../../src/store/journal/blobs';
import { decodeRecord, encodeRecord } from '../../../../src/store/journal/record';

const head = fc.record({
  v: fc.nat(),
  c: fc.string({ unit: 'binary' }),
  w: fc.string(),
  n: fc.nat(),
  l: fc.nat(),
  t: fc.nat(),
  k: fc.string(),
});
const data = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

describe('A record', () => {
  it('is read as it was written, and stays on its line', () => {
    fc.assert(
      fc.property(head, data, (stamp, d) => {
        const line = encodeRecord(stamp, JSON.stringify(d));
        assert.equal(line.indexOf('\n'), line.length - 1);
        assert.deepEqual(decodeRecord(line.subarray(0, -1)), { ...stamp, d });
      }),
    );
  });

  it('ends in the CRC-32C of what it is without it', () => {
    const stamp = { v: 1, c: 'c', w: 'w', n: 1, l: 2, t: 3, k: 'pin' };
    // As other implementations give it for `{"v":1,…,"d":{"pinned":true}}`.
    assert.equal(
      encodeRecord(stamp, '{"pinned":true}').toString(),
      '{"v":1,"c":"c","w":"w","n":1,"l":2,"t":3,"k":"pin","d":{"pinned":true},"crc":"b4348ca7"}\n',
    );
  });

  it('is not taken for one where up to three of its bits are turned', () => {
    fc.assert(
      fc.property(
        head,
        data,
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
        (stamp, d, places) => {
          const line = encodeRecord(stamp, JSON.stringify(d)).subarray(0, -1);
          const before = Buffer.from(line);
          for (const place of places) {
            const bit = place % (line.length * 8);
            line[bit >> 3]! ^= 1 << (bit & 7);
          }
          fc.pre(!line.equals(before));
          assert.equal(decodeRecord(line), undefined);
        },
      ),
    );
  });

  it('is never read from bytes that are not its own, nor fails on them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.equal(decodeRecord(Buffer.from(bytes)), undefined);
      }),
    );
  });
});

describe('What lies beside a record', () => {
  const picture = fc.record({
    mediaType: fc.string(),
    data: fc.oneof(
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.string(),
    ),
  });

  it('is put back as it was taken out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(picture),
        fc.string(),
        fc.constantFrom(0, 40_000),
        async (pictures, text, length) => {
          const d = { question: { pictures, text: text + 'x'.repeat(length) } };
          const { json, blobs } = extractBlobs(d);
          assert.ok(json.length <= 32 * 1024);
          const read = (hash: string): Promise<Buffer | undefined> =>
            Promise.resolve(blobs.find((blob) => blob.hash === hash)?.bytes);
          const written: unknown = JSON.parse(json);
          assert.equal(hasBlobs(written), blobs.length > 0);
          assert.deepEqual(await inlineBlobs(written, read), JSON.parse(JSON.stringify(d)));
        },
      ),
    );
  });
});
