import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CommitBoxWriter,
  type WrittenMessage,
} from '../../../../../src/features/commitMessage/node/commitBoxWriter';
import { ManualClock } from '../../../../support/manualClock';

function writerOn(value: string, last?: WrittenMessage) {
  const box = { value };
  const clock = new ManualClock();
  return { box, clock, writer: new CommitBoxWriter(box, clock, last) };
}

/**
 * A commit box as VS Code has it: writes take a while to reach the window, and what the user types takes a while to
 * reach the extension. `deliver` moves the oldest message of one direction.
 */
class DistantBox {
  #seen: string;
  #shown: string;
  readonly #toWindow: string[] = [];
  readonly #toExtension: string[] = [];
  readonly writes: string[] = [];

  constructor(value: string) {
    this.#seen = value;
    this.#shown = value;
  }

  get value(): string {
    return this.#seen;
  }

  set value(text: string) {
    this.#seen = text;
    this.#toWindow.push(text);
    this.writes.push(text);
  }

  get shown(): string {
    return this.#shown;
  }

  type(text: string): void {
    this.#shown += text;
    this.#toExtension.push(this.#shown);
  }

  deliver(): void {
    const write = this.#toWindow.shift();
    if (write !== undefined && write !== this.#shown) {
      this.#shown = write;
      // VS Code's window reports every change of the text, also one that the extension made.
      this.#toExtension.push(write);
    }
    const edit = this.#toExtension.shift();
    // The extension knows no order between its own writes and edits.
    if (edit !== undefined) this.#seen = edit;
  }
}

describe('CommitBoxWriter', () => {
  it('leaves the user’s words in the box until there is a message, then replaces them', () => {
    const { box, writer } = writerOn('mention the login');
    assert.equal(writer.words, 'mention the login');
    writer.write('');
    assert.equal(box.value, 'mention the login');
    writer.write('fix: login');
    assert.equal(box.value, 'fix: login');
    assert.ok(writer.hasReplacedText);
  });

  it('restores the user’s words after a failure', () => {
    const { box, writer } = writerOn('my words\n');
    writer.write('fix: half a');
    writer.restore();
    assert.equal(box.value, 'my words\n');
    assert.equal(writer.result, undefined);
    assert.ok(!writer.hasReplacedText);
  });

  it('offers the user’s words also if the box was edited after they were replaced', () => {
    const { box, writer } = writerOn('my words');
    writer.write('fix: a');
    box.value = 'fix: ab';
    assert.ok(writer.isEdited && writer.hasReplacedText);
    writer.restoreText();
    assert.equal(box.value, 'fix: ab\n\nmy words');
    assert.ok(!writer.hasReplacedText);
  });

  it('replaces its own last message, with the same words as before', () => {
    const { box, writer } = writerOn('fix: one', { message: 'fix: one', words: 'short' });
    assert.equal(writer.words, 'short');
    writer.finish('fix: two');
    assert.equal(box.value, 'fix: two');
    assert.deepEqual(writer.result, { message: 'fix: two', words: 'short' });
    assert.ok(!writer.hasReplacedText);
  });

  it('knows its own last message after an attempt that wrote nothing, or failed', () => {
    const last = { message: 'fix: one', words: 'short' };
    const { writer } = writerOn('fix: one', last);
    writer.finish('');
    assert.deepEqual(writer.result, last);
    writer.write('fix: tw');
    writer.restore();
    assert.deepEqual(writer.result, last);
  });

  it('takes its own message for words of the user once it was edited', () => {
    const { writer } = writerOn('fix: one, edited', { message: 'fix: one', words: 'short' });
    assert.equal(writer.words, 'fix: one, edited');
  });

  it('writes nothing more once the user has edited the box', () => {
    const { box, writer } = writerOn('');
    writer.write('fix: a');
    box.value = 'fix: a!';
    writer.finish('fix: all of it');
    writer.restore();
    assert.equal(box.value, 'fix: a!');
    assert.ok(writer.isEdited);
    assert.equal(writer.result, undefined);
  });

  it('writes nothing into a box that was emptied by a commit', () => {
    const { box, writer } = writerOn('');
    writer.write('fix: a');
    box.value = '';
    writer.finish('fix: all of it');
    assert.equal(box.value, '');
  });

  it('brings words back below what the user has typed since', () => {
    const { box, writer } = writerOn('my words');
    writer.finish('fix: a');
    box.value = 'fix: a, edited';
    writer.restoreText();
    assert.equal(box.value, 'fix: a, edited\n\nmy words');
    const other = writerOn('my words');
    other.writer.finish('fix: a');
    other.writer.restoreText();
    assert.equal(other.box.value, 'my words');
  });

  it('writes about 20 times in half a minute, and the end in any case', () => {
    const { box, clock, writer } = writerOn('');
    const values = new Set<string>();
    let text = '';
    for (let ms = 0; ms < 30_000; ms += 33) {
      writer.write((text += 'x'));
      values.add(box.value);
      clock.advance(33);
    }
    writer.finish(`${text}!`);
    assert.equal(box.value, `${text}!`);
    assert.ok(values.size >= 12 && values.size <= 24, `${values.size} writes`);
  });

  it('loses nothing that the user types, whenever that is', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ write: fc.stringMatching(/^[a-c]{1,3}$/u) }),
        fc.record({ type: fc.stringMatching(/^[X-Z]{1,3}$/u) }),
        fc.constant('finish' as const),
        fc.constant('restore' as const),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'WORDS'), steps, (before, actions) => {
        const { box, clock, writer } = writerOn(before);
        let message = '';
        let edited: string | undefined;
        for (const action of actions) {
          clock.advance(10_000);
          if (action === 'finish') writer.finish(message);
          else if (action === 'restore') writer.restore();
          else if ('write' in action) writer.write((message += action.write));
          else {
            box.value = `${box.value}${action.type}`;
            edited = box.value;
          }
          if (edited !== undefined) assert.equal(box.value, edited);
        }
        if (edited === undefined && box.value !== before) {
          writer.restoreText();
          assert.equal(box.value, before);
        }
      }),
    );
  });

  /** What the window shows at the end, with two writes per message; `typeAt` is when the user types an X. */
  function writeToDistantBox(deliveries: readonly boolean[], typeAt: number | undefined) {
    const box = new DistantBox('');
    const clock = new ManualClock();
    const writer = new CommitBoxWriter(box, clock);
    const deliver = (): void => {
      box.deliver();
      // The extension looks at the box as often.
      void writer.isEdited;
    };
    let message = '';
    for (const [index, isDelivered] of deliveries.entries()) {
      writer.write((message += 'ab'));
      clock.advance(10_000);
      if (isDelivered) deliver();
      if (index === typeAt) {
        box.type('X');
        // The key arrives before the next write but one.
        deliver();
      }
    }
    writer.finish(`${message}!`);
    for (let index = 0; index < 40; index += 1) deliver();
    writer.finish(`${message}!!`);
    for (let index = 0; index < 40; index += 1) deliver();
    return { shown: box.shown, message: `${message}!!`, isEdited: writer.isEdited };
  }
  const deliveries = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

  it('shows what the user typed while a write was on its way to the window', () => {
    fc.assert(
      fc.property(deliveries, fc.nat(11), (delivered, time) => {
        const typeAt = time % delivered.length;
        const { shown, isEdited } = writeToDistantBox(delivered, typeAt);
        assert.ok(shown.includes('X'), shown);
        assert.ok(isEdited);
      }),
    );
  });

  it('writes the complete message, however late the window reports the earlier writes', () => {
    fc.assert(
      fc.property(deliveries, (delivered) => {
        const { shown, message, isEdited } = writeToDistantBox(delivered, undefined);
        assert.equal(shown, message);
        assert.ok(!isEdited);
      }),
    );
  });

  it('brings words back alone if the window has not reported the last writes yet', () => {
    const box = new DistantBox('my words');
    const clock = new ManualClock();
    const writer = new CommitBoxWriter(box, clock);
    writer.write('fix: a');
    clock.advance(10_000);
    writer.finish('fix: all');
    box.deliver();
    assert.equal(box.value, 'fix: a', 'the window reports the first write');
    writer.restoreText();
    assert.equal(box.value, 'my words');
  });
});
