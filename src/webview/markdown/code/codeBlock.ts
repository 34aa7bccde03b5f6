// A code block with its buttons, which grows by what is appended.
import * as l10n from '@vscode/l10n';
import { CodeHighlighting } from './codeHighlighting';
import { CodeLines } from './codeLines';

/** Value of `data-code-action` on the buttons. */
type CodeAction = 'copy' | 'insert';

export class CodeBlock {
  readonly element = document.createElement('div');
  readonly #bar: HTMLElement;
  readonly #lines: CodeLines;
  readonly #highlighting: CodeHighlighting | undefined;

  /**
   * `info` is a fence's info string, which starts with the language; '' for indented code. `index` is the number of the
   * block in its answer, from 0.
   */
  constructor(info: string, index: number) {
    this.element.className = 'code-block';
    this.element.dataset['codeBlock'] = String(index);
    const language = languageName(info);
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    const label = document.createElement('span');
    label.className = 'code-language';
    label.textContent = language;
    bar.append(label);
    this.#bar = bar;
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    const code = document.createElement('code');
    pre.append(code);
    this.element.append(bar, pre);
    this.#lines = new CodeLines(code);
    if (language !== '') {
      this.#highlighting = new CodeHighlighting(this.element, this.#lines, language);
    }
  }

  /** Only code has buttons. Lines are separated by '\n'; the code ends without one. */
  append(added: string): void {
    if (this.#lines.length === 0) {
      this.#bar.append(
        button('copy', l10n.t('Copy'), 'codicon-copy'),
        button('insert', l10n.t('Insert at cursor'), 'codicon-insert'),
      );
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

function button(action: CodeAction, label: string, icon: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = `icon-button codicon ${icon}`;
  created.dataset['codeAction'] = action;
  created.setAttribute('aria-label', label);
  created.title = label;
  return created;
}
