// What the user has accepted of answers in this window, by answer and file. Undo writes it back.
import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { sameEnds } from '../../../base/text/sameEnds';
import { showInformation } from '../../../platform/host/window';
import { splitLines, type TextChange } from '../common/fileText';
import { AcceptedChanges, type AcceptedTexts } from '../node/acceptedChanges';
import { lineChange } from '../node/lineChange';
import { readNow } from './codeLocator';
import { writeChanges } from './writeChanges';

export class AcceptedFiles implements Disposable {
  /** By answer and URI; the oldest file is first. */
  readonly #answers = new Map<string, Map<string, AcceptedChanges>>();
  readonly #listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    for (const answerId of this.#answers.keys()) {
      this.of(answerId, document.uri.toString())?.didEdit(contentChanges.map(lineChange));
    }
  });

  /** Those that can be undone; undefined if there are none. */
  get answers(): readonly string[] | undefined {
    return this.#answers.size === 0 ? undefined : [...this.#answers.keys()];
  }

  of(answerId: string, uri: string): AcceptedChanges | undefined {
    return this.#answers.get(answerId)?.get(uri);
  }

  /** Returns undefined if the file is not what was written. */
  async textsOf(answerId: string, uri: vscode.Uri): Promise<AcceptedTexts | undefined> {
    const changes = this.of(answerId, uri.toString());
    const now = changes && (await readNow(uri));
    return now === undefined ? undefined : changes?.textsOf(now);
  }

  /** Returns a function: for a line of the text after the Accept before, from 1, the line where it was at this Accept. */
  add(
    answerId: string,
    uri: vscode.Uri,
    { before, changes, after }: AcceptedTexts & { readonly changes: readonly TextChange[] },
  ): (line: number) => number {
    const files = this.#answers.get(answerId) ?? new Map<string, AcceptedChanges>();
    const file = files.get(uri.toString()) ?? new AcceptedChanges();
    const moves = file.moves();
    file.add(before, changes, after);
    this.#answers.set(answerId, files.set(uri.toString(), file));
    return moves;
  }

  /** Writes back what the files still have, and returns their URIs. */
  async undo(answerId: string): Promise<ReadonlySet<string>> {
    const undone = new Set<string>();
    for (const key of this.#answers.get(answerId)?.keys() ?? []) {
      const uri = vscode.Uri.parse(key, true);
      const now = (await readNow(uri)) ?? '';
      const changes = this.of(answerId, key);
      const texts = changes?.textsOf(now);
      const isUndone =
        changes?.isTakenBack(now) === true ||
        (texts !== undefined && (await writeChanges(uri, now, difference(texts))) === '');
      if (isUndone) {
        undone.add(key);
      } else {
        const file = vscode.workspace.asRelativePath(uri);
        void showInformation(vscode.l10n.t('{0} has changed since. Use Undo in its editor.', file));
      }
    }
    this.#answers.delete(answerId);
    return undone;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

/** One change that gives back the text before the last one. */
function difference({ before, after }: AcceptedTexts): readonly TextChange[] {
  const [old, lines] = [splitLines(after), splitLines(before)];
  const { head, tail } = sameEnds(old, lines);
  return [{ start: head, end: old.length - tail, lines: lines.slice(head, lines.length - tail) }];
}
