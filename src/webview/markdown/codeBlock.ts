// A code block with its buttons. Growing text is appended cheaply and highlighted when the browser is idle.
import * as l10n from '@vscode/l10n';
import { highlightLater, languageName } from './highlight';

const linesPerGroup = 64;

/** The first highlighting starts at this length (UTF-16 units), each further one after growth by half. */
const minHighlightLength = 200;

const blocks = new WeakMap<Element, CodeBlock>();

/** Value of `data-code-action` on the buttons. */
type CodeAction = 'copy' | 'insert';

export class CodeBlock {
  readonly element = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #code = document.createElement('code');
  #info: string;
  #shown = '';
  #lastGroup: HTMLElement | undefined;
  #linesInLastGroup = 0;
  #highlightedLength = 0;

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
    this.#append(withoutLastLineBreak(content));
  }

  static of(element: Element): CodeBlock | undefined {
    return blocks.get(element);
  }

  show(info: string, content: string): void {
    if (info !== this.#info) {
      this.#info = info;
      this.#label.textContent = languageName(info);
      this.#highlightedLength = 0;
    }
    const next = withoutLastLineBreak(content);
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
    this.#highlightedLength = 0;
  }

  /** Appends text in groups of lines. Groups include their line breaks, so the element's text is the code. */
  #append(added: string): void {
    this.#shown += added;
    for (const line of added.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      if (this.#lastGroup === undefined || this.#linesInLastGroup === linesPerGroup) {
        this.#lastGroup = newGroup();
        this.#linesInLastGroup = 0;
        this.#code.append(this.#lastGroup);
      }
      appendText(this.#lastGroup, line);
      this.#linesInLastGroup += line.endsWith('\n') ? 1 : 0;
    }
    if (this.#shown.length >= Math.max(minHighlightLength, this.#highlightedLength * 1.5)) {
      this.#highlight();
    }
  }

  /** Highlights the rest of a block that is complete. */
  finish(): void {
    if (this.#shown.length > this.#highlightedLength) {
      this.#highlight();
    }
  }

  #highlight(): void {
    const code = this.#shown;
    this.#highlightedLength = code.length;
    highlightLater(this.element, this.#info, code, linesPerGroup, (index, highlighted) =>
      this.#showHighlighted(code, index, highlighted),
    );
  }

  /** Replaces a group by its highlighted form. Text added since then stays at its end, not highlighted. */
  #showHighlighted(code: string, index: number, highlighted: DocumentFragment): void {
    const group = this.#code.children[index];
    if (group === undefined || !this.#shown.startsWith(code)) {
      return;
    }
    const added = (group.textContent ?? '').slice((highlighted.textContent ?? '').length);
    group.replaceChildren(highlighted, ...(added === '' ? [] : [added]));
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

function withoutLastLineBreak(content: string): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

function button(action: CodeAction, label: string, icon: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = `icon-button codicon ${icon}`;
  created.dataset['codeAction'] = action;
  created.setAttribute('aria-label', label);
  created.title = label;
  return created;
}

/** Finishes `dom`, if it is a code block, and all code blocks in it. */
export function finishCodeBlocks(dom: Element): void {
  CodeBlock.of(dom)?.finish();
  for (const nested of dom.querySelectorAll('.code-block')) {
    CodeBlock.of(nested)?.finish();
  }
}
