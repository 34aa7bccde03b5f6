// Private keys in a text, also encrypted, of PGP, short or cut off.
import { entropy } from '../../base/text/entropy';

const keyBegin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const nextMarker = /-----(?:(?<end>END) (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g;
/** Base64, and what can be between its lines: the syntax of a string, comments and the headers of PEM. */
const body = /^[\w+/=\s\\"'`,:;.()#>*|-]*/;
/** Lines of Base64, too long for words; where the key is cut off, the last line is shorter. */
const keyMaterial = /[A-Za-z0-9+/=]{32,}(?:\s{1,2}[A-Za-z0-9+/=]{1,31}(?!.))?/gu;

/** UTF-16 offsets in the text; `end` is exclusive. */
interface KeyPlace {
  readonly start: number;
  readonly end: number;
}

export function* findPrivateKeys(text: string): Generator<KeyPlace> {
  for (const { 0: begin, index } of text.matchAll(keyBegin)) {
    const start = index + begin.length;
    nextMarker.lastIndex = start;
    const marker = nextMarker.exec(text);
    const between = text.slice(start, marker?.index);
    const content = body.exec(between)?.[0] ?? '';
    const lines = [...content.matchAll(keyMaterial)];
    const last = lines.at(-1);
    if (last !== undefined && lines.some(([line]) => entropy(line) >= 3.5)) {
      const isComplete = content === between && marker?.groups?.['end'] !== undefined;
      yield {
        start: index,
        end: isComplete ? nextMarker.lastIndex : start + last.index + last[0].length,
      };
    }
  }
}
