// The errors that VS Code's language extensions report after changes were accepted, for the report below the answer.
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { DisposableStore } from '../../../base/disposable';
import type { WindowState } from '../../../chat/node/windowState';
import { isFile } from '../../../workspace/host/filePlace';
import { openDocument } from '../../../workspace/host/readText';
import { ErrorWatch, type ErrorsOfFile } from '../node/errorWatch';
import { lineChange } from '../node/lineChange';
import type { FoundError } from '../node/newErrors';

export interface LanguageError extends FoundError {
  readonly diagnostic: vscode.Diagnostic;
}

/** Longer lists are left to VS Code's Problems view. */
const maxPlaces = 5;

export function watchErrors(
  { clock, windowState }: { readonly clock: Clock; readonly windowState: WindowState },
  disposables: DisposableStore,
): ErrorWatch<LanguageError> {
  const watch = new ErrorWatch<LanguageError>({
    clock,
    errorsOf,
    show: (found) => {
      const texts = [...found].map(([answerId, files]) => [answerId, errorsText(files)] as const);
      const newErrors = texts.length === 0 ? undefined : Object.fromEntries(texts);
      windowState.update({ type: 'newErrors', newErrors });
    },
  });
  const { workspace, languages } = vscode;
  const didOpen = ({ uri }: vscode.TextDocument): void => {
    if (isFile(uri)) {
      watch.didOpen(uri.toString());
    }
  };
  workspace.textDocuments.forEach(didOpen);
  const listening = new DisposableStore(
    watch,
    workspace.onDidOpenTextDocument(didOpen),
    workspace.onDidCloseTextDocument(({ uri }) => watch.didClose(uri.toString())),
    workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
      if (isFile(uri) && contentChanges.length > 0) {
        watch.didChange(uri.toString(), contentChanges.map(lineChange));
      }
    }),
    languages.onDidChangeDiagnostics(({ uris }) => watch.didReport(uris.map(String))),
  );
  disposables.add(listening);
  return watch;
}

function errorsOf(uri: string): readonly LanguageError[] {
  const { languages, Uri, DiagnosticSeverity } = vscode;
  const file = Uri.parse(uri, true);
  const document = openDocument(file);
  return languages
    .getDiagnostics(file)
    .filter(({ severity }) => severity === DiagnosticSeverity.Error)
    .map((diagnostic) => {
      const { range, message, code, source = '' } = diagnostic;
      const { line } = range.start;
      // The report may be about a text that was longer.
      const isThere = document !== undefined && line < document.lineCount;
      return {
        line,
        message,
        code: String(typeof code === 'object' ? code.value : (code ?? '')),
        source,
        text: isThere ? document.lineAt(line).text.trim() : '',
        diagnostic,
      };
    });
}

/** `2 new errors: a.ts:14, b.ts:3 · c.ts has 1 error` */
function errorsText(files: readonly ErrorsOfFile<FoundError>[]): string {
  const { l10n } = vscode;
  const nameOf = (uri: string): string =>
    vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true));
  const places = files
    .filter(({ areNew }) => areNew)
    .flatMap(({ uri, errors }) =>
      errors
        .map(({ line }) => line + 1)
        .toSorted((a, b) => a - b)
        .map((line) => `${nameOf(uri)}:${line}`),
    );
  const more = places.length > maxPlaces ? ['…'] : [];
  const list = [...places.slice(0, maxPlaces), ...more].join(', ');
  const others = files
    .filter(({ areNew }) => !areNew)
    .map(({ uri, errors: { length } }) =>
      length === 1
        ? l10n.t('{0} has 1 error', nameOf(uri))
        : l10n.t('{0} has {1} errors', nameOf(uri), length),
    );
  const added =
    places.length === 0
      ? []
      : [
          places.length === 1
            ? l10n.t('1 new error: {0}', list)
            : l10n.t('{0} new errors: {1}', places.length, list),
        ];
  return [...added, ...others].join(' · ');
}
