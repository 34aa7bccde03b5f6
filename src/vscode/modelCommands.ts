// Selecting a model, fetching the list anew and opening the catalogue.
import * as vscode from 'vscode';
import type { ChatSession } from '../chat/chatSession';
import type { Failure } from '../shared/failure';
import { failureActions } from './failureText';
import { changesText } from './listChangesText';
import type { ModelLists } from './modelLists';
import { pickModel } from './modelPicker';
import { type ChangeBaseUrl, runNoticeAction } from './noticeActions';
import { openLink } from './openLink';
import { sayFailure } from './sayFailure';
import { catalogueUrl, defaultModel, saveBaseUrl, saveDefaultModel } from './settings';

export class ModelCommands {
  constructor(
    private readonly lists: ModelLists,
    private readonly session: ChatSession,
    private readonly changeBaseUrl: ChangeBaseUrl,
    /** Resolves when the conversation of the window before has been opened. */
    private readonly restored: () => Promise<void>,
  ) {}

  /** The model of the open conversation; `''` when none is chosen. */
  get current(): string {
    return this.session.conversation.model;
  }

  /** The chosen ID; undefined when none was chosen. A string argument is taken without asking. */
  async select(argument: unknown): Promise<string | undefined> {
    if (typeof argument === 'string' && argument.trim() !== '') {
      return this.use(argument.trim());
    }
    await this.restored();
    for (;;) {
      const picked = await pickModel(this.lists, { current: this.current });
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
      }
    }
  }

  /** Takes a model for the open conversation and for new ones. */
  async use(model: string): Promise<string> {
    await this.restored();
    this.session.chooseModel(model);
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
      l10n.t('This chat goes on with “{0}”. Shall new chats begin with it too?', model),
      make,
    );
    if (answer === make) {
      await saveDefaultModel(model);
    }
  }

  async refresh(): Promise<void> {
    const { l10n, window } = vscode;
    const result = await window.withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t('Fetching the model list…') },
      () => this.lists.fetch(),
    );
    if (result.ok) {
      const offered = l10n.t('The gateway offers {0} models.', result.list.models.length);
      const changes = changesText(await this.lists.lastChanges());
      void window.showInformationMessage([offered, ...changes].join(' '));
    } else {
      await sayFailure(result.failure, this.changeBaseUrl);
    }
  }

  async openCatalogue(): Promise<void> {
    const url = catalogueUrl();
    if (url !== undefined) {
      await openLink(url);
    }
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
