// Shows what was sent, byte for byte, and gives it away as a command that anybody can run.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import {
  curlCommand,
  type LoggedRequest,
  type SentRequest,
  type SentRequestLog,
} from '../../chat/request/sentRequestLog';

const scheme = 'portico-sent';
/** Only the lenses of such a document run these, so no palette offers them. */
const copyCommand = '_portico.copySentAsCurl';
const formatCommand = '_portico.showSentFormatted';
const formattedQuery = 'formatted';

/** The document is the body alone; the rest of the request stands above it, in code lenses. */
export class SentRequestView
  implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, Disposable
{
  readonly #own = new DisposableStore();
  readonly #sent: SentRequestLog;

  constructor(sent: SentRequestLog) {
    this.#sent = sent;
    const { commands, languages, workspace } = vscode;
    this.#own.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.#own.add(languages.registerCodeLensProvider({ scheme }, this));
    this.#own.add(
      commands.registerCommand(copyCommand, (uri: unknown) => copyAsCurl(this.#at(uri))),
    );
    this.#own.add(commands.registerCommand(formatCommand, (uri: unknown) => this.#format(uri)));
  }

  /** Opens the body of a request of this answer; asks which one where there were several. */
  async show(answerId: string): Promise<void> {
    const picked = await this.#pick(answerId);
    if (picked !== undefined) {
      await open(uriOf(answerId, picked.index, picked.request));
    }
  }

  async copyAsCurl(answerId: string): Promise<void> {
    const picked = await this.#pick(answerId);
    if (picked !== undefined) {
      await copyAsCurl(picked.request);
    }
  }

  /** The body; of a window that was reloaded since, a sentence in its place. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    const request = this.#at(uri);
    if (request === undefined) {
      return noLongerKnown();
    }
    return uri.query === formattedQuery ? formatted(request.body) : request.body;
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const request = this.#at(uri);
    if (request === undefined) {
      return [];
    }
    const { method, url, headers, body } = request;
    const says = (title: string): vscode.Command => ({ title, command: '' });
    const offersFormat = uri.query !== formattedQuery && canBeFormatted(body);
    const lenses: readonly vscode.Command[] = [
      { title: vscode.l10n.t('Copy as curl'), command: copyCommand, arguments: [uri] },
      ...(offersFormat
        ? [{ title: vscode.l10n.t('Show formatted'), command: formatCommand, arguments: [uri] }]
        : []),
      says(`${method} ${url}`),
      ...Object.entries(headers).map(([name, value]) => says(`${name}: ${value}`)),
    ];
    const top = new vscode.Range(0, 0, 0, 0);
    return lenses.map((command) => new vscode.CodeLens(top, command));
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #format(uri: unknown): Promise<void> {
    if (uri instanceof vscode.Uri) {
      await open(
        uri.with({ query: formattedQuery, path: uri.path.replace(/\.json$/u, ' *.json') }),
      );
    }
  }

  /** The request that a document of this scheme shows. */
  #at(uri: unknown): LoggedRequest | undefined {
    if (!(uri instanceof vscode.Uri)) {
      return undefined;
    }
    const [, answerId = '', index = ''] = uri.path.split('/');
    return this.#sent.get(answerId)[Number(index)];
  }

  async #pick(
    answerId: string,
  ): Promise<{ readonly request: LoggedRequest; readonly index: number } | undefined> {
    const requests = this.#sent.get(answerId);
    if (requests.length === 0) {
      void vscode.window.showInformationMessage(noLongerKnown());
      return undefined;
    }
    const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' });
    const items = requests.map((request, index) => ({
      label: vscode.l10n.t('Request {0} of {1}', index + 1, requests.length),
      description: time.format(request.sentAt),
      request,
      index,
    }));
    return items.length === 1
      ? items[0]
      : vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('The question was sent more than once'),
        });
  }
}

async function copyAsCurl(request: SentRequest | undefined): Promise<void> {
  if (request === undefined) {
    void vscode.window.showInformationMessage(noLongerKnown());
    return;
  }
  await vscode.env.clipboard.writeText(curlCommand(request));
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The request is in the clipboard as a curl command for a POSIX shell. It takes the key from the variable PORTICO_API_KEY.',
    ),
  );
}

async function open(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** The last part is the name that the editor shows. */
function uriOf(answerId: string, index: number, request: LoggedRequest): vscode.Uri {
  const time = new Date(request.sentAt).toISOString().slice(11, 19).replaceAll(':', '');
  return vscode.Uri.from({ scheme, path: `/${answerId}/${index}/sent-${time}.json` });
}

function formatted(body: string): string {
  return canBeFormatted(body) ? JSON.stringify(JSON.parse(body), undefined, 2) : body;
}

/** Whether formatting changes nothing but the blanks. */
function canBeFormatted(body: string): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === body;
  } catch {
    return false;
  }
}

function noLongerKnown(): string {
  return vscode.l10n.t(
    'What was sent is no longer known. Portico keeps it in the memory of this window only, for the latest answers.',
  );
}
