// The commands that connect: Base URL, key, model, list and check.
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { ChatSession } from '../chat/chatSession';
import type { Gateway } from '../chat/ports';
import { actionLabel, failureActions, failureSentence } from './failureText';
import type { CurrentConnection } from './currentConnection';
import { apiKeyProblem, inputApiKey, inputBaseUrl } from './inputs';
import type { KeyVault } from './keyVault';
import type { ModelLists } from './modelLists';
import { type PickedModel, pickModel } from './modelPicker';
import { runNoticeAction } from './noticeActions';
import { catalogueUrl, saveBaseUrl, saveDefaultModel, typedBaseUrl } from './settings';
import type { Failure } from '../shared/failure';

export interface GatewayCommandParts {
  readonly gateway: Gateway;
  readonly vault: KeyVault;
  readonly current: CurrentConnection;
  readonly lists: ModelLists;
  readonly session: ChatSession;
  /** Resolves when the conversation of the window before has been opened. */
  readonly restored: () => Promise<void>;
}

const keyArgument = v.object({
  baseUrl: v.exactOptional(v.string()),
  key: v.exactOptional(v.string()),
});

const steps = 3;

export class GatewayCommands {
  readonly #parts: GatewayCommandParts;

  constructor(parts: GatewayCommandParts) {
    this.#parts = parts;
  }

  /** Base URL, key and model in turn. Nothing is saved before the last step is taken. */
  async connect(): Promise<void> {
    const { gateway, vault, lists, session } = this.#parts;
    let baseUrl = typedBaseUrl();
    let step: 'baseUrl' | 'key' | 'model' = 'baseUrl';
    let newKey = '';
    for (;;) {
      if (step === 'baseUrl') {
        const typed = await inputBaseUrl(gateway, baseUrl, {
          number: 1,
          of: steps,
          canGoBack: false,
        });
        if (typed?.type !== 'value') {
          return;
        }
        if (typed.value !== baseUrl) {
          newKey = '';
        }
        baseUrl = typed.value;
        step = 'key';
        continue;
      }
      const parsed = gateway.parseBaseUrl(baseUrl);
      if (!parsed.ok) {
        return;
      }
      if (step === 'key') {
        const typed = await inputApiKey(
          gateway,
          new URL(parsed.origin).host,
          await this.#leaveOut(parsed.origin, parsed.loopback),
          { number: 2, of: steps, canGoBack: true },
        );
        if (typed === undefined) {
          return;
        }
        newKey = typed.type === 'value' ? typed.value : '';
        step = typed.type === 'value' ? 'model' : 'baseUrl';
        continue;
      }
      const picked = await pickModel(lists, {
        current: session.conversation.model,
        candidate: { typed: baseUrl, ...(newKey === '' ? {} : { key: newKey }) },
        step: { number: 3, of: steps },
      });
      switch (picked?.type) {
        case undefined:
          return;
        case 'baseUrl':
          baseUrl = picked.baseUrl;
          continue;
        case 'back':
          step = 'key';
          continue;
        case 'failure':
          step = failureActions(picked.failure.kind)[0] === 'changeBaseUrl' ? 'baseUrl' : 'key';
          continue;
        case 'model':
          await saveBaseUrl(baseUrl);
          if (newKey !== '') {
            await this.#storeKey(vault, parsed.origin, newKey);
          }
          await this.#useModel(picked.id);
          await vscode.commands.executeCommand('portico.focusChat');
          return;
      }
    }
  }

  /** Asks for the Base URL alone and saves it. */
  async changeBaseUrl(): Promise<void> {
    const typed = await inputBaseUrl(this.#parts.gateway, typedBaseUrl());
    if (typed?.type === 'value') {
      await saveBaseUrl(typed.value);
    }
  }

  /** `argument`: `{ baseUrl?: string, key?: string }` skips the questions that it answers. */
  async setApiKey(argument: unknown): Promise<void> {
    const { gateway, vault } = this.#parts;
    const given = v.parse(v.fallback(keyArgument, {}), argument ?? {});
    let address = given.baseUrl ?? typedBaseUrl();
    if (address.trim() === '') {
      await this.changeBaseUrl();
      address = typedBaseUrl();
      if (address === '') {
        return;
      }
    }
    const parsed = gateway.parseBaseUrl(address);
    if (!parsed.ok) {
      void this.#sayNoUsableBaseUrl();
      return;
    }
    const problem = given.key === undefined ? undefined : apiKeyProblem(gateway, given.key, false);
    if (problem !== undefined) {
      void vscode.window.showErrorMessage(problem);
      return;
    }
    const typed = given.key ?? (await this.#typedKey(parsed.origin));
    const key = gateway.normaliseKey(typed ?? '');
    if (key.ok) {
      await this.#storeKey(vault, parsed.origin, key.key);
    }
  }

  async removeApiKey(): Promise<void> {
    const { gateway, vault } = this.#parts;
    const parsed = gateway.parseBaseUrl(typedBaseUrl());
    if (!parsed.ok) {
      void this.#sayNoUsableBaseUrl();
      return;
    }
    const { host } = new URL(parsed.origin);
    if ((await vault.state(parsed.origin)) === 'none') {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No API key is stored for {0}.', host),
      );
      return;
    }
    const remove = vscode.l10n.t('Remove');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Remove the API key for {0}?', host),
      { modal: true },
      remove,
    );
    if (answer === remove) {
      await vault.remove(parsed.origin);
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The API key for {0} was removed.', host),
      );
    }
  }

  /** The chosen ID; undefined when none was chosen. A string argument is taken without asking. */
  async selectModel(argument: unknown): Promise<string | undefined> {
    await this.#parts.restored();
    if (typeof argument === 'string' && argument.trim() !== '') {
      return this.#useModel(argument.trim());
    }
    for (;;) {
      const picked = await pickModel(this.#parts.lists, {
        current: this.#parts.session.conversation.model,
      });
      if (picked?.type === 'model') {
        return this.#useModel(picked.id);
      }
      if (picked === undefined || !(await this.#remedy(picked))) {
        return undefined;
      }
    }
  }

  async refreshModels(): Promise<void> {
    const { l10n, window } = vscode;
    const result = await window.withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t('Fetching the model list…') },
      () => this.#parts.lists.fetch(),
    );
    if (result.ok) {
      void window.showInformationMessage(
        l10n.t('The gateway offers {0} models.', result.list.models.length),
      );
    } else {
      void this.#sayFailure(result.failure);
    }
  }

  async openCatalogue(): Promise<void> {
    const url = catalogueUrl();
    if (url !== undefined) {
      await vscode.env.openExternal(vscode.Uri.parse(url, true));
    }
  }

  async checkConnection(): Promise<void> {
    const { l10n, window } = vscode;
    const { lists, session } = this.#parts;
    const result = await window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: l10n.t('Asking the gateway…') },
      () => lists.fetch(),
    );
    if (!result.ok) {
      const proposal = await lists.workingBaseUrl(result.failure);
      void (proposal === undefined
        ? this.#sayFailure(result.failure)
        : this.#propose(proposal, result.failure));
      return;
    }
    const { models } = result.list;
    const { model } = session.conversation;
    if (model === '' || models.some(({ id }) => id === model)) {
      void window.showInformationMessage(
        l10n.t('The connection works: the gateway offers {0} models.', models.length),
      );
      return;
    }
    const choose = l10n.t('Select Model…');
    const answer = await window.showWarningMessage(
      l10n.t(
        'The connection works, but “{0}” is not among the {1} models that the gateway offers.',
        model,
        models.length,
      ),
      choose,
    );
    if (answer === choose) {
      await this.selectModel(undefined);
    }
  }

  async #useModel(model: string): Promise<string> {
    this.#parts.session.chooseModel(model);
    await saveDefaultModel(model);
    await this.#parts.lists.remember(model);
    return model;
  }

  /** Whether the picker should open again. */
  async #remedy(picked: Exclude<PickedModel, { type: 'model' }>): Promise<boolean> {
    switch (picked.type) {
      case 'baseUrl':
        await saveBaseUrl(picked.baseUrl);
        return true;
      case 'failure':
        switch (failureActions(picked.failure.kind)[0]) {
          case 'setApiKey':
            await this.setApiKey(undefined);
            return true;
          case 'changeBaseUrl':
            await this.changeBaseUrl();
            return true;
          default:
            return true;
        }
      case 'back':
        return false;
    }
  }

  async #typedKey(origin: string): Promise<string | undefined> {
    const { host } = new URL(origin);
    const typed = await inputApiKey(this.#parts.gateway, host, { allowed: false, meaning: '' });
    return typed?.type === 'value' ? typed.value : undefined;
  }

  async #leaveOut(
    origin: string,
    loopback: boolean,
  ): Promise<{ allowed: boolean; meaning: string }> {
    const { gateway, vault } = this.#parts;
    const { l10n } = vscode;
    const stored = await vault.get(origin);
    if (stored !== undefined) {
      const shown = gateway.fingerprint(stored);
      const meaning =
        shown === ''
          ? l10n.t('Leave empty to keep the stored key')
          : l10n.t('Leave empty to keep the stored key {0}', shown);
      return { allowed: true, meaning };
    }
    return {
      allowed: loopback,
      meaning: l10n.t('Leave empty if this gateway on your own machine asks for none'),
    };
  }

  async #storeKey(vault: KeyVault, origin: string, key: string): Promise<void> {
    const { l10n, window } = vscode;
    const { host } = new URL(origin);
    if (!(await vault.store(origin, key))) {
      void window.showErrorMessage(
        l10n.t(
          'VS Code could not keep the API key for {0}: its secret storage did not give it back. Check the system’s keyring.',
          host,
        ),
      );
      return;
    }
    const shown = this.#parts.gateway.fingerprint(key);
    void window.showInformationMessage(
      shown === ''
        ? l10n.t('The API key for {0} was stored.', host)
        : l10n.t('The API key {0} for {1} was stored.', shown, host),
    );
  }

  async #sayNoUsableBaseUrl(): Promise<void> {
    const set = vscode.l10n.t('Set Base URL');
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t('There is no usable Base URL that the key could belong to.'),
      set,
    );
    if (answer === set) {
      await this.changeBaseUrl();
    }
  }

  async #sayFailure(failure: Failure): Promise<void> {
    const { model } = this.#parts.session.conversation;
    const actions = failureActions(failure.kind).filter((action) => action !== 'checkConnection');
    const labels = [...actions, 'showLog' as const].map(actionLabel);
    const answer = await vscode.window.showErrorMessage(
      failureSentence(failure, model),
      ...new Set(labels),
    );
    const chosen = [...actions, 'showLog' as const].find(
      (action) => actionLabel(action) === answer,
    );
    if (chosen !== undefined) {
      await runNoticeAction(chosen, this);
    }
  }

  async #propose(proposal: string, failure: Failure): Promise<void> {
    const use = vscode.l10n.t('Use {0}', proposal);
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} The model list is found at {1}.', failureSentence(failure, ''), proposal),
      use,
    );
    if (answer === use) {
      await saveBaseUrl(proposal);
    }
  }
}
