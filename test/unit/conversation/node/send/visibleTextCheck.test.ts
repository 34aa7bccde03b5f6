import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import type { PendingSend } from '../../../../../src/conversation/node/send/sendCheck';
import { visibleTextCheck } from '../../../../../src/conversation/node/send/visibleTextCheck';
import { connectionTo } from '../fakes';

const file: Attachment = { id: 'a', kind: 'file', name: 'a.ts', text: 'let a;', tokens: 3 };

function check(text: string, changes: Partial<PendingSend> = {}) {
  const question = { content: { text, attachments: [file] }, before: 0 };
  const send: PendingSend = { source: 'messageBox', question, start: () => true, ...changes };
  const connection = connectionTo({ baseUrl: 'https://home.example/v1' });
  return visibleTextCheck(send, connection, new AbortController().signal);
}

const replaced = (text: string) => ({ content: { text, attachments: [file] } });

describe('visibleTextCheck', () => {
  const hiding: readonly (readonly [string, string])[] = [
    ['tags', '\u{E0001}\u{E0049}\u{E0067}\u{E007F}'],
    ['zero-width characters', '\u200B\u2060\uFEFF'],
    ['bidi controls', '\u202E\u2066\u200F\u061C'],
  ];
  for (const [name, hidden] of hiding) {
    it(`removes ${name} from a question and leaves its attachments as they are`, () => {
      assert.deepEqual(check(`Why${hidden} so?`), replaced('Why so?'));
    });
  }

  it('lets joiners between letters and in emoji pass', () => {
    for (const text of ['می‌خواهم', 'क्‍ष', '👩‍💻 👨‍👩‍👧', '❤️‍🔥', 'Why?\r\n\tSo.']) {
      assert.equal(check(text), true, text);
    }
  });

  it('removes joiners that join nothing', () => {
    assert.deepEqual(check('Why\u200D \u200Cso?'), replaced('Why so?'));
  });

  it('leaves one variation selector of several, whatever is between them', () => {
    assert.deepEqual(check('❤\uFE0F\uFE01\u200B\uFE02\u200D\uFE03!'), replaced('❤\uFE0F!'));
  });

  it('rejects a question without a visible character', () => {
    assert.equal(check('\u200B\u{E0041} \u202E'), false);
  });

  it('lets a request pass that does not end with a question', () => {
    const requestEnd = { content: { text: 'Continue.' }, before: 2 };
    assert.equal(check('Why\u200B?', { requestEnd }), true);
    assert.equal(check('', { question: undefined }), true);
  });

  it('finds nothing to remove in what it has put in place of a question', () => {
    const part = fc.constantFrom(
      ...Array.from('aक👩 \n\u200B\u200C\u200D\uFE0E\uFE0F\u202E\u{E0041}'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const result = check(parts.join(''));
        if (typeof result === 'object' && 'content' in result) {
          assert.equal(check(result.content.text), true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
