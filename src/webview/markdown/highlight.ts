// Syntax highlighting in idle time. It creates DOM nodes from highlight.js's tokens, never HTML strings.
import hljs from 'highlight.js/lib/core';
import type { Emitter } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { once } from '../../base/once';

// prettier-ignore
const languages = {
  bash, c, cpp, csharp, css, diff, go, java, javascript, json, kotlin, markdown, php, python, ruby, rust, sql,
  swift, typescript, xml, yaml,
};

/**
 * In UTF-16 units. Longer code stays plain: highlight.js takes 0.5 ms per kB, cannot pause, and in some languages takes
 * 16 s for 60 kB of words that look like a declaration.
 */
const maxHighlightedLength = 20_000;

/** In UTF-16 units. highlight.js takes minutes for some nested code that is one long line. */
const maxHighlightedLineLength = 1_000;
const longLine = new RegExp(`[^\\n]{${maxHighlightedLineLength + 1}}`);

/** Code within more scopes gets the color of the last of them: thousands of nested elements crash the browser. */
const maxScopes = 64;

type HighlightToken =
  | { readonly kind: 'open'; readonly scope: string }
  | { readonly kind: 'close' }
  | { readonly kind: 'text'; readonly text: string };

/** Records highlight.js's tokens instead of writing HTML. */
class TokenRecorder implements Emitter {
  readonly tokens: HighlightToken[] = [];

  addText(text: string): void {
    if (text !== '') {
      this.tokens.push({ kind: 'text', text });
    }
  }

  startScope(scope: string): void {
    this.tokens.push({ kind: 'open', scope });
  }

  endScope(): void {
    this.tokens.push({ kind: 'close' });
  }

  /** highlight.js opens the scopes of modes through `openNode`, which its types lack, and others through `startScope`. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenRecorder) {
      // Not spread: a call has a maximum number of arguments.
      for (const token of emitter.tokens) {
        this.tokens.push(token);
      }
    }
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

/** Created on first use: building the grammars would delay the opening of the view. */
const highlighter = once(() => {
  const instance = hljs.newInstance();
  instance.configure({ __emitter: TokenRecorder });
  for (const [name, language] of Object.entries(languages)) {
    instance.registerLanguage(name, language);
  }
  return instance;
});

/** The language named in a fence's info string, as written there. */
export function languageName(info: string): string {
  return /^[^\s{,]*/.exec(info.trim())?.[0] ?? '';
}

interface Job {
  readonly info: string;
  readonly code: string;
  readonly linesPerGroup: number;
  readonly show: (group: number, highlighted: DocumentFragment) => void;
}

const jobs = new Map<Element, Job>();
let scheduled = false;

/** Highlights `code` in idle time, one group of lines at a time. A later call for the element replaces this one. */
export function highlightLater(
  element: Element,
  info: string,
  code: string,
  linesPerGroup: number,
  show: (group: number, highlighted: DocumentFragment) => void,
): void {
  if (code.length > maxHighlightedLength || longLine.test(code) || languageName(info) === '') {
    return;
  }
  jobs.set(element, { info, code, linesPerGroup, show });
  schedule();
}

let running: Iterator<void> | undefined;

export function isHighlighting(): boolean {
  return scheduled;
}

function schedule(): void {
  if (!scheduled) {
    scheduled = true;
    requestIdleCallback(work);
  }
}

function work(deadline: IdleDeadline): void {
  scheduled = false;
  do {
    running ??= nextJob();
    if (running === undefined) {
      return;
    }
    if (running.next().done === true) {
      running = undefined;
    }
  } while (deadline.timeRemaining() > 4);
  schedule();
}

function nextJob(): Iterator<void> | undefined {
  for (const [element, job] of jobs) {
    jobs.delete(element);
    if (element.isConnected) {
      return highlightJob(job);
    }
  }
  return undefined;
}

function* highlightJob({ info, code, linesPerGroup, show }: Job): Generator<void, void> {
  const language = languageName(info);
  const known = highlighter().getLanguage(language) !== undefined;
  yield;
  if (!known) {
    return;
  }
  const { _emitter: emitter } = highlighter().highlight(code, { language, ignoreIllegals: true });
  yield;
  if (!(emitter instanceof TokenRecorder)) {
    return;
  }
  let group = 0;
  for (const fragment of lineGroups(emitter.tokens, linesPerGroup)) {
    show(group, fragment);
    group += 1;
    yield;
  }
}

/** Splits tokens into groups of lines. Scopes that are open at the end of a group are opened again in the next. */
function* lineGroups(
  tokens: readonly HighlightToken[],
  linesPerGroup: number,
): Generator<DocumentFragment> {
  let fragment = new DocumentFragment();
  let lines = 0;
  let parents: Node[] = [fragment];
  const scopes: string[] = [];
  const openScope = (scope: string): void => {
    const span = document.createElement('span');
    span.className = scopeClass(scope);
    parents.at(-1)?.appendChild(span);
    parents.push(span);
  };
  for (const token of tokens) {
    if (token.kind === 'open') {
      if (scopes.push(token.scope) <= maxScopes) {
        openScope(token.scope);
      }
    } else if (token.kind === 'close') {
      if (scopes.length <= maxScopes) {
        parents.pop();
      }
      scopes.pop();
    } else {
      for (const line of token.text.split(/(?<=\n)/)) {
        if (lines === linesPerGroup) {
          yield fragment;
          fragment = new DocumentFragment();
          lines = 0;
          parents = [fragment];
          scopes.slice(0, maxScopes).forEach(openScope);
        }
        parents.at(-1)?.appendChild(document.createTextNode(line));
        if (line.endsWith('\n')) {
          lines += 1;
        }
      }
    }
  }
  yield fragment;
}

/** `title.function` becomes `hl-title hl-title-function`. */
function scopeClass(scope: string): string {
  const [name = '', detail] = scope.replaceAll(':', '-').split('.');
  return detail === undefined ? `hl-${name}` : `hl-${name} hl-${name}-${detail}`;
}
