import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cleanReply,
  maxMessageLength,
} from '../../../../../src/features/commitMessage/node/cleanReply';

const message = 'feat(login): accept passkeys\n\nThe form offers them first.\n\n- one\n- two';

/** What models put around a message; each is recognized whatever the message is. */
const wrappers: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  'white space': (text) => `\n\n  ${text}\n\n`,
  'a fence': (text) => `\`\`\`\n${text}\n\`\`\``,
  'a fence with a language': (text) => `\`\`\`gitcommit\n${text}\n\`\`\`\n`,
  'a fence of tildes': (text) => `~~~\n${text}\n~~~`,
  'a longer fence': (text) => `\`\`\`\`\n${text}\n\`\`\`\``,
  'an introduction and a fence': (text) => `Here is the commit message:\n\n\`\`\`\n${text}\n\`\`\``,
  'an introduction': (text) => `Sure! Here's a commit message:\n\n${text}`,
  'an explanation after a fence': (text) =>
    `\`\`\`\n${text}\n\`\`\`\n\nThis message follows the style.`,
  'quotation marks': (text) => `"${text}"`,
  'typographic quotation marks': (text) => `“${text}”`,
  guillemets: (text) => `« ${text} »`,
  backticks: (text) => `\`${text}\``,
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
};

/** Messages without quotation marks, backticks, or a first line that looks like an introduction. */
const messages = fc
  .array(fc.stringMatching(/^[a-zäöü日本語(){}\-.,:+ 0-9😀]{0,30}$/u), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => ['fix: cut anywhere', ...lines].join('\n').trim())
  .filter((text) => !/^\s*[`~]/mu.test(text));

describe('cleanReply', () => {
  for (const [name, wrap] of Object.entries(wrappers)) {
    it(`removes ${name}`, () => assert.equal(cleanReply(wrap(message), true), message));

    it(`removes ${name}, wherever the reply is cut, and shows nothing of it meanwhile`, () => {
      fc.assert(
        fc.property(messages, (text) => {
          const reply = wrap(text);
          assert.equal(cleanReply(reply, true), text);
          let shown = '';
          for (let cut = 0; cut <= reply.length; cut += 1) {
            const next = cleanReply(reply.slice(0, cut), false);
            assert.ok(text.startsWith(next), JSON.stringify({ reply, cut, next }));
            assert.ok(next.startsWith(shown) || next === '', JSON.stringify({ shown, next }));
            shown = next;
          }
        }),
        { numRuns: 60 },
      );
    });
  }

  it('removes invisible characters, but not those that an emoji or a letter needs', () => {
    assert.equal(cleanReply('Fix\u00AD the\u3164 \u{E0041}l\u202Eist', true), 'Fix the list');
    assert.equal(cleanReply('Add 👩‍💻 and می‌خواهم ❤\uFE0F', true), 'Add 👩‍💻 and می‌خواهم ❤\uFE0F');
  });

  it('returns well-formed text without invisible characters for any reply, cut anywhere', () => {
    const pieces = fc.constantFrom(
      '```',
      '~~~',
      '"',
      '“',
      '`',
      '\n',
      ':',
      ' ',
      'a',
      '😀',
      '\ud83d',
      '\u202e',
      '\u0000',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }),
        fc.nat(200),
        (parts, cut) => {
          const reply = parts.join('');
          for (const cleaned of [cleanReply(reply, true), cleanReply(reply.slice(0, cut), false)]) {
            assert.ok(cleaned.isWellFormed());
            assert.doesNotMatch(cleaned, /[^\P{Cc}\n\t]|[\u202a-\u202e]/u);
            assert.equal(cleaned, cleaned.trim());
          }
        },
      ),
    );
  });

  it('keeps a code block inside the fence', () => {
    const text = 'docs: how to start\n\n```sh\nnpm start\n```\n\nMore.';
    assert.equal(cleanReply(`\`\`\`\n${text}\n\`\`\`\nBye`, true), text);
  });

  it('keeps quotation marks that are not around all of the message', () => {
    for (const text of ['"Open" is a button now', '"a" and "b"', "'tis done", '`x` is gone']) {
      assert.equal(cleanReply(text, true), text);
    }
  });

  it('removes apostrophes around a message with an apostrophe', () => {
    assert.equal(cleanReply("'Don't follow links'", true), "Don't follow links");
  });

  it('shows nothing while only an introduction or half a fence is there', () => {
    for (const reply of [
      'Here is the',
      'Sure, here',
      'Message:',
      'Message:\n',
      '``',
      '```git',
      '"',
    ]) {
      assert.equal(cleanReply(reply, false), '', reply);
    }
  });

  it('limits the length without splitting a character', () => {
    const cleaned = cleanReply('x' + '😀'.repeat(maxMessageLength), true);
    assert.ok(cleaned.length <= maxMessageLength && cleaned.isWellFormed());
  });
});
