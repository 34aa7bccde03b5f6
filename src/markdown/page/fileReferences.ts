// FileReferences: references to files of the workspace. They are text until the host reports that the file exists, then
// links.
import {
  fileReferenceOfCode,
  fileReferenceOfLink,
  maxSeenPaths,
  type FileReference,
} from '../common/fileReference';

/** Paths that appear within this time are sent together. */
const collectMs = 200;

class FileReferences {
  readonly #existing = new Set<string>();
  readonly #asked = new Set<string>();
  #pending: string[] = [];
  #ask: (paths: readonly string[]) => void = () => {};

  /** `ask` sends at most `maxSeenPaths` paths to the host. */
  connect(ask: (paths: readonly string[]) => void): void {
    this.#ask = ask;
  }

  /** Makes a link of a new element with `data-file`, now or once the host knows the file. */
  add(element: HTMLElement): void {
    const path = referenceOf(element)?.path;
    if (path === undefined) {
      return;
    }
    if (this.#existing.has(path)) {
      makeLink(element);
    } else if (!this.#asked.has(path)) {
      this.#asked.add(path);
      if (this.#pending.push(path) === 1) {
        setTimeout(() => this.#send(), collectMs);
      }
    }
  }

  /** There is a file for each of these paths. */
  didResolve(paths: readonly string[]): void {
    const added = paths.filter((path) => !this.#existing.has(path));
    if (added.length === 0) {
      return;
    }
    for (const path of added) {
      this.#existing.add(path);
    }
    for (const element of document.querySelectorAll<HTMLElement>('.file-reference')) {
      if (this.#existing.has(referenceOf(element)?.path ?? '')) {
        makeLink(element);
      }
    }
  }

  #send(): void {
    const paths = this.#pending;
    this.#pending = [];
    for (let from = 0; from < paths.length; from += maxSeenPaths) {
      this.#ask(paths.slice(from, from + maxSeenPaths));
    }
  }
}

/** One for the page, which all answers share. */
export const fileReferences = new FileReferences();

/** The file that an element with `data-file` refers to. */
export function referenceOf(element: HTMLElement): FileReference | undefined {
  const { file = '' } = element.dataset;
  return element.localName === 'code' ? fileReferenceOfCode(file) : fileReferenceOfLink(file);
}

function makeLink(element: HTMLElement): void {
  const { path, line } = referenceOf(element) ?? {};
  element.classList.add('file-link');
  element.role = 'link';
  element.tabIndex = 0;
  element.title = line === undefined ? (path ?? '') : `${path}:${line}`;
}
