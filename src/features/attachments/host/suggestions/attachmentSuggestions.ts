// Suggests what can be attached after `@` or `#`: files ranked by use, open editors and nearness to the active file, the
// kinds of the Attach button, and symbols of the workspace.
import * as vscode from 'vscode';
import type { Clock } from '../../../../base/clock';
import type { Chat } from '../../../../chat/host/chat';
import { refuse } from '../../../../workspace/host/attachResult';
import { filePlace, pathPrefix, relativeName } from '../../../../workspace/host/filePlace';
import {
  foundSymbolAttachment,
  workspaceSymbols,
} from '../../../../workspace/host/symbolAttachment';
import type { FolderFiles, WorkspaceFileList } from '../../../../workspace/host/workspaceFileList';
import { isSecretFileName } from '../../../../workspace/node/secretFileNames';
import type { Suggestion } from '../../common/attachmentsView';
import { FuzzyRanking, type RankingContext } from '../../node/fuzzyRanking';
import { isMeant } from '../../node/rowMatch';
import { attachmentRows, attachTarget } from '../attach';
import type { AttachmentRow } from '../sources/attachmentRow';
import { openEditorUris } from '../sources/openEditors';
import type { SuggestionSource } from './suggestionLists';

const maxFiles = 30;
const maxRecent = 20;
/** How many files of the editor precede the kinds when nothing is typed; the list has eight rows. */
const maxFirst = 4;
/** A shorter name finds too many symbols. */
const minSymbolQuery = 3;
const maxSymbols = 8;
/** How long the language extensions wait for the next key press: each query is work for all of them. */
const symbolDelayMs = 150;
/** How many suggestions can still be chosen. */
const maxShown = 500;

export interface AttachmentSuggestionsDeps {
  readonly clock: Clock;
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
  readonly #shown = new Map<string, vscode.Uri | AttachmentRow | vscode.SymbolInformation>();

  constructor(deps: AttachmentSuggestionsDeps) {
    this.#deps = deps;
  }

  async suggest(
    query: string,
    show: (items: readonly Suggestion[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { known, updated } = this.#deps.files.get();
    let folders = known ?? openFiles();
    let symbols: readonly Suggestion[] = [];
    const showAll = (): void => {
      if (!signal.aborted) {
        show(this.#itemsOf(folders, query, symbols));
      }
    };
    showAll();
    await Promise.all([
      updated?.then((all) => {
        folders = all;
        showAll();
      }),
      this.#findSymbols(query, signal).then((found) => {
        symbols = found;
        showAll();
      }),
    ]);
  }

  async choose(id: string, { draft }: Chat): Promise<void> {
    const chosen = this.#shown.get(id);
    if (chosen === undefined) {
      return;
    }
    const target = attachTarget(draft, this.#deps.lastEditor());
    if ('attachTo' in chosen) {
      await chosen.attachTo(target);
      return;
    }
    const uri = 'location' in chosen ? chosen.location.uri : chosen;
    const { name, isInside, isSecret } = await filePlace(uri);
    if (!isInside || isSecret) {
      const text = isSecret
        ? vscode.l10n.t('{0} may contain secrets. Attach it with the Attach button.', name)
        : vscode.l10n.t("{0} isn't in the workspace. Attach it with the Attach button.", name);
      target.add(refuse(text));
      return;
    }
    if ('location' in chosen) {
      target.add(await foundSymbolAttachment(chosen));
      return;
    }
    this.#recent = [name, ...this.#recent.filter((other) => other !== name)].slice(0, maxRecent);
    await target.addFile(chosen);
  }

  /** Some language extensions find all letters anywhere: only names that have what is typed are suggested. */
  async #findSymbols(query: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
    if (query.length < minSymbolQuery || /[^$\p{ID_Continue}]/u.test(query)) {
      return [];
    }
    await new Promise<void>((resolve) => this.#deps.clock.after(symbolDelayMs, resolve));
    if (signal.aborted) {
      return [];
    }
    const typed = query.toLowerCase();
    const found = (await workspaceSymbols(query)).filter(
      ({ name, location }) =>
        name.toLowerCase().includes(typed) &&
        vscode.workspace.getWorkspaceFolder(location.uri) !== undefined &&
        !isSecretFileName(location.uri.path),
    );
    return found.slice(0, maxSymbols).map((symbol): Suggestion => {
      const { uri, range } = symbol.location;
      const id = `symbol ${symbol.name} ${uri.toString()}#${range.start.line}`;
      this.#didShow(id, symbol);
      return { id, label: symbol.name, icon: 'symbol-class', description: nameOf(uri) };
    });
  }

  #itemsOf(
    folders: readonly FolderFiles[],
    query: string,
    symbols: readonly Suggestion[],
  ): readonly Suggestion[] {
    const rows = attachmentRows()
      .filter((row) => isMeant(row, query))
      .map((row): Suggestion => {
        this.#didShow(row.id, row);
        return { id: row.id, label: row.label, icon: row.icon };
      });
    const context = this.#context();
    // All of 200,000 paths take 50 ms at most.
    const ranking = new FuzzyRanking(query, context, maxFiles);
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
    if (query === '') {
      const used = ranking.best.filter(
        ({ path }) => context.open.has(path) || context.recent.has(path),
      );
      return files.toSpliced(Math.min(used.length, maxFirst), 0, ...rows);
    }
    return files.toSpliced(rowsAt(files, query), 0, ...rows, ...symbols);
  }

  #didShow(id: string, suggested: vscode.Uri | AttachmentRow | vscode.SymbolInformation): void {
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

/**
 * What is shown the first time in a window, until the files of the workspace are listed. The page keeps the row active that it
 * showed first, so the open files are there from the start.
 */
function openFiles(): readonly FolderFiles[] {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.map((folder) => {
    const prefix = pathPrefix(folder);
    const uris = openEditorUris().filter(
      (uri) => vscode.workspace.getWorkspaceFolder(uri)?.index === folder.index,
    );
    return { folder, prefix, paths: uris.map((uri) => nameOf(uri).slice(prefix.length)) };
  });
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
 * Where the kinds of the Attach button and the symbols are inserted into the files. A query that is in the name of a file
 * most likely means that file, so these files come first. The other files only have the letters of the query, scattered
 * over their paths, so a kind or a symbol is more likely than they are. Kinds come first of all if the query has a blank,
 * which names of files seldom have.
 */
function rowsAt(files: readonly Suggestion[], query: string): number {
  if (query.includes(' ')) {
    return 0;
  }
  const typed = query.toLowerCase();
  const at = files.findIndex(({ label }) => !label.toLowerCase().includes(typed));
  return at === -1 ? files.length : at;
}
