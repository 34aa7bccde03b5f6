// Setting and removing the key of the current gateway.
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { Gateway } from '../chat/gatewayPort';
import { apiKeyProblem, inputApiKey } from './inputs';
import type { KeyVault } from './keyVault';
import type { ChangeBaseUrl } from './noticeActions';
import { typedBaseUrl } from './settings';

const argumentSchema = v.object({
  baseUrl: v.exactOptional(v.string()),
  key: v.exactOptional(v.string()),
});

export class KeyCommands {
  constructor(
    private readonly gateway: Gateway,
    private readonly vault: KeyVault,
    private readonly changeBaseUrl: ChangeBaseUrl,
  ) {}

  /** `argument`: `{ baseUrl?: string, key?: string }` skips the questions that it answers. */
  async set(argument: unknown): Promise<void> {
    const given = v.parse(v.fallback(argumentSchema, {}), argument ?? {});
    if (given.baseUrl === undefined && typedBaseUrl().trim() === '') {
      await this.changeBaseUrl();
      if (typedBaseUrl() === '') {
        return;
      }
    }
    const parsed = this.gateway.parseBaseUrl(given.baseUrl ?? typedBaseUrl());
    if (!parsed.ok) {
      await this.#sayNoUsableBaseUrl();
      return;
    }
    const host = new URL(parsed.origin).host;
    const typed = given.key ?? (await this.#ask(host));
    if (typed === undefined) {
      return;
    }
    const key = this.gateway.normaliseKey(typed);
    if (key.ok) {
      await this.store(parsed.origin, key.key);
    } else {
      void vscode.window.showErrorMessage(apiKeyProblem(key.problem));
    }
  }

  async remove(): Promise<void> {
    const { l10n, window } = vscode;
    const parsed = this.gateway.parseBaseUrl(typedBaseUrl());
    if (!parsed.ok) {
      await this.#sayNoUsableBaseUrl();
      return;
    }
    const { host } = new URL(parsed.origin);
    if ((await this.vault.state(parsed.origin)) === 'none') {
      void window.showInformationMessage(l10n.t('No API key is stored for {0}.', host));
      return;
    }
    const remove = l10n.t('Remove');
    const answer = await window.showWarningMessage(
      l10n.t('Remove the API key for {0}?', host),
      { modal: true },
      remove,
    );
    if (answer === remove) {
      await this.vault.remove(parsed.origin);
      void window.showInformationMessage(l10n.t('The API key for {0} was removed.', host));
    }
  }

  /** Stores the key and says so; a key that VS Code does not give back is an error. */
  async store(origin: string, key: string): Promise<void> {
    const { l10n, window } = vscode;
    const { host } = new URL(origin);
    if (!(await this.vault.store(origin, key))) {
      void window.showErrorMessage(
        l10n.t(
          'VS Code could not keep the API key for {0}: its secret storage did not give it back. Check the system’s keyring.',
          host,
        ),
      );
      return;
    }
    const shown = this.gateway.fingerprint(key);
    void window.showInformationMessage(
      shown === ''
        ? l10n.t('The API key for {0} was stored.', host)
        : l10n.t('The API key {0} for {1} was stored.', shown, host),
    );
  }

  async #ask(host: string): Promise<string | undefined> {
    const typed = await inputApiKey(this.gateway, host, { allowed: false, meaning: '' });
    return typed?.type === 'value' ? typed.value : undefined;
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
}
