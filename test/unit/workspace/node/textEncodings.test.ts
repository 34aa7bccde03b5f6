import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fittingEncodings, hasUnreadableBytes } from '../../../../src/workspace/node/textEncodings';

/** Bytes of legacy encodings, which Node can only read; written by Python's codecs. */
const samples: readonly (readonly [encoding: string, base64: string, text: string])[] = [
  ['gb18030', 'Ly8gtsHIoc7EvP6jrLPJuabU8re1u9gwCmludCBhOwo=', '// 读取文件，成功则返回0'],
  ['cp950', 'IyDFqqj6wMmu1wo=', '# 讀取檔案'],
  ['shiftjis', 'Ly8gg3SDQINDg4uC8JPHgt8K', '// ファイルを読め'],
  ['eucjp', 'Ly8gpdWloaWkpeuk8sbJpOEK', '// ファイルを読め'],
  ['euckr', 'Ly8gxsTAz8C7IMDQtMK02QrH0bG5vu4K', '// 파일을 읽는다'],
  [
    'windows1252',
    'LyogR3L232UgYXVzIE38bmNoZW4sIGNhZukgliBmaW4gKi8K',
    '/* Größe aus München, café – fin */',
  ],
  ['windows1251', 'Ly8gz/Du9+jy4PLoIPTg6esK', '// Прочитати файл'],
];

describe('fittingEncodings', () => {
  for (const [id, base64, text] of samples) {
    it(`has ${id} with the first line that shows it: ${text}`, () => {
      const found = fittingEncodings(Buffer.from(base64, 'base64'));
      assert.equal(found.find((encoding) => encoding.id === id)?.sample, text);
    });
  }

  it('has what was written in two bytes first, and accents before it', () => {
    const first = ([, base64 = '']: readonly string[]) =>
      fittingEncodings(Buffer.from(base64, 'base64'))[0]?.id;
    assert.equal(first(samples[0] ?? []), 'gb18030');
    assert.equal(
      first(['', Buffer.from('des \xe9t\xe9s', 'latin1').toString('base64')]),
      'windows1252',
    );
  });

  it('has UTF-16 without a byte order mark, in both orders, and nothing else for it', () => {
    const little = Buffer.from('naïve text\nof two lines\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [bytes, id] of [
      [little, 'utf16le'],
      [big, 'utf16be'],
    ] as const) {
      assert.deepEqual(
        fittingEncodings(bytes).map((encoding) => encoding.id),
        [id],
      );
    }
  });

  it('has nothing for what is no text', () => {
    for (const bytes of [
      [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0],
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0],
      [0xff, 0, 1],
    ]) {
      assert.deepEqual(fittingEncodings(Uint8Array.from(bytes)), []);
    }
  });

  it('finds the encoding of a long file from its beginning', () => {
    const line = Buffer.from(samples[0]?.[1] ?? '', 'base64');
    const [first] = fittingEncodings(Buffer.concat(Array.from({ length: 10_000 }, () => line)));
    assert.equal(first?.id, 'gb18030');
  });
});

describe('hasUnreadableBytes', () => {
  const isUnreadable = (bytes: Uint8Array) =>
    hasUnreadableBytes(new TextDecoder().decode(bytes), bytes);

  it('is true for each legacy encoding read as UTF-8', () => {
    for (const [id, base64] of samples) {
      assert.ok(isUnreadable(Buffer.from(base64, 'base64')), id);
    }
  });

  it('is false for any text in UTF-8, the replacement character too', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => !isUnreadable(Buffer.from(`${text}\uFFFD`)),
      ),
    );
  });

  it('is true once a text in UTF-8 is cut within a character or has one more byte', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) =>
        isUnreadable(
          Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(`x${after}`)]),
        ),
      ),
    );
  });
});
