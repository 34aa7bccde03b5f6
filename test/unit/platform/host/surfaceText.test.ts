import assert from 'node:assert/strict';
import fc from 'fast-check';
import type * as Window from '../../../../src/platform/host/window';
import {
  dialogDetail,
  iconText,
  notificationText,
  type PickDetail,
  pickDetail,
  type PickLabel,
  pickLabel,
  type PlainSurfaceText,
  plainText,
  type NotificationText,
  promptText,
} from '../../../../src/platform/host/surfaceText';

const functions = {
  notificationText,
  promptText,
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
        for (const safe of [notificationText(text), promptText(text)]) {
          assert.doesNotMatch(safe, syntax.link);
          assert.doesNotMatch(safe, syntax.icon);
        }
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

  it('breaks lines in a dialog only between the paragraphs', () => {
    assert.equal(dialogDetail('One.\nTwo.', 'Three.'), 'One. Two.\n\nThree.');
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (paragraphs) => {
        const lines = dialogDetail(...paragraphs).split('\n\n');
        assert.deepEqual(lines, paragraphs.map(notificationText));
      }),
    );
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

  it('has types that plain strings and other surfaces’ texts do not match', () => {
    const raw = 'text';
    // @ts-expect-error: not made safe
    const notification: NotificationText = raw;
    // @ts-expect-error: not made safe
    const label: PickLabel = raw;
    // @ts-expect-error: made safe for labels only
    const detail: PickDetail = pickLabel(raw);
    // @ts-expect-error: not made safe
    const plain: PlainSurfaceText = `${plainText(raw)} and more`;
    assert.ok([notification, label, detail, plain]);
  });

  it('is demanded by every function of VS Code that shows it', () => {
    // Never called: the compiler alone checks it, and VS Code's API is missing here.
    const check = (window: typeof Window, raw: string): void => {
      // @ts-expect-error: not made safe
      void window.showInformation(raw);
      // @ts-expect-error: not made safe
      void window.showInformation(notificationText(raw), raw);
      // @ts-expect-error: not made safe
      void window.showWarning(raw);
      // @ts-expect-error: not made safe
      void window.showError(raw);
      // @ts-expect-error: not made safe
      void window.confirm(raw, plainText(raw));
      // @ts-expect-error: not made safe
      void window.confirm(notificationText(raw), raw);
      // @ts-expect-error: not made safe
      void window.confirm(notificationText(raw), plainText(raw), raw);
      // @ts-expect-error: not made safe
      void window.showProgress({ location: 15, title: raw }, () => Promise.resolve());
      void window.showProgress({ location: 15, title: notificationText(raw) }, (progress) => {
        // @ts-expect-error: not made safe
        progress.report({ message: raw });
        return Promise.resolve();
      });
      const title = plainText(raw);
      const label = pickLabel(raw);
      // @ts-expect-error: not made safe
      void window.showPick([{ label: raw }], { title });
      // @ts-expect-error: made safe for labels only
      void window.showPick([{ label, description: label }], { title });
      // @ts-expect-error: not made safe
      void window.showPick([{ label, detail: raw }], { title });
      // @ts-expect-error: not made safe
      void window.showPick([{ label }], { title: raw });
      // @ts-expect-error: not made safe
      void window.showPick([{ label }], { title, placeHolder: raw });
      for (const picker of [window.createPicker(), window.createFixedOrderPicker()]) {
        // @ts-expect-error: not made safe
        picker.title = raw;
        // @ts-expect-error: not made safe
        picker.placeholder = raw;
        // @ts-expect-error: not made safe
        picker.items = [{ label: raw }];
        // @ts-expect-error: not made safe
        picker.items = [{ label, description: raw }];
        // @ts-expect-error: not made safe
        picker.items = [{ label, detail: raw }];
        // @ts-expect-error: not made safe
        picker.items = [{ label, buttons: [{ iconPath: 'a' as never, tooltip: raw }] }];
        // @ts-expect-error: not made safe
        picker.buttons = [{ iconPath: 'a' as never, tooltip: raw }];
      }
      const box = window.createInputBox();
      // @ts-expect-error: not made safe
      box.title = raw;
      // @ts-expect-error: not made safe
      box.placeholder = raw;
      // @ts-expect-error: not made safe
      box.prompt = raw;
      // @ts-expect-error: not made safe
      box.validationMessage = raw;
      // @ts-expect-error: not made safe
      box.buttons = [{ iconPath: 'a' as never, tooltip: raw }];
      const item = window.createStatusItem('id', 1, 1);
      // @ts-expect-error: not made safe
      item.text = raw;
      // @ts-expect-error: not made safe
      item.tooltip = raw;
      // @ts-expect-error: not made safe
      item.name = raw;
      // @ts-expect-error: not made safe
      item.accessibilityInformation = { label: raw };
      // @ts-expect-error: not made safe
      window.createCodeLens({} as never, { title: raw, command: '' });
    };
    assert.ok(check);
  });
});
