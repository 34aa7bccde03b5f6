// Finds the encodings in which bytes may be text that their own encoding cannot read.

interface Encoding {
  /** VS Code's setting `files.encoding` has this name. */
  readonly id: string;
  /** `TextDecoder` has this name. */
  readonly label: string;
  /** VS Code shows this name. */
  readonly name: string;
  /**
   * Absent if each character is one byte. `units`: two or four bytes. `pairs`: one byte, or several of which the first has
   * its highest bit set.
   */
  readonly width?: 'units' | 'pairs';
}

/** The order of the list. Those of one byte read almost everything, so people choose by what they show. */
const encodings: readonly Encoding[] = [
  { id: 'utf16le', label: 'utf-16le', name: 'UTF-16 LE', width: 'units' },
  { id: 'utf16be', label: 'utf-16be', name: 'UTF-16 BE', width: 'units' },
  { id: 'gb18030', label: 'gb18030', name: 'Simplified Chinese (GBK, GB18030)', width: 'pairs' },
  { id: 'cp950', label: 'big5', name: 'Traditional Chinese (Big5)', width: 'pairs' },
  { id: 'shiftjis', label: 'shift_jis', name: 'Japanese (Shift JIS)', width: 'pairs' },
  { id: 'eucjp', label: 'euc-jp', name: 'Japanese (EUC-JP)', width: 'pairs' },
  { id: 'euckr', label: 'euc-kr', name: 'Korean (EUC-KR)', width: 'pairs' },
  { id: 'windows1252', label: 'windows-1252', name: 'Western (Windows 1252, ISO 8859-1)' },
  { id: 'windows1250', label: 'windows-1250', name: 'Central European (Windows 1250)' },
  { id: 'windows1251', label: 'windows-1251', name: 'Cyrillic (Windows 1251)' },
  { id: 'koi8r', label: 'koi8-r', name: 'Cyrillic (KOI8-R)' },
  { id: 'windows1253', label: 'windows-1253', name: 'Greek (Windows 1253)' },
  { id: 'windows1254', label: 'windows-1254', name: 'Turkish (Windows 1254)' },
  { id: 'windows1255', label: 'windows-1255', name: 'Hebrew (Windows 1255)' },
  { id: 'windows1256', label: 'windows-1256', name: 'Arabic (Windows 1256)' },
  { id: 'windows874', label: 'windows-874', name: 'Thai (Windows 874)' },
];

export interface FittingEncoding extends Pick<Encoding, 'id' | 'name'> {
  /** The beginning of the first line that is not ASCII, as it reads in the encoding. */
  readonly sample: string;
}

/** More bytes say no more about a file. */
const maxBytes = 100_000;
const maxSampleLength = 60;

/** Encodings without a character that text does not have, the likely ones first. */
export function fittingEncodings(bytes: Uint8Array): readonly FittingEncoding[] {
  // Up to a line end, so that no character is cut.
  const isCut = bytes.length > maxBytes;
  const end = isCut ? bytes.lastIndexOf(0x0a, maxBytes) : bytes.length;
  const start = bytes.subarray(0, end === -1 ? maxBytes : end - (end % 2));
  const hasNull = start.includes(0);
  const arePairs = hasPairs(start);
  return encodings
    .filter(({ width }) => (width === 'units') === hasNull)
    .flatMap((encoding) => {
      const text = decode(start, encoding.label);
      // Two bytes of anything may be an ideograph; text has blanks, line ends and signs, too.
      const isData = encoding.width === 'units' && !/[\t\n\r -~]/u.test(text ?? '');
      return text === undefined || isData ? [] : [{ ...encoding, sample: sampleOf(text) }];
    })
    .toSorted((a, b) => (arePairs ? 0 : Number(a.width === 'pairs') - Number(b.width === 'pairs')))
    .map(({ id, name, sample }) => ({ id, name, sample }));
}

/** Undefined if the bytes have anything that the encoding or text does not have. */
function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\v\f\r]|[\p{Co}\p{Cn}\uFFFD]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Whether the bytes above 127 stand next to each other, as those of two do; letters with accents stand between others. */
function hasPairs(bytes: Uint8Array): boolean {
  let alone = 0;
  let all = 0;
  bytes.forEach((byte, index) => {
    const isAlone = (bytes[index - 1] ?? 0) < 0x80 && (bytes[index + 1] ?? 0) < 0x80;
    all += byte < 0x80 ? 0 : 1;
    alone += byte < 0x80 || !isAlone ? 0 : 1;
  });
  return alone * 10 <= all;
}

function sampleOf(text: string): string {
  const line = /^.*[^\0-\x7F].*$/mu.exec(text)?.[0] ?? text;
  const at = Math.max(0, line.search(/[^\0-\x7F]/u) - maxSampleLength / 3);
  return line.slice(at, at + maxSampleLength).trim();
}

/** Whether a decoder has put U+FFFD in place of bytes; text may have that character itself. */
export function hasUnreadableBytes(text: string, bytes: Uint8Array): boolean {
  const count = text.split('\uFFFD').length - 1;
  return (
    count > 0 && count > Buffer.from(bytes).toString('latin1').split('\xEF\xBF\xBD').length - 1
  );
}
