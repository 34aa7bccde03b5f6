// SpokenAnswer: turns a growing answer into the sentences that a screen reader speaks: without markup, and with the number
// of lines in place of code, which is hard to understand when it is read aloud.
import * as l10n from '@vscode/l10n';
import { BlockReader } from '../common/blockReader';
import type { Block, BlockSink, LinkDefinition } from '../common/blocks';
import { findCut } from './inline/cuts';
import { InlineContext } from './inline/inlineContext';
import { textContent } from './inline/nodes';

/** A shorter text may end in an abbreviation or a number, so it waits for more ("1.", "e.g."). */
const minSentenceLength = 20;

export class SpokenAnswer {
  readonly #sink = new SpokenSink();
  readonly #reader = new BlockReader(this.#sink, { extensions: true });

  append(text: string): void {
    this.#reader.append(text);
  }

  /** Ends the answer: nothing may be appended afterwards. */
  end(): void {
    this.#reader.end();
  }

  /** The complete sentences since the last call. */
  takeSentences(): string {
    return this.#sink.takeSentences();
  }
}

class SpokenSink implements BlockSink {
  readonly #context = new InlineContext();
  readonly #open: Block['type'][] = [];
  #spoken: string[] = [];
  /** The text of the open paragraph or heading that is not spoken yet, with its markup. */
  #inline = '';
  #codeLines = 0;

  takeSentences(): string {
    this.#speakCompleteSentences();
    const text = this.#spoken.join(' ');
    this.#spoken = [];
    return text;
  }

  open(block: Block): void {
    this.#open.push(block.type);
    this.#inline = '';
    this.#codeLines = 1;
    if (block.type === 'table') {
      this.row(block.header);
    } else if (block.type === 'details') {
      this.#speak(block.summary);
    } else if (block.type === 'footnote') {
      this.#context.defineFootnote(block.label);
    }
  }

  append(text: string): void {
    switch (this.#open.at(-1)) {
      case 'code':
        this.#codeLines += text.split('\n').length - 1;
        break;
      case 'html':
      case 'math':
        this.#spoken.push(text);
        break;
      default:
        this.#inline += text;
    }
  }

  row(cells: readonly string[]): void {
    this.#spoken.push(`${cells.map((cell) => this.#plain(cell)).join(', ')}.`);
  }

  toHeading(): void {}

  takeLastLine(): void {
    this.#inline = this.#inline.slice(0, Math.max(0, this.#inline.lastIndexOf('\n')));
  }

  loosen(): void {}

  close(): void {
    const type = this.#open.pop();
    if (type === 'code') {
      this.#spoken.push(
        this.#codeLines === 1
          ? l10n.t('Code block of 1 line.')
          : l10n.t('Code block of {0} lines.', this.#codeLines),
      );
    }
    this.#speak(this.#inline);
    this.#inline = '';
  }

  define({ label, href, title }: LinkDefinition): void {
    this.#context.defineLink(label, href, title);
  }

  #speakCompleteSentences(): void {
    const at = findCut(this.#inline, this.#context.environment);
    const before = this.#inline.slice(0, at ?? 0);
    if (before.length >= minSentenceLength && /[.!?:;。！？…]["'”’)\]*_]*\s$/u.test(before)) {
      this.#speak(before);
      this.#inline = this.#inline.slice(before.length);
    }
  }

  #speak(markdown: string): void {
    const text = this.#plain(markdown).trim();
    if (text !== '') {
      this.#spoken.push(text);
    }
  }

  #plain(markdown: string): string {
    return textContent(this.#context.parse(markdown), ' ').replaceAll('\n', ' ');
  }
}
