// Takes the data URIs out of an answer's text while it streams: a picture can have megabytes, which nobody can read, and
// which would be sent again with each question.
import { CodeTracker } from '../../../base/text/codeFence';
import { countPlaceholders, placeholderOf, type AnswerFile } from '../../common/answerFile';
import type { StreamPart } from '../../common/chatModel';
import { imageTypes } from '../../common/messageParts';
import { imageTypeOf } from '../imageType';
import { textAt } from '../json';

/** A shorter one is an example, unless markup surrounds it: the smallest picture that browsers show has 46 characters. */
const minDataLength = 40;
/** A longer one in code is a file too: nobody reads it there. */
const maxLengthInCode = 8_192;

const base64 = /^[\w+/=-]+/;

/** Where an opening may begin. */
const candidate = /!(?=\[|$)|\[|<(?=i|$)|d(?=at|a?$)/gi;

const header = [
  ...'d a t a :'.split(' '),
  String.raw`[\w.+/-]{0,100}`,
  String.raw`(?:;[\w.+="-]{0,60}){0,5}`,
];

/** What surrounds a URI and goes with it. The group in an opening has matched once the opening is complete. */
const forms: readonly UriForm[] = [
  {
    opening: orBeginning([
      '!?',
      String.raw`\[`,
      // A list of JSON is no link: it streams, and doesn't wait for its `]`. Pictures have any label.
      String.raw`(?:(?<=!\[)|(?![\d{"'-]))[^[\]\n]{0,300}`,
      String.raw`\]`,
      String.raw`\(`,
      ' {0,8}<?',
      ...header,
      ',',
    ]),
    encoded: /^(?:[\w%.~!$&'*+,;:@=?/#-]|\([\w%.~!$&'*+,;:@=?/#-]*\))+/,
    closing: /^>?[ \t]*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')?[ \t]*\)/,
    minLength: 1,
    neverIn: '\n',
  },
  {
    opening: orBeginning([
      ...'< i m g'.split(' '),
      String.raw`\s`,
      '[^<>]{0,300}?',
      String.raw`(?<=[\s"'])s`,
      'r',
      'c',
      String.raw`\s{0,8}=`,
      String.raw`\s{0,8}["']?`,
      ...header,
      ',',
    ]),
    encoded: /^[\w%.~!$&*+,;:@=?/#()-]+/,
    closing: /^[^<>]{0,500}>/,
    minLength: 1,
    neverIn: '<',
  },
  {
    // What is not base64 is readable.
    opening: orBeginning([...header, '(?<=;base64),']),
    encoded: base64,
    closing: /^/,
    minLength: minDataLength,
    neverIn: '',
  },
];

interface UriForm {
  readonly opening: RegExp;
  /** The data where they are not in base64. */
  readonly encoded: RegExp;
  readonly closing: RegExp;
  /** The least length of data that a closing follows. */
  readonly minLength: number;
  /** No closing contains it. */
  readonly neverIn: string;
}

/** The lines of base64 in mails and in PEM files, as some servers encode pictures. */
const wrappedWidths: ReadonlySet<number> = new Set([64, 76]);

/** No markup after a URI is longer. */
const maxClosing = 520;

interface OpenUri extends Omit<UriForm, 'opening'> {
  /** What precedes the data. */
  readonly opening: string;
  readonly isBase64: boolean;
  readonly isInCode: boolean;
  readonly data: string[];
  length: number;
  /** The length of the data after its last line break. */
  lineLength: number;
}

export class AnswerFiles {
  /** May be the beginning of an opening, or of a closing. */
  #pending = '';
  #uri: OpenUri | undefined;
  #count: number;
  #code = new CodeTracker();

  /**
   * @param before The text that the answer continues.
   * @param count The files before the answer's own, if these are more than those in the text.
   */
  constructor(before = '', count = 0) {
    this.#count = Math.max(count, countPlaceholders(before));
    this.#code.push(before);
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the parts with placeholders, and a part for each file. */
  read(parts: readonly StreamPart[]): readonly StreamPart[] {
    return parts.flatMap((part) => {
      switch (part.type) {
        case 'text':
          return this.#push(part.text);
        case 'textReclassified': {
          const last = this.end();
          this.#code = new CodeTracker();
          return [...last, part];
        }
        case 'refusal':
        case 'toolCalls':
          return [...this.end(), part];
        default:
          return [part];
      }
    });
  }

  /** Returns the last parts. A URI that was cut off is a file, too. */
  end(): readonly StreamPart[] {
    const file = this.#uri === undefined ? [] : this.#close(this.#uri);
    return [...file, ...this.#pass(this.#pending.length)];
  }

  #push(text: string): readonly StreamPart[] {
    this.#pending += text;
    const parts: StreamPart[] = [];
    for (;;) {
      const open = (this.#uri ??= this.#open(parts));
      if (open === undefined) {
        return parts;
      }
      const [data = ''] = (open.isBase64 ? base64 : open.encoded).exec(this.#pending) ?? [];
      if (data !== '') {
        open.data.push(data);
        open.length += data.length;
        open.lineLength += data.length;
        this.#pending = this.#pending.slice(data.length);
      }
      // A bare URI ends with its line: the next line may be text.
      if (open.isBase64 && open.neverIn !== '' && wrappedWidths.has(open.lineLength)) {
        const [lineBreak = ''] = /^\r?\n?(?=$|[\w+/=-])/.exec(this.#pending) ?? [];
        if (lineBreak === this.#pending) {
          return parts;
        }
        if (lineBreak.endsWith('\n')) {
          this.#pending = this.#pending.slice(lineBreak.length);
          open.lineLength = 0;
          continue;
        }
      }
      if (this.#pending === '' || (this.#isFile(open, true) && this.#mayClose(open))) {
        return parts;
      }
      parts.push(...this.#close(open));
    }
  }

  /** Passes on text up to the next URI, which it returns, or up to what may be the beginning of one. */
  #open(parts: StreamPart[]): OpenUri | undefined {
    candidate.lastIndex = 0;
    for (let at = candidate.exec(this.#pending); at !== null; at = candidate.exec(this.#pending)) {
      for (const { opening, ...form } of forms) {
        opening.lastIndex = at.index;
        const found = opening.exec(this.#pending);
        if (found === null) {
          continue;
        }
        parts.push(...this.#pass(at.index));
        if (found[1] === undefined) {
          return undefined;
        }
        this.#pending = this.#pending.slice(found[0].length);
        return {
          ...form,
          opening: found[0],
          isBase64: /;base64,$/i.test(found[0]),
          isInCode: this.#code.place !== 'text',
          data: [],
          length: 0,
          lineLength: 0,
        };
      }
    }
    parts.push(...this.#pass(this.#pending.length));
    return undefined;
  }

  /** The text after the data may become its closing. */
  #mayClose({ closing, neverIn }: OpenUri): boolean {
    return (
      !closing.test(this.#pending) &&
      this.#pending.length < maxClosing &&
      !this.#pending.includes(neverIn)
    );
  }

  #isFile({ opening, length, ...uri }: OpenUri, isClosed: boolean): boolean {
    const minLength = isClosed ? uri.minLength : uri.isBase64 ? minDataLength : Infinity;
    return length >= minLength && !(uri.isInCode && opening.length + length < maxLengthInCode);
  }

  #close(open: OpenUri): readonly StreamPart[] {
    this.#uri = undefined;
    const data = open.data.join('');
    const closing = open.closing.exec(this.#pending)?.[0];
    if (!this.#isFile(open, closing !== undefined)) {
      return this.#text(open.opening + data);
    }
    this.#pending = this.#pending.slice(closing?.length ?? 0);
    const declared = /data:([\w.+-]+\/[\w.+-]+)/i.exec(open.opening)?.[1];
    const file = open.isBase64
      ? fileOf(Buffer.from(data, 'base64'), declared)
      : fileOf(decoded(data), declared ?? 'text/plain');
    this.#count += 1;
    return [{ type: 'file', file }, ...this.#text(placeholderOf(file, this.#count))];
  }

  /** Passes on the first characters of what is pending. */
  #pass(length: number): readonly StreamPart[] {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    return this.#text(text);
  }

  #text(text: string): readonly StreamPart[] {
    this.#code.push(text);
    return text === '' ? [] : [{ type: 'text', text }];
  }
}

/**
 * A picture that an answer has in a field of its own, as Markdown; `''` for anything that is no picture. Then it takes
 * the same way as one in the text.
 */
export function pictureMarkup(url: string | undefined): string {
  const isData = url !== undefined && /^data:image\/[\w.+-]+;base64,[\w+/-]{40}/.test(url);
  const isLink = url !== undefined && /^https?:\/\/[^\s()<>]+$/.test(url);
  return isData || isLink ? `\n\n![](${url})\n\n` : '';
}

/** @param parent Has base64 as `name`. */
export function base64Markup(parent: unknown, name: string, mediaType = 'image/png'): string {
  const data = textAt(parent, name);
  return data === undefined ? '' : pictureMarkup(`data:${mediaType};base64,${data}`);
}

const defaultType = 'application/octet-stream';

/** Unlike `decodeURIComponent`, it takes bytes that are no UTF-8. */
function decoded(data: string): Buffer {
  const bytes = data.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function fileOf(bytes: Buffer, declared = defaultType): AnswerFile {
  const isOther = !imageTypes.some((type) => type === declared.toLowerCase());
  const otherType = isOther ? declared.toLowerCase() : defaultType;
  // Stored files are those whose base64 is the usual one.
  return { mediaType: imageTypeOf(bytes) ?? otherType, data: bytes.toString('base64') };
}

/** Matches the atoms in order, or the beginning of them at the end of a text. */
function orBeginning(atoms: readonly string[]): RegExp {
  return new RegExp(
    atoms.reduceRight((rest, atom) => `${atom}(?:$|${rest})`, '()'),
    'iy',
  );
}
