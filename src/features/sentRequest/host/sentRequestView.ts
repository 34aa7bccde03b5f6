// Shows a sent request in a read-only document, formatted or byte by byte, and copies it as a curl command.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { JsonRecord } from '../../../base/mergeObjects';
import type { CommandHandlers } from '../../../chat/host/chat';
import {
  curlCommand,
  type LoggedRequest,
  type SentRequestLog,
} from '../../../conversation/node/request/sentRequestLog';
import { parameterPaths } from '../../../gateway/common/bodyParameters';
import { type SentRequest } from '../../../gateway/common/sentRequest';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { createCodeLens, showInformation, showPick } from '../../../platform/host/window';
import type { SentRequestCommand } from '../common/sentRequestViewCommands';

const scheme = 'portico-sent';
/** Run by the document's code lenses only, so the command palette does not list them. */
const copyCommand = '_portico.copySentAsCurl';
const rawCommand = '_portico.showSentRaw';
const rawQuery = 'raw';

/** The document is the body; code lenses above it show the rest of the request. */
export class SentRequestView
  implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, Disposable
{
  readonly #disposables = new DisposableStore();
  readonly #sent: SentRequestLog;
  readonly commands: CommandHandlers<SentRequestCommand> = {
    showSentRequest: ({ messageId }) => this.#show(messageId),
    copyAsCurl: ({ messageId }) => this.#copyAsCurl(messageId),
  };

  constructor(sent: SentRequestLog) {
    this.#sent = sent;
    const { commands, languages, workspace } = vscode;
    this.#disposables.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(languages.registerCodeLensProvider({ scheme }, this));
    this.#disposables.add(
      commands.registerCommand(copyCommand, (uri: unknown) => copyAsCurl(this.#requestOf(uri))),
    );
    this.#disposables.add(
      commands.registerCommand(rawCommand, (uri: unknown) => this.#showRaw(uri)),
    );
  }

  /** Opens the body of a request of this answer; lets the user pick one of several. */
  async #show(answerId: string): Promise<void> {
    const picked = await this.#pick(answerId);
    if (picked !== undefined) {
      await open(uriOf(answerId, picked.index, picked.request));
    }
  }

  async #copyAsCurl(answerId: string): Promise<void> {
    const picked = await this.#pick(answerId);
    if (picked !== undefined) {
      await copyAsCurl(picked.request);
    }
  }

  /** The body, or a sentence when the window was reloaded since. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    const request = this.#requestOf(uri);
    if (request === undefined) {
      return notAvailableText();
    }
    return uri.query === rawQuery ? request.body : formatted(request.body);
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const request = this.#requestOf(uri);
    if (request === undefined) {
      return [];
    }
    const { method, url, headers, body, parameters = {} } = request;
    const top = new vscode.Range(0, 0, 0, 0);
    const label = (text: string): vscode.CodeLens =>
      createCodeLens(top, { title: text, command: '' });
    const action = (text: string, command: string): vscode.CodeLens =>
      createCodeLens(top, { title: text, command, arguments: [uri] });
    const isFormatted = uri.query !== rawQuery && canBeFormatted(body);
    return [
      action(vscode.l10n.t('Copy as cURL'), copyCommand),
      ...(isFormatted ? [action(vscode.l10n.t('Show Raw'), rawCommand)] : []),
      label(`${method} ${url}`),
      ...parameterTexts(parameters).map(label),
      ...Object.entries(headers).map(([name, value]) => label(`${name}: ${value}`)),
    ];
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #showRaw(uri: unknown): Promise<void> {
    if (uri instanceof vscode.Uri) {
      const path = uri.path.replace(/\.json$/u, ' (raw).json');
      await open(uri.with({ query: rawQuery, path }));
    }
  }

  #requestOf(uri: unknown): LoggedRequest | undefined {
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
      void showInformation(notAvailableText());
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
      : showPick(items, { title: vscode.l10n.t('Select a Request') });
  }
}

async function copyAsCurl(request: SentRequest | undefined): Promise<void> {
  if (request === undefined) {
    void showInformation(notAvailableText());
    return;
  }
  await vscode.env.clipboard.writeText(curlCommand(request));
  void showInformation(
    vscode.l10n.t('Copied as cURL. The POSIX shell command reads the key from PORTICO_API_KEY.'),
  );
}

async function open(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** The editor shows the last part of the path as the name. */
function uriOf(answerId: string, index: number, request: LoggedRequest): vscode.Uri {
  const time = new Date(request.sentAt).toISOString().slice(11, 19).replaceAll(':', '');
  return vscode.Uri.from({ scheme, path: `/${answerId}/${index}/sent-${time}.json` });
}

function formatted(body: string): string {
  return canBeFormatted(body) ? JSON.stringify(JSON.parse(body), undefined, 2) : body;
}

/** Whether formatting changes nothing but white space. */
function canBeFormatted(body: string): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === body;
  } catch {
    return false;
  }
}

/** The fields of the body that the settings added, and those that they removed. */
function parameterTexts(parameters: JsonRecord): readonly string[] {
  const { set, removed } = parameterPaths(parameters);
  const { l10n } = vscode;
  return [
    ...(set.length === 0 ? [] : [l10n.t('From portico.models: {0}', joinItems(set))]),
    ...(removed.length === 0 ? [] : [l10n.t('Removed by portico.models: {0}', joinItems(removed))]),
  ];
}

function notAvailableText(): string {
  return vscode.l10n.t(
    'The request is no longer available. Portico keeps the latest requests in the memory of this window only.',
  );
}
