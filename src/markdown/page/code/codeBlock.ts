// A code block with its buttons, which grows by what is appended.
import * as l10n from '@vscode/l10n';
import { readFenceInfo } from '../../common/fenceInfo';
import { fileReferences, referenceOf } from '../fileReferences';
import { addFoldButton, foldCode, maxUnfoldedLines } from './codeFold';
import { CodeHighlighting } from './codeHighlighting';
import { CodeLines } from './codeLines';

/** A button with a text, before the one that copies the code. */
export interface CodeButton {
  /** The value of `data-code-action`. */
  readonly action: string;
  /** Called once the page's language is known. */
  readonly label: () => string;
}

/** @param language of the code; '' if it is unknown */
export type CodeButtonOf = (language: string) => CodeButton;

const addedButtons: CodeButtonOf[] = [];

/** To be called before there are code blocks. */
export function addCodeButton(added: CodeButtonOf): void {
  addedButtons.push(added);
}

/** The type of the event that bubbles from the element of a code block when nothing can be added to it anymore. */
export const codeBlockClosed = 'codeblockclosed';

/** The bar of a block with more lines stays in view while the block is scrolled. */
const maxLinesWithoutBar = 15;

/** Copied for each code block: texts can have thousands of them, and copies cost less than new elements. */
interface Templates {
  readonly block: HTMLElement;
  readonly buttons: DocumentFragment;
}

let templates: Templates | undefined;
let isWrapped = false;

export function isCodeWrapped(): boolean {
  return isWrapped;
}

/** Wraps the long lines of all code blocks, or stops that. */
export function wrapCode(isOn: boolean): void {
  isWrapped = isOn;
  document.documentElement.classList.toggle('wrap-code', isOn);
}

export class CodeBlock {
  readonly element: HTMLElement;
  readonly #bar: Element;
  readonly #lines: CodeLines;
  readonly #highlighting: CodeHighlighting | undefined;
  readonly #canFold: boolean;
  readonly #language: string;
  /** Appended, and not shown yet. */
  #pending = '';
  #isTall = false;
  #isLong = false;

  /**
   * `info` is a fence's info string, which starts with the language; '' for indented code. `index` is the number of the
   * block in its answer, from 0. `canFold`: long code is folded.
   */
  constructor(info: string, index: number, canFold: boolean) {
    this.#canFold = canFold;
    templates ??= createTemplates();
    this.element = document.importNode(templates.block, true);
    this.element.setAttribute('data-code-block', String(index));
    this.#bar = present(this.element.firstElementChild);
    this.#lines = new CodeLines(present(this.element.lastElementChild?.firstElementChild));
    const title = present(this.#bar.firstElementChild);
    const { language, file } = readFenceInfo(info);
    this.#language = language;
    if (language !== '') {
      present(title.firstElementChild).textContent = language;
      this.#highlighting = new CodeHighlighting(this.element, this.#lines, language);
    }
    if (file !== '') {
      title.append(fileName(file));
    } else if (language === '') {
      this.element.classList.add('untitled');
    }
  }

  /** Lines are separated by '\n'; the code ends without one. */
  append(added: string): void {
    this.#pending += added;
  }

  /** Shows what was appended. Only code has buttons. */
  update(): void {
    const added = this.#pending;
    if (added === '') {
      return;
    }
    this.#pending = '';
    if (this.#lines.length === 0 && templates !== undefined) {
      this.#bar.append(document.importNode(templates.buttons, true));
      for (const [index, buttonOf] of addedButtons.entries()) {
        setCodeButton(present(this.#bar.children[index + 1]), buttonOf(this.#language));
      }
      this.#bar.role = 'toolbar';
      this.#bar.ariaLabel = l10n.t('Code actions');
    }
    this.#lines.append(added);
    if (!this.#isTall && this.#lines.count > maxLinesWithoutBar) {
      this.#isTall = true;
      this.element.classList.add('tall');
    }
    if (!this.#isLong && this.#canFold && this.#lines.count > maxUnfoldedLines) {
      this.#isLong = true;
      foldCode(this.element);
    }
    this.#highlighting?.didGrow();
  }

  /** Shows and highlights the rest. */
  finish(): void {
    this.update();
    if (this.#isLong) {
      addFoldButton(this.element, this.#lines.count);
    }
    this.#highlighting?.finish();
    this.element.dispatchEvent(new Event(codeBlockClosed, { bubbles: true }));
  }
}

/** A button with a text for a block's header. */
export function codeButton(shown: CodeButton): HTMLButtonElement {
  const created = button('', 'code-button');
  setCodeButton(created, shown);
  return created;
}

/** Makes a button of a block's header another one. */
export function setCodeButton(element: Element, { action, label }: CodeButton): void {
  if (element instanceof HTMLElement && element.dataset['codeAction'] !== action) {
    element.dataset['codeAction'] = action;
    element.textContent = label();
  }
}

/** Adds the name of a file to the header of a block that has none. */
export function addFileName(block: Element, file: string): void {
  const title = block.querySelector('.code-title');
  if (title?.querySelector('.code-file') === null) {
    title.append(fileName(file));
    block.classList.remove('untitled');
  }
}

/** A link if the workspace has such a file. */
function fileName(file: string): HTMLElement {
  const name = document.createElement('span');
  name.className = 'code-file';
  const path = document.createElement('bdi');
  path.textContent = file;
  name.append(path);
  name.title = file;
  name.dataset['file'] = file;
  // A title may be any text.
  if (referenceOf(name) !== undefined) {
    name.classList.add('file-reference');
    fileReferences.add(name);
  }
  return name;
}

function createTemplates(): Templates {
  const block = document.createElement('div');
  block.className = 'code-block';
  block.dir = 'ltr';
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  const title = document.createElement('span');
  title.className = 'code-title';
  const language = document.createElement('span');
  language.className = 'code-language';
  title.append(language);
  bar.append(title);
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(document.createElement('code'));
  block.append(bar, pre);
  const buttons = new DocumentFragment();
  buttons.append(...addedButtons.map((buttonOf) => codeButton(buttonOf(''))));
  const more = iconButton('more', l10n.t('More'), 'codicon-ellipsis');
  more.ariaHasPopup = 'menu';
  buttons.append(iconButton('copy', l10n.t('Copy'), 'codicon-copy'), more);
  return { block, buttons };
}

/** An element of a copy, which has all elements of its template. */
function present(element: Element | null | undefined): Element {
  if (element === null || element === undefined) {
    throw new Error('The template has no such element.');
  }
  return element;
}

function iconButton(action: string, label: string, icon: string): HTMLButtonElement {
  const created = button(action, `icon-button codicon ${icon}`);
  created.setAttribute('aria-label', label);
  created.title = label;
  return created;
}

function button(action: string, className: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = className;
  created.dataset['codeAction'] = action;
  return created;
}
