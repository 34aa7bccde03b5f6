import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  iconText,
  notificationText,
  pickDetail,
  pickLabel,
  plainText,
} from '../../../../src/platform/host/surfaceText';

const functions = {
  notificationText,
  pickLabel,
  pickDetail,
  iconText,
  plainText,
} as const;

/** What VS Code looks for: in notifications and prompts, in labels, and what GitHub's Markdown makes links of. */
const syntax = {
  link: /\[([^\]]+)\]\(/,
  icon: /(?<!\\)\$\([\w-]+(?:~\w+)?\)/,
  image: /!\[[^\]]*\][([]/,
  /** VS Code removes tags from Markdown. */
  tag: /<[a-z/!?]/i,
  address: /(?:https?|ftp):\/\/|\bwww\.[a-z]|[\w.+-]@[\w-]+\./i,
};

/** What `isolated()` adds is not among them. */
const hidden = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066\u2067]/u;

const hostile = fc
  .array(
    fc.constantFrom(
      '[Update](command:workbench.action.reloadWindow)',
      '![p](https://tracker.example/p.png)',
      '[a][b]',
      '$(verified-filled)',
      '\\$(x)',
      '$($(x))',
      'https://e.example/[a](command:b)/v1',
      'www.e.example',
      'me@e.example',
      '**bold**',
      '_em_',
      '~~gone~~',
      '`code`',
      '<img src=x>',
      '</div>',
      '<!-- x',
      '# h',
      '- x',
      '\u202Egnp.b',
      '\u2067',
      '\u0007',
      '\u009B',
      '\r\n',
      '\u2028',
      ' ',
      'model-1',
      'שלום',
      '\uD800',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('text on VS Code’s surfaces', () => {
  for (const [name, make] of Object.entries(functions)) {
    it(`${name}: is one line without control characters or marks of direction`, () => {
      fc.assert(
        fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
          const safe = make(text);
          assert.doesNotMatch(safe, hidden);
          assert.equal(safe.isWellFormed(), true);
        }),
      );
    });
  }

  it('cannot contain a link in a notification or a prompt', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(notificationText(text), syntax.link);
        assert.doesNotMatch(notificationText(text), syntax.icon);
      }),
    );
  });

  it('cannot contain an icon in a label or the status bar', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(pickLabel(text), syntax.icon);
        assert.doesNotMatch(iconText(text), syntax.icon);
      }),
    );
  });

  it('cannot contain a link, a picture or an icon in a description', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const pattern of Object.values(syntax)) {
          assert.doesNotMatch(pickDetail(text), pattern);
        }
      }),
    );
  });

  it('shows an icon of Portico before the text', () => {
    assert.equal(pickLabel('$(x)', 'check'), '$(check) \\$(x)');
  });

  it('shows a mark that turns text around', () => {
    assert.equal(pickLabel('a\u202Egnp.b\nc'), 'a\uFFFDgnp.b c');
  });

  it('does not change names that contain no syntax', () => {
    for (const name of [
      'openai/gpt-5.2-mini:free',
      '@cf/meta/llama-3.1-8b',
      'snake_case_name',
      'Llama 3 (free) [beta]',
      'C# & F#',
      'context < 32K, price <$1',
      '日本語モデル',
      '👩‍💻 coder',
      'price: $0.15 (in)',
      '128K context · 0.1 in, 0.4 out USD per 1M tokens',
    ]) {
      for (const make of Object.values(functions)) {
        assert.equal(make(name), name);
      }
    }
  });

  it('isolates right-to-left names from the text beside them', () => {
    assert.equal(pickLabel('שלום'), '\u2068שלום\u2069');
  });
});
