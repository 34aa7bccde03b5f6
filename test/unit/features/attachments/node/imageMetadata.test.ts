import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { withoutMetadata } from '../../../../../src/features/attachments/node/imageMetadata';

const secret = 'where I live';

const bytesOf = (...values: readonly (number | string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    values.map((value) =>
      typeof value === 'number'
        ? Buffer.from([value])
        : typeof value === 'string'
          ? Buffer.from(value, 'latin1')
          : value,
    ),
  );

function pngChunk(type: string, data: string): Uint8Array {
  return bytesOf(0, 0, 0, data.length, type, data, 0, 0, 0, 0);
}

function segment(marker: number, data: string): Uint8Array {
  return bytesOf(0xff, marker, 0, data.length + 2, data);
}

function webpChunk(type: string, data: string): Uint8Array {
  return bytesOf(type, data.length, 0, 0, 0, data, data.length % 2 === 0 ? '' : 0);
}

function webp(...chunks: readonly Uint8Array[]): Uint8Array {
  const size = 4 + chunks.reduce((total, { length }) => total + length, 0);
  return bytesOf('RIFF', size, 0, 0, 0, 'WEBP', ...chunks);
}

const pixels = new PNG({ width: 2, height: 2 });
const png = PNG.sync.write(pixels);
const scan = bytesOf(segment(0xda, 'scan'), 1, 0xff, 0, 2, 0xff, 0xd0, 3);
const jpegStart = bytesOf(0xff, 0xd8, segment(0xdb, 'table'), segment(0xc0, 'frame'));
const gifStart = bytesOf('GIF89a', 1, 0, 1, 0, 0x80, 0, 0, '\0\0\0\xFF\xFF\xFF');
const gifImage = bytesOf(0x2c, '\0\0\0\0\x01\0\x01\0', 0, 2, 2, 'ab', 0);
const loop = bytesOf(0x21, 0xff, 11, 'NETSCAPE2.0', 3, 1, 0, 0, 0);

const images = {
  'image/png': {
    clean: png,
    // After the header chunk.
    dirty: bytesOf(
      png.subarray(0, 33),
      pngChunk('iCCP', `${secret}\0\0profile`),
      pngChunk('tEXt', secret),
      pngChunk('pHYs', secret),
      pngChunk('sRGB', secret),
      pngChunk('eXIf', secret),
      png.subarray(33),
      secret,
    ),
  },
  'image/jpeg': {
    clean: bytesOf(jpegStart, scan, 0xff, 0xd9),
    dirty: bytesOf(
      0xff,
      0xd8,
      segment(0xe1, `Exif\0\0${secret}`),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
      segment(0xed, secret),
      segment(0xfe, secret),
      segment(0xe2, `ICC_PROFILE\0\x01\x01${secret}`),
      segment(0xe5, `Adobe${secret}`),
      segment(0xee, `Adobe ${secret.slice(0, 5)}`),
      jpegStart.subarray(2),
      scan,
      segment(0xfe, secret),
      0xff,
      0xd9,
      secret,
    ),
  },
  'image/gif': {
    clean: bytesOf(gifStart, loop, gifImage, 0x3b),
    dirty: bytesOf(
      gifStart,
      loop,
      bytesOf(0x21, 0xfe, secret.length, secret, 0),
      bytesOf(0x21, 0xff, 11, 'XMP DataXMP', secret.length, secret, 0),
      gifImage,
      0x3b,
      secret,
    ),
  },
  'image/webp': {
    clean: webp(webpChunk('VP8X', '\0\0\0\0\0\0\0\0\0\0'), webpChunk('VP8L', 'pixels')),
    dirty: webp(
      webpChunk('VP8X', '\x2C\0\0\0\0\0\0\0\0\0'),
      webpChunk('VP8L', 'pixels'),
      webpChunk('ICCP', secret),
      webpChunk('EXIF', secret),
      webpChunk('XMP ', secret),
    ),
  },
} as const;

const mediaTypes = Object.keys(images) as (keyof typeof images)[];

describe('withoutMetadata', () => {
  for (const mediaType of mediaTypes) {
    const { clean, dirty } = images[mediaType];

    it(`removes what is not needed to show a ${mediaType}, also after its end`, () => {
      const result = withoutMetadata(dirty);
      assert.equal(result?.mediaType, mediaType);
      assert.deepEqual(Buffer.from(result.bytes), Buffer.from(clean));
    });

    it(`changes nothing of a ${mediaType} without metadata`, () => {
      assert.deepEqual(Buffer.from(withoutMetadata(clean)?.bytes ?? []), Buffer.from(clean));
    });
  }

  it('keeps how a photo is turned, and nothing else of its EXIF data', () => {
    const entry = (tag: number, value: number) => bytesOf(1, tag, 0, 3, 0, 0, 0, 1, 0, value, 0, 0);
    const tiff = bytesOf(
      'MM\0*\0\0\0\x08',
      0,
      2,
      entry(0x0f, 7),
      entry(0x12, 6),
      0,
      0,
      0,
      0,
      secret,
    );
    const exif = segment(0xe1, `Exif\0\0${Buffer.from(tiff).toString('latin1')}`);
    const photo = bytesOf(0xff, 0xd8, exif, jpegStart.subarray(2), scan, 0xff, 0xd9);
    const { bytes } = withoutMetadata(photo) ?? {};
    assert.ok(bytes);
    const text = Buffer.from(bytes).toString('latin1');
    assert.ok(!text.includes(secret));
    assert.ok(text.includes('\x01\x12\0\x03\0\0\0\x01\0\x06'));
    assert.deepEqual(Buffer.from(withoutMetadata(bytes)?.bytes ?? []), Buffer.from(bytes));
  });

  it('keeps how the colors of a JPEG are transformed, and nothing else of Adobe’s segment', () => {
    const image = (segments: Uint8Array): Uint8Array =>
      bytesOf(0xff, 0xd8, segments, jpegStart.subarray(2), scan, 0xff, 0xd9);
    for (const [version, rest] of [
      ['abcdef', ''],
      ['\0\x64\x80\0\0\0', secret],
    ]) {
      const { bytes } = withoutMetadata(image(segment(0xee, `Adobe${version}\x02${rest}`))) ?? {};
      const expected = image(segment(0xee, 'Adobe\0\x64\0\0\0\0\x02'));
      assert.deepEqual(Buffer.from(bytes ?? []), Buffer.from(expected));
    }
  });

  it('keeps the pixels of each frame of an animated WebP, and nothing else', () => {
    const place = '\0'.repeat(16);
    const pixelsOfFrame = [webpChunk('ALPH', 'abc'), webpChunk('VP8 ', 'pixels')];
    const frame = (...chunks: readonly Uint8Array[]): Uint8Array =>
      webpChunk('ANMF', place + Buffer.from(bytesOf(...chunks)).toString('latin1'));
    const start = webpChunk('VP8X', '\x02\0\0\0\0\0\0\0\0\0');
    const dirty = frame(webpChunk('XMP ', secret), ...pixelsOfFrame, webpChunk('note', secret));
    const { bytes } = withoutMetadata(webp(start, dirty, frame(...pixelsOfFrame))) ?? {};
    const clean = webp(start, frame(...pixelsOfFrame), frame(...pixelsOfFrame));
    assert.deepEqual(Buffer.from(bytes ?? []), Buffer.from(clean));
  });

  it('gives the same pixels', () => {
    const { bytes } = withoutMetadata(images['image/png'].dirty) ?? {};
    assert.ok(bytes);
    assert.deepEqual(PNG.sync.read(Buffer.from(bytes)).data, PNG.sync.read(png).data);
  });

  it('returns no part of the metadata and ends, for any bytes', () => {
    const start = fc.constantFrom(...mediaTypes.map((type) => images[type].dirty));
    fc.assert(
      fc.property(
        start,
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        fc.nat(300),
        (image, changes, length) => {
          const bytes = Uint8Array.from(image).slice(0, length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const result = withoutMetadata(bytes);
          assert.ok(result === undefined || result.bytes.length <= bytes.length + 36);
        },
      ),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        withoutMetadata(bytes);
      }),
    );
  });

  it('refuses what is no image, or is cut off', () => {
    for (const bytes of ['', 'GIF89a', 'text', '<svg onload="x">', 'RIFF\0\0\0\0WEBP', '\xFF\xD8'])
      assert.equal(withoutMetadata(bytesOf(bytes)), undefined, bytes);
    for (const mediaType of mediaTypes) {
      const { clean } = images[mediaType];
      assert.equal(withoutMetadata(clean.subarray(0, clean.length - 3)), undefined, mediaType);
    }
  });
});
