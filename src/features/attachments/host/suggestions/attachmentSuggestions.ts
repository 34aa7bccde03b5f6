// Suggests what can be attached after `@` or `#`: files ranked by use, open editors and nearness to the active file, and
// the kinds of the Attach button.
import * as vscode from 'vscode';
import { isSecretFileName } from '../../../secrets/node/secretFileNames';
import { FuzzyRanking, type RankingContext } from '../../node/fuzzyRanking';
import type { Suggestion } from '../../common/attachmentsView';
import type { Chat } from '../../../chatView/host/chats/chat';
import { attachmentRows, attachTarget } from '../attach';
import type { FolderFiles, WorkspaceFileList } from '../fileList/workspaceFileList';
import { filePlace, relativeName } from '../filePlace';
import { type AttachmentRow, refuse } from '../sources/attachResult';
import { openEditorUris } from '../sources/openEditors';
import type { SuggestionSource } from './suggestionLists';

const maxFiles = 30;
const maxRecent = 20;
/** How many suggestions can still be chosen. */
const maxShown = 500;

export interface AttachmentSuggestionsDeps {
  readonly files: Pick<WorkspaceFileList, 'get'>;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

export class AttachmentSuggestions implements SuggestionSource {
  readonly #deps: AttachmentSuggestionsDeps;
  /** Names of files that were chosen, last one first. */
  #recent: readonly string[] = [];
  /**
   * What was suggested, by ID: the page can choose nothing else. Lists of earlier queries count, too: a page shows one until the
   * next arrives, and there may be several pages.
   */
  readonly #shown = new Map<string, vscode.Uri | AttachmentRow>();

  constructor(deps: AttachmentSuggestionsDeps) {
    this.#deps = deps;
  }

  async suggest(
    query: string,
    show: (items: readonly Suggestion[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { known, updated } = this.#deps.files.get();
    if (known !== undefined || updated !== undefined) {
      show(this.#itemsOf(known ?? [], query));
    }
    const folders = await updated;
    if (folders !== undefined && !signal.aborted) {
      show(this.#itemsOf(folders, query));
    }
  }

  async choose(id: string, { draft }: Chat): Promise<void> {
    const chosen = this.#shown.get(id);
    if (chosen === undefined) {
      return;
    }
    const target = attachTarget(draft, this.#deps.lastEditor());
    if (!(chosen instanceof vscode.Uri)) {
      await chosen.attachTo(target);
      return;
    }
    const { name, isInside, isSecret } = await filePlace(chosen);
    if (!isInside || isSecret) {
      const text = isSecret
        ? vscode.l10n.t('{0} may contain secrets. Attach it with the Attach button.', name)
        : vscode.l10n.t("{0} isn't in the workspace. Attach it with the Attach button.", name);
      target.add(refuse(text));
      return;
    }
    this.#recent = [name, ...this.#recent.filter((other) => other !== name)].slice(0, maxRecent);
    await target.addFile(chosen);
  }

  #itemsOf(folders: readonly FolderFiles[], query: string): readonly Suggestion[] {
    const rows = attachmentRows()
      .filter(({ label }) => matchesWords(label, query))
      .map((row): Suggestion => {
        this.#didShow(row.id, row);
        return { id: row.id, label: row.label, icon: row.icon };
      });
    // All of 200,000 paths take 50 ms at most.
    const ranking = new FuzzyRanking(query, this.#context(), maxFiles);
    for (const { prefix, paths } of folders) {
      for (const path of paths) {
        ranking.add(prefix + path);
      }
    }
    const files = ranking.best.flatMap(({ path }): readonly Suggestion[] => {
      const uri = uriOf(folders, path);
      if (uri === undefined || isSecretFileName(uri.path)) {
        return [];
      }
      const id = uri.toString();
      this.#didShow(id, uri);
      const end = path.lastIndexOf('/');
      const description = path.slice(0, Math.max(0, end));
      const label = path.slice(end + 1);
      return [{ id, label, icon: 'file', ...(description === '' ? {} : { description }) }];
    });
    return files.toSpliced(rowsAt(files, query), 0, ...rows);
  }

  #didShow(id: string, suggested: vscode.Uri | AttachmentRow): void {
    this.#shown.delete(id);
    this.#shown.set(id, suggested);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > maxShown && oldest !== undefined) {
      this.#shown.delete(oldest);
    }
  }

  #context(): RankingContext {
    const editor = this.#deps.lastEditor();
    return {
      recent: new Map(this.#recent.map((name, index) => [name, index])),
      open: new Set(openEditorUris().map(nameOf)),
      active: editor === undefined ? '' : nameOf(editor.document.uri),
    };
  }
}

function nameOf(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder === undefined ? '' : relativeName(folder, uri);
}

function uriOf(folders: readonly FolderFiles[], path: string): vscode.Uri | undefined {
  const found = folders.find(({ prefix }) => path.startsWith(prefix));
  return found && vscode.Uri.joinPath(found.folder.uri, path.slice(found.prefix.length));
}

/**
 * Where the kinds of the Attach button are inserted into the files. A query that is in the name of a file most likely
 * means that file, so these files come first. The other files only have the letters of the query, scattered over their
 * paths, so a kind is more likely than they are. Kinds come first of all if nothing is typed, so that they are seen, and
 * if the query has a blank, which names of files seldom have.
 */
function rowsAt(files: readonly Suggestion[], query: string): number {
  if (query === '' || query.includes(' ')) {
    return 0;
  }
  const typed = query.toLowerCase();
  const at = files.findIndex(({ label }) => !label.toLowerCase().includes(typed));
  return at === -1 ? files.length : at;
}

/** Whether each word of the query begins a word of the label. */
function matchesWords(label: string, query: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}
