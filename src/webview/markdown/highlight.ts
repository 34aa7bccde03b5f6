// Colours code when the browser is idle, as DOM nodes made from highlight.js's own events.
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

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

/** Longer code stays plain: highlight.js takes 0.5 ms per kB and cannot pause. UTF-16 units. */
const longestColoured = 60_000;

type Piece =
  | { readonly kind: 'open'; readonly scope: string }
  | { readonly kind: 'close' }
  | { readonly kind: 'text'; readonly text: string };

/** Keeps what highlight.js finds instead of writing it as HTML. */
class PieceEmitter implements Emitter {
  readonly pieces: Piece[] = [];

  addText(text: string): void {
    if (text !== '') {
      this.pieces.push({ kind: 'text', text });
    }
  }

  startScope(scope: string): void {
    this.pieces.push({ kind: 'open', scope });
  }

  endScope(): void {
    this.pieces.push({ kind: 'close' });
  }

  /** Scopes that keywords bring come by the two above, those of modes by these: not in the types. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof PieceEmitter) {
      this.pieces.push(...emitter.pieces);
    }
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

let made: typeof hljs | undefined;

/** Made on first use: building the grammars takes longer than opening the view may. */
function highlighter(): typeof hljs {
  if (made === undefined) {
    made = hljs.newInstance();
    made.configure({ __emitter: PieceEmitter });
    for (const [name, language] of Object.entries(languages)) {
      made.registerLanguage(name, language);
    }
  }
  return made;
}

/** The language that a fence's info string names, as it is written there. */
export function languageName(info: string): string {
  return /^[^\s{,]*/.exec(info.trim())?.[0] ?? '';
}

interface Job {
  readonly info: string;
  readonly code: string;
  readonly linesPerGroup: number;
  readonly show: (group: number, coloured: DocumentFragment) => void;
}

const jobs = new Map<Element, Job>();
let scheduled = false;

/**
 * Colours `code` when there is time, group of lines by group of lines.
 * A later call for the same element replaces an earlier one.
 */
export function colourLater(
  element: Element,
  info: string,
  code: string,
  linesPerGroup: number,
  show: (group: number, coloured: DocumentFragment) => void,
): void {
  if (code.length > longestColoured || languageName(info) === '') {
    return;
  }
  jobs.set(element, { info, code, linesPerGroup, show });
  schedule();
}

let running: Iterator<void> | undefined;

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
      return colour(job);
    }
  }
  return undefined;
}

function* colour({ info, code, linesPerGroup, show }: Job): Generator<void, void> {
  const language = languageName(info);
  const known = highlighter().getLanguage(language) !== undefined;
  yield;
  if (!known) {
    return;
  }
  const { _emitter: emitter } = highlighter().highlight(code, { language, ignoreIllegals: true });
  yield;
  if (!(emitter instanceof PieceEmitter)) {
    return;
  }
  let group = 0;
  for (const fragment of lineGroups(emitter.pieces, linesPerGroup)) {
    show(group, fragment);
    group += 1;
    yield;
  }
}

/** Scopes that are open where a group ends are opened again in the next one. */
function* lineGroups(pieces: readonly Piece[], linesPerGroup: number): Generator<DocumentFragment> {
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
  for (const piece of pieces) {
    if (piece.kind === 'open') {
      scopes.push(piece.scope);
      openScope(piece.scope);
    } else if (piece.kind === 'close') {
      scopes.pop();
      parents.pop();
    } else {
      for (const line of piece.text.split(/(?<=\n)/)) {
        if (lines === linesPerGroup) {
          yield fragment;
          fragment = new DocumentFragment();
          lines = 0;
          parents = [fragment];
          scopes.forEach(openScope);
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
