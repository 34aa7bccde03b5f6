// Pictures and other files within an answer: its text has a placeholder for each.
import { imageTypes, type QuestionImage } from './messageParts';

/** The media type is that of the bytes for a picture that every API format accepts, and else what the answer says. */
export type AnswerFile = QuestionImage;

const placeholder = /\[(?:image|file) \d+: [^\]\n]{1,120}\]/g;

export function countPlaceholders(text: string): number {
  return text.match(placeholder)?.length ?? 0;
}

/** @param number Counts the files of the answer from 1. */
export function placeholderOf(file: AnswerFile, number: number): string {
  const noun = isPicture(file) ? 'image' : 'file';
  return `[${noun} ${number}: ${fileLabel(file)}]`;
}

/** Whether the page shows it. */
export function isPicture({ mediaType }: AnswerFile): boolean {
  return imageTypes.some((type) => type === mediaType);
}

/** Returns `PNG, 1.2 MB`, for example. */
export function fileLabel({ mediaType, data }: AnswerFile): string {
  const name = isPicture({ mediaType, data }) ? extensionOf(mediaType).toUpperCase() : mediaType;
  const padding = /=*$/.exec(data.slice(-2))?.[0].length ?? 0;
  const bytes = (data.length * 3) / 4 - padding;
  return `${name.replace('WEBP', 'WebP')}, ${sizeText(bytes)}`;
}

/** Returns `1.2 MB`, for example. */
export function sizeText(bytes: number): string {
  return bytes < 1e3
    ? `${bytes} B`
    : bytes < 1e6
      ? `${Math.round(bytes / 1e3)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Goes into the name of a file; has no dot. */
export function extensionOf(mediaType: string): string {
  const subtype = /^[\w.-]+\/([\w.-]+)/.exec(mediaType)?.[1]?.toLowerCase() ?? 'bin';
  const known = new Map([
    ['plain', 'txt'],
    ['octet-stream', 'bin'],
    ['javascript', 'js'],
  ]);
  return known.get(subtype) ?? subtype;
}
