// A code block with its buttons, which grows by what is appended.
import * as l10n from '@vscode/l10n';
import { CodeHighlighting } from './codeHighlighting';
import { CodeLines } from './codeLines';

/** Value of `data-code-action` on the buttons. */
type CodeAction = 'copy' | 'insert';

/** Copied for each code block: texts can have thousands of them, and copies cost less than new elements. */
interface Templates {
  readonly block: HTMLElement;
  readonly buttons: DocumentFragment;
}

let templates: Templates | undefined;

export class CodeBlock {
  readonly element: HTMLElement;
  readonly #bar: Element;
  readonly #lines: CodeLines;
  readonly #highlighting: CodeHighlighting | undefined;

  /**
   * `info` is a fence's info string, which starts with the language; '' for indented code. `index` is the number of the
   * block in its answer, from 0.
   */
  constructor(info: string, index: number) {
    templates ??= createTemplates();
    this.element = document.importNode(templates.block, true);
    this.element.setAttribute('data-code-block', String(index));
    this.#bar = present(this.element.firstElementChild);
    this.#lines = new CodeLines(present(this.element.lastElementChild?.firstElementChild));
    const language = languageName(info);
    if (language !== '') {
      present(this.#bar.firstElementChild).textContent = language;
      this.#highlighting = new CodeHighlighting(this.element, this.#lines, language);
    }
  }

  /** Only code has buttons. Lines are separated by '\n'; the code ends without one. */
  append(added: string): void {
    if (this.#lines.length === 0 && templates !== undefined) {
      this.#bar.append(document.importNode(templates.buttons, true));
    }
    this.#lines.append(added);
    this.#highlighting?.didGrow();
  }

  /** Highlights what is not highlighted yet. */
  finish(): void {
    this.#highlighting?.finish();
  }
}

/** The language named in a fence's info string, as written there. */
function languageName(info: string): string {
  return /^[^\s{,]*/.exec(info.trim())?.[0] ?? '';
}

function createTemplates(): Templates {
  const block = document.createElement('div');
  block.className = 'code-block';
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  const language = document.createElement('span');
  language.className = 'code-language';
  bar.append(language);
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(document.createElement('code'));
  block.append(bar, pre);
  const buttons = new DocumentFragment();
  buttons.append(
    button('copy', l10n.t('Copy'), 'codicon-copy'),
    button('insert', l10n.t('Insert at cursor'), 'codicon-insert'),
  );
  return { block, buttons };
}

/** An element of a copy, which has all elements of its template. */
function present(element: Element | null | undefined): Element {
  if (element === null || element === undefined) {
    throw new Error('The template has no such element.');
  }
  return element;
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
