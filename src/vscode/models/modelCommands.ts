// Selecting a model, fetching the list anew and opening the catalogue.
import * as vscode from 'vscode';
import type { Failure } from '../../shared/conversation/failure';
import { changesText } from './listChangesText';
import { runCommand } from '../platform/typedCommands';
import type { Gateways } from '../gateway/gateways';
import type { ModelLists } from './modelLists';
import { pickModel } from './modelPicker';
import {
  type ChangeBaseUrl,
  failureActions,
  runNoticeAction,
  showFailure,
} from '../text/failureActions';
import type { ChatWindow } from '../chats/chatWindow';
import { openLink } from '../platform/openLink';
import { catalogUrl, defaultModel, saveBaseUrl, saveDefaultModel } from '../settings';
import { escapeLinks } from '../platform/escapeCodicons';

export class ModelCommands {
  constructor(
    private readonly lists: ModelLists,
    private readonly gateways: Gateways,
    private readonly chats: ChatWindow,
    private readonly changeBaseUrl: ChangeBaseUrl,
    /** Resolves when the conversation of the window before has been opened. */
    private readonly restored: () => Promise<void>,
  ) {}

  /** The model of the chat that was used last; `''` when none is chosen. */
  get current(): string {
    return this.chats.current.session.conversation.model;
  }

  /** The chosen ID; undefined when none was chosen. A string argument is taken without asking. */
  async select(model?: string): Promise<string | undefined> {
    if (model !== undefined) {
      return this.use(model);
    }
    for (;;) {
      const picked = await pickModel(this.lists, {
        current: this.restored().then(() => this.current),
        switchFrom: this.#switchFrom(),
      });
      switch (picked?.type) {
        case undefined:
        case 'back':
          return undefined;
        case 'model':
          return this.use(picked.id);
        case 'baseUrl':
          await saveBaseUrl(picked.baseUrl);
          break;
        case 'failure':
          await this.#remedy(picked.failure);
          break;
        case 'gateway':
          return runCommand('switchGateway');
      }
    }
  }

  /** Takes a model for the chat that was used last and for new ones. */
  async use(model: string): Promise<string> {
    await this.restored();
    this.chats.current.session.chooseModel(model);
    await saveDefaultModel(model);
    await this.lists.remember(model);
    return model;
  }

  /** A conversation has gone on with another model than new ones begin with. */
  async offerAsDefault(model: string): Promise<void> {
    await this.lists.remember(model);
    if (defaultModel() === model) {
      return;
    }
    const { l10n, window } = vscode;
    const make = l10n.t('Make It the Default');
    const answer = await window.showInformationMessage(
      l10n.t(
        'This chat goes on with “{0}”. Shall new chats begin with it too?',
        escapeLinks(model),
      ),
      make,
    );
    if (answer === make) {
      await saveDefaultModel(model);
    }
  }

  /** Before another gateway takes this one's place: its model is what it is come back to with. */
  async leaveGateway(): Promise<void> {
    await this.restored();
    if (this.current !== '') {
      await this.lists.remember(this.current);
    }
  }

  /**
   * The model used last on the gateway that has come. Where there is none, another key at the same
   * address goes on with the model of the moment, and at another one it is asked for.
   */
  async useLast(isSameAddress: boolean): Promise<string | undefined> {
    await this.restored();
    const [last = isSameAddress ? this.current : ''] = await this.lists.recent();
    if (last !== '') {
      return this.use(last);
    }
    // The model of the gateway before means nothing here, should the picker be left with Escape.
    this.chats.current.session.chooseModel('');
    await saveDefaultModel('');
    return this.select();
  }

  async refresh(): Promise<void> {
    const { l10n, window } = vscode;
    const result = await window.withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t('Fetching the model list…') },
      () => this.lists.fetch(),
    );
    if (result.ok) {
      const offered = l10n.t('The gateway offers {0} models.', result.list.models.length);
      const changes = changesText(await result.changes);
      void window.showInformationMessage(escapeLinks([offered, ...changes].join(' ')));
    } else {
      await showFailure(result.failure, this.changeBaseUrl);
    }
  }

  async openCatalog(): Promise<void> {
    const url = catalogUrl();
    if (url !== undefined) {
      await openLink(url);
    }
  }

  /** What the gateway in use is called, where there is another one to switch to. */
  async #switchFrom(): Promise<string | undefined> {
    const choices = await this.gateways.choices().catch(() => []);
    const here = choices.find(({ current }) => current);
    return choices.length < 2 ? undefined : (here?.named?.name ?? here?.baseUrl ?? '');
  }

  /** What helps is done before the picker opens again and asks the gateway anew. */
  async #remedy(failure: Failure): Promise<void> {
    const help = failureActions(failure.kind).find(
      (action) => action === 'setApiKey' || action === 'changeBaseUrl',
    );
    if (help !== undefined) {
      await runNoticeAction(help, this.changeBaseUrl);
    }
  }
}
