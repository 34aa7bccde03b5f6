// Removes metadata (EXIF, XMP, comments, color profiles) from images: it reveals where and with which device a picture was
// taken, or for which screen. The pixels stay as they are, byte for byte.
import { imageTypeOf, type ImageType } from '../../../gateway/node/imageType';

export interface CleanImage {
  readonly mediaType: ImageType;
  readonly bytes: Uint8Array;
}

/** Undefined if the bytes are no image of the supported types, or damaged. */
export function withoutMetadata(bytes: Uint8Array): CleanImage | undefined {
  const mediaType = imageTypeOf(bytes);
  const stripped = mediaType && strippers[mediaType](bytes);
  return mediaType === undefined || stripped === undefined
    ? undefined
    : { mediaType, bytes: concat(stripped) };
}

/** Undefined if the image is damaged. */
type Strip = (bytes: Uint8Array) => readonly Uint8Array[] | undefined;

const strippers: Readonly<Record<ImageType, Strip>> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/gif': stripGif,
  'image/webp': stripWebp,
};

/** What decoders need (pixels, palette, transparency, colors, animation) with its greatest length in bytes. */
const pngChunks: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Infinity],
  ['IEND', 0],
  ['tRNS', 256],
  ['cHRM', 32],
  ['gAMA', 4],
  ['sBIT', 4],
  ['sRGB', 1],
  ['cICP', 4],
  ['bKGD', 6],
  ['pHYs', 9],
  ['acTL', 8],
  ['fcTL', 26],
  ['fdAT', Infinity],
]);

function stripPng(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const view = viewOf(bytes);
  const result = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const type = ascii(bytes, at + 4, 4);
    if (end > bytes.length) {
      return undefined;
    }
    if (length <= (pngChunks.get(type) ?? -1)) {
      result.push(bytes.subarray(at, end));
    }
    if (type === 'IEND') {
      return result;
    }
    at = end;
  }
  return undefined;
}

function stripJpeg(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const view = viewOf(bytes);
  const result = [bytes.subarray(0, 2)];
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) {
      return undefined;
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      result.push(bytes.subarray(at, at + 2));
      return result;
    }
    if (at + 4 > bytes.length) {
      return undefined;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) {
      return undefined;
    }
    const segment = bytes.subarray(at, end);
    if (isJpegPixelData(marker, segment)) {
      result.push(segment);
    } else if (marker === 0xe1) {
      const orientation = exifOrientation(segment);
      result.push(...(orientation === undefined ? [] : [orientationSegment(orientation)]));
    } else if (marker === 0xee && ascii(segment, 4, 5) === 'Adobe' && segment.length >= 16) {
      result.push(adobeSegment(segment[15] ?? 0));
    }
    at = end;
    if (marker === 0xda) {
      const scanEnd = endOfScan(bytes, at);
      result.push(bytes.subarray(at, scanEnd));
      at = scanEnd;
    }
  }
  return undefined;
}

/** All but comments and application data, of which JFIF is needed. */
function isJpegPixelData(marker: number, segment: Uint8Array): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  return isApplication
    ? marker === 0xe0 && ascii(segment, 4, 5) === 'JFIF\0' && segment.length === 18
    : marker !== 0xfe;
}

/** The next marker that is neither a stuffed byte nor a restart marker. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) {
      return at;
    }
  }
  return bytes.length;
}

/** How the picture must be turned (2 to 8); without it, it would lie on its side. */
function exifOrientation(segment: Uint8Array): number | undefined {
  const start = 10;
  if (ascii(segment, 4, 6) !== 'Exif\0\0' || segment.length < start + 10) {
    return undefined;
  }
  const view = viewOf(segment);
  const isLittle = ascii(segment, start, 2) === 'II';
  const directory = start + view.getUint32(start + 4, isLittle);
  const count = directory + 2 <= segment.length ? view.getUint16(directory, isLittle) : 0;
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (entry + 12 > segment.length) {
      return undefined;
    }
    const value = view.getUint16(entry + 8, isLittle);
    if (view.getUint16(entry, isLittle) === 0x0112 && value >= 2 && value <= 8) {
      return value;
    }
  }
  return undefined;
}

/** An EXIF segment with nothing but the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const header = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const content = [...exif, ...header, ...directory];
  return Uint8Array.from([0xff, 0xe1, 0, content.length + 2, ...content]);
}

/** Adobe's segment with nothing but how the colors are transformed, which decoders need. */
function adobeSegment(transform: number): Uint8Array {
  const name = [0x41, 0x64, 0x6f, 0x62, 0x65];
  return Uint8Array.from([0xff, 0xee, 0, 14, ...name, 0, 100, 0, 0, 0, 0, transform]);
}

function stripGif(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const colorTable = (at: number): number => {
    const flags = bytes[at] ?? 0;
    return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
  };
  let at = 13 + colorTable(10);
  const result = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const introducer = bytes[at];
    const label = bytes[at + 1] ?? 0;
    if (introducer === 0x3b) {
      result.push(bytes.subarray(at, at + 1));
      return result;
    }
    const isImage = introducer === 0x2c;
    if (!isImage && introducer !== 0x21) {
      return undefined;
    }
    const data = isImage ? at + 11 + colorTable(at + 9) : at + 2;
    const end = endOfSubBlocks(bytes, data);
    if (end === undefined) {
      return undefined;
    }
    const isAnimation =
      label === 0xff && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/u.test(ascii(bytes, at + 3, 11));
    if (isImage || label === 0xf9 || isAnimation) {
      result.push(bytes.subarray(at, end));
    }
    at = end;
  }
  return undefined;
}

function endOfSubBlocks(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at < bytes.length;) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) {
      return at;
    }
  }
  return undefined;
}

const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

/** The chunks of a frame of an animation follow its place, size and duration. */
const frameHeader = 8 + 16;

function stripWebp(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const limit = Math.min(bytes.length, 8 + viewOf(bytes).getUint32(4, true));
  const chunks = stripChunks(bytes, 12, limit);
  return chunks === undefined || chunks.length === 0
    ? undefined
    : withLength([bytes.slice(0, 12), ...chunks]);
}

/** Undefined if one is cut off. */
function stripChunks(
  bytes: Uint8Array,
  start: number,
  limit: number,
): readonly Uint8Array[] | undefined {
  const view = viewOf(bytes);
  const chunks: Uint8Array[] = [];
  let at = start;
  while (at + 8 <= limit) {
    const type = ascii(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > limit) {
      return undefined;
    }
    if (webpChunks.has(type)) {
      const chunk = bytes.slice(at, end);
      if (type === 'VP8X') {
        // Clears the flags that announce a color profile, EXIF and XMP.
        chunk[8] = (chunk[8] ?? 0) & ~0x2c;
      }
      const parts = type === 'ANMF' ? stripChunks(chunk, frameHeader, 8 + length) : [];
      if (parts === undefined) {
        return undefined;
      }
      const isFrame = type === 'ANMF' && length >= frameHeader - 8;
      chunks.push(...(isFrame ? withLength([chunk.slice(0, frameHeader), ...parts]) : [chunk]));
    }
    at = end;
  }
  return chunks;
}

/** A header with what follows it, whose length it then has. */
function withLength([header, ...rest]: readonly [
  Uint8Array,
  ...Uint8Array[],
]): readonly Uint8Array[] {
  const length = rest.reduce((total, part) => total + part.length, header.length - 8);
  viewOf(header).setUint32(4, length, true);
  return [header, ...rest];
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
