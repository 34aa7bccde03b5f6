// A code block on the screen: cheap while it grows, coloured when there is time, with its actions.
import * as l10n from '@vscode/l10n';
import { colourLater, languageName } from './highlight';

const linesPerGroup = 64;

/** A first colouring from this length on (UTF-16 units), then after each growth by half. */
const colourFrom = 200;

const blocks = new WeakMap<Element, CodeBlock>();

/** Which button of which code block was pressed. */
type CodeAction = 'copy' | 'insert';

export class CodeBlock {
  readonly element = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #code = document.createElement('code');
  #info: string;
  #shown = '';
  #lastGroup: HTMLElement | undefined;
  #linesInLastGroup = 0;
  #colouredLength = 0;

  constructor(info: string, content: string) {
    this.#info = info;
    this.element.className = 'code-block';
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    this.#label.className = 'code-language';
    this.#label.textContent = languageName(info);
    bar.append(
      this.#label,
      button('copy', l10n.t('Copy'), 'codicon-copy'),
      button('insert', l10n.t('Insert at cursor'), 'codicon-insert'),
    );
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.append(this.#code);
    this.element.append(bar, pre);
    blocks.set(this.element, this);
    this.#append(withoutLastLineEnd(content));
  }

  static of(element: Element): CodeBlock | undefined {
    return blocks.get(element);
  }

  show(info: string, content: string): void {
    if (info !== this.#info) {
      this.#info = info;
      this.#label.textContent = languageName(info);
      this.#colouredLength = 0;
    }
    const next = withoutLastLineEnd(content);
    if (next === this.#shown) {
      return;
    }
    if (next.startsWith(this.#shown)) {
      this.#append(next.slice(this.#shown.length));
    } else {
      this.#clear();
      this.#append(next);
    }
  }

  #clear(): void {
    this.#code.replaceChildren();
    this.#shown = '';
    this.#lastGroup = undefined;
    this.#linesInLastGroup = 0;
    this.#colouredLength = 0;
  }

  /** A group ends with its line end, so that the text of the whole is the code. */
  #append(added: string): void {
    this.#shown += added;
    let from = 0;
    while (from < added.length) {
      if (this.#lastGroup === undefined || this.#linesInLastGroup === linesPerGroup) {
        this.#lastGroup = newGroup();
        this.#linesInLastGroup = 0;
        this.#code.append(this.#lastGroup);
      }
      let to = from;
      while (to < added.length && this.#linesInLastGroup < linesPerGroup) {
        const lineEnd = added.indexOf('\n', to);
        if (lineEnd === -1) {
          to = added.length;
        } else {
          to = lineEnd + 1;
          this.#linesInLastGroup += 1;
        }
      }
      appendText(this.#lastGroup, added.slice(from, to));
      from = to;
    }
    if (this.#shown.length >= Math.max(colourFrom, this.#colouredLength * 1.5)) {
      this.#colour();
    }
  }

  /** The block is complete: colours what has been added since. */
  finish(): void {
    if (this.#shown.length > this.#colouredLength) {
      this.#colour();
    }
  }

  #colour(): void {
    const code = this.#shown;
    this.#colouredLength = code.length;
    colourLater(this.element, this.#info, code, linesPerGroup, (index, coloured) =>
      this.#showColours(code, index, coloured),
    );
  }

  /** What was added since `code` was coloured stays, uncoloured, at the end of its group. */
  #showColours(code: string, index: number, coloured: DocumentFragment): void {
    const group = this.#code.children[index];
    if (group === undefined || !this.#shown.startsWith(code)) {
      return;
    }
    const added = (group.textContent ?? '').slice((coloured.textContent ?? '').length);
    group.replaceChildren(coloured, ...(added === '' ? [] : [added]));
  }
}

function newGroup(): HTMLElement {
  const group = document.createElement('span');
  group.className = 'code-lines';
  return group;
}

function appendText(parent: Element, added: string): void {
  const last = parent.lastChild;
  if (last instanceof Text) {
    last.appendData(added);
  } else {
    parent.append(added);
  }
}

function withoutLastLineEnd(content: string): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

function button(action: CodeAction, label: string, icon: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = `icon-button codicon ${icon}`;
  made.dataset['codeAction'] = action;
  made.setAttribute('aria-label', label);
  made.title = label;
  return made;
}

/** No more comes for the code blocks in `dom`, or for the one that it is. */
export function finishCode(dom: Element): void {
  CodeBlock.of(dom)?.finish();
  for (const nested of dom.querySelectorAll('.code-block')) {
    CodeBlock.of(nested)?.finish();
  }
}
