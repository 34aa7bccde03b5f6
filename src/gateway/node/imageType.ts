// Recognizes the pictures that every API format accepts by their first bytes, whatever their name or media type says.
import type { imageTypes } from '../common/messageParts';

export type ImageType = (typeof imageTypes)[number];

/** The signatures are within so many bytes. */
const headBytes = 12;

const signatures: readonly (readonly [ImageType, RegExp])[] = [
  ['image/png', /^\u0089PNG\r\n/u],
  ['image/jpeg', /^\u00FF\u00D8\u00FF/u],
  ['image/gif', /^GIF8[79]a/u],
  ['image/webp', /^RIFF.{4}WEBP/su],
];

export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  return signatures.find(([, start]) => start.test(head))?.[0];
}
