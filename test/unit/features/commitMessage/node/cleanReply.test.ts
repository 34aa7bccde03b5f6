import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cleanReply,
  maxMessageLength,
} from '../../../../../src/features/commitMessage/node/generateCommitMessage';

const message = 'feat(login): accept passkeys\n\nThe form offers them first.\n\n- one\n- two';

/** What models put around a message. */
const wrappers: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  'white space': (text) => `\n\n  ${text}\n\n`,
  'a fence': (text) => `\`\`\`\n${text}\n\`\`\``,
  'a fence with a language': (text) => `\`\`\`gitcommit\n${text}\n\`\`\`\n`,
  'a fence of tildes': (text) => `~~~\n${text}\n~~~`,
  'an introduction and a fence': (text) => `Here is the commit message:\n\n\`\`\`\n${text}\n\`\`\``,
  'an introduction': (text) => `Sure! Here's a commit message:\n\n${text}`,
  'an explanation after a fence': (text) => `\`\`\`\n${text}\n\`\`\`\n\nThis follows the style.`,
  'quotation marks': (text) => `"${text}"`,
  'typographic quotation marks': (text) => `“${text}”`,
  backticks: (text) => `\`${text}\``,
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
};

describe('cleanReply', () => {
  for (const [name, wrap] of Object.entries(wrappers)) {
    it(`removes ${name}`, () => assert.equal(cleanReply(wrap(message)), message));
  }

  it('shows no part of a fence while the reply arrives', () => {
    for (const name of ['a fence', 'a fence with a language', 'a fence of tildes']) {
      const reply = wrappers[name]?.(message) ?? '';
      for (let end = 0; end <= reply.length; end += 1) {
        assert.ok(message.startsWith(cleanReply(reply.slice(0, end))), reply.slice(0, end));
      }
    }
  });

  it('leaves messages that only look as if something were around them', () => {
    for (const text of [
      '"Open" is a button now',
      '"a" and "b"',
      "'tis done",
      '`x` is gone',
      'Sure up the parser\n\nAnd more.',
      'Fix these:\n\n- one',
    ]) {
      assert.equal(cleanReply(text), text);
    }
  });

  it('removes invisible characters, but not those that an emoji or a letter needs', () => {
    assert.equal(cleanReply('Fix\u00AD the\u3164 \u{E0041}l\u202Eist\u0000'), 'Fix the list');
    assert.equal(cleanReply('Add 👩‍💻 and می‌خواهم ❤\uFE0F'), 'Add 👩‍💻 and می‌خواهم ❤\uFE0F');
  });

  it('returns well-formed, visible and limited text for any reply', () => {
    const pieces = fc.constantFrom(
      '```',
      '~~~',
      '"',
      '`',
      '\n',
      ':',
      'here',
      '😀',
      '\ud83d',
      '\u202e',
      '\u0000',
      'x😀'.repeat(maxMessageLength),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (parts) => {
        const cleaned = cleanReply(parts.join(''));
        assert.ok(cleaned.isWellFormed() && cleaned.length <= maxMessageLength);
        assert.doesNotMatch(cleaned, /[^\P{Cc}\n\t]|[\u202a-\u202e]/u);
        assert.equal(cleaned, cleaned.trim());
      }),
    );
  });
});
