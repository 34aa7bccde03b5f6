// Setting and removing the keys of a gateway.
import * as vscode from 'vscode';
import type { Gateway } from '../../chat/gatewayPort';
import { keyLabelProblem } from '../../chat/gateways';
import type { Gateways } from './gateways';
import { apiKeyProblem, inputApiKey } from './inputs';
import { keyLabelProblemText, keyName, keyPlace } from './keyLabelText';
import type { KeyRef, KeyVault } from './keyVault';
import type { ChangeBaseUrl } from '../text/failureActions';
import { escapeCodicons } from '../platform/escapeCodicons';
import type { CommandArgument } from '../platform/typedCommands';
import { typedBaseUrl } from '../settings';

export class KeyCommands {
  constructor(
    private readonly gateway: Gateway,
    private readonly vault: KeyVault,
    private readonly gateways: Gateways,
    private readonly changeBaseUrl: ChangeBaseUrl,
  ) {}

  /** Without a label it sets the key that the gateway uses now. */
  async set(given: CommandArgument<'setApiKey'> = {}): Promise<void> {
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
    const label = given.label?.trim() ?? (await this.gateways.forBaseUrl(parsed)).keyLabel;
    const problem = label === '' ? undefined : keyLabelProblem(label);
    if (problem !== undefined) {
      void vscode.window.showErrorMessage(keyLabelProblemText(problem));
      return;
    }
    await this.ask({ origin: parsed.origin, label }, given.key);
  }

  /** Asks for the key unless it is `given`, and stores it. Returns whether it is stored. */
  async ask(ref: KeyRef, given?: string): Promise<boolean> {
    const typed = given ?? (await this.#type(ref));
    if (typed === undefined) {
      return false;
    }
    const key = this.gateway.normalizeKey(typed);
    if (!key.ok) {
      void vscode.window.showErrorMessage(apiKeyProblem(key.problem));
      return false;
    }
    return this.store(ref, key.key);
  }

  async remove(): Promise<void> {
    const { l10n, window } = vscode;
    const here = await this.gateways.current();
    if (here === undefined) {
      await this.#sayNoUsableBaseUrl();
      return;
    }
    const { origin } = here;
    const { host } = new URL(origin);
    const labels = await this.vault.labels(origin);
    const label = labels.length > 1 ? await this.#pick(here, labels) : labels[0];
    if (label === undefined) {
      if (labels.length === 0) {
        void window.showInformationMessage(l10n.t('No API key is stored for {0}.', host));
      }
      return;
    }
    const remove = l10n.t('Remove');
    const place = keyPlace(host, label);
    const answer = await window.showWarningMessage(
      l10n.t('Remove the API key {0}?', place),
      { modal: true },
      remove,
    );
    if (answer === remove) {
      await this.vault.remove({ origin, label });
      void window.showInformationMessage(await this.#removed(host, label));
    }
  }

  /** Stores the key and says so; a key that VS Code does not give back is an error. */
  async store(ref: KeyRef, key: string): Promise<boolean> {
    const { l10n, window } = vscode;
    const place = keyPlace(new URL(ref.origin).host, ref.label);
    if (!(await this.vault.store(ref, key))) {
      void window.showErrorMessage(
        l10n.t(
          'VS Code could not keep the API key {0}: its secret storage did not give it back. Check the system’s keyring.',
          place,
        ),
      );
      return false;
    }
    const shown = this.gateway.fingerprint(key);
    void window.showInformationMessage(
      shown === ''
        ? l10n.t('The API key {0} was stored.', place)
        : l10n.t('The API key {0} {1} was stored.', shown, place),
    );
    return true;
  }

  /** `…a1b2`, where there is a key and it is long enough. */
  async fingerprint(ref: KeyRef): Promise<string> {
    return this.gateway.fingerprint((await this.vault.get(ref)) ?? '');
  }

  async #type(ref: KeyRef): Promise<string | undefined> {
    const typed = await inputApiKey(this.gateway, ref, { allowed: false, meaning: '' });
    return typed?.type === 'value' ? typed.value : undefined;
  }

  /** The label of one of several keys; undefined when left with Escape. */
  async #pick(
    { origin, keyLabel }: { readonly origin: string; readonly keyLabel: string },
    labels: readonly string[],
  ): Promise<string | undefined> {
    const { l10n, window } = vscode;
    const rows = labels.map(async (label) => ({
      label: escapeCodicons(keyName(label)),
      description: [
        await this.fingerprint({ origin, label }),
        label === keyLabel ? l10n.t('in use') : '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
      key: label,
    }));
    const picked = await window.showQuickPick(Promise.all(rows), {
      title: l10n.t('Remove API Key {0}', keyPlace(new URL(origin).host, '')),
    });
    return picked?.key;
  }

  /** Where another key takes its place, that is said: it may be charged to another budget. */
  async #removed(host: string, label: string): Promise<string> {
    const { l10n } = vscode;
    const removed = l10n.t('The API key {0} was removed.', keyPlace(host, label));
    const here = await this.gateways.current();
    const left = here === undefined ? [] : await this.vault.labels(here.origin);
    return here !== undefined && left.includes(here.keyLabel)
      ? `${removed} ${l10n.t('{0} now uses its {1}.', host, keyName(here.keyLabel))}`
      : removed;
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
