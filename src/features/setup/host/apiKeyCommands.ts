// The commands that set and remove API keys.
import * as v from 'valibot';
import { l10n } from 'vscode';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { keyLabelProblem, type ResolvedGateway } from '../../../gateway/node/namedGateways';
import {
  apiKeyProblemText,
  keyLabelProblemText,
  keyName,
  keyPlace,
} from '../../../platform/host/text/gatewayText';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand } from '../../../platform/host/typedCommands';
import { confirm, showError, showInformation, showPick } from '../../../platform/host/window';
import { inputApiKey, type InputResult } from './gatewayInputs';
import type { Gateways } from './gateways';
import type { KeyCommands } from './keyCommands';
import type { KeyRef, KeyVault } from './keyVault';
import { typedBaseUrl } from './setupSettings';

export interface ApiKeyCommandsDeps {
  readonly gateway: GatewayAccess;
  readonly vault: KeyVault;
  readonly gateways: Gateways;
  readonly keyCommands: KeyCommands;
}

/** Skips the questions that it answers. Without `label` it sets the key in use. */
export const keyOptions = v.object({
  baseUrl: v.exactOptional(v.string()),
  key: v.exactOptional(v.string()),
  label: v.exactOptional(v.string()),
});

export class ApiKeyCommands {
  readonly #deps: ApiKeyCommandsDeps;

  constructor(deps: ApiKeyCommandsDeps) {
    this.#deps = deps;
  }

  /** Sets the labeled key; without a label, the key that the gateway uses. */
  async set(options: v.InferOutput<typeof keyOptions> = {}): Promise<void> {
    const { gateway, gateways } = this.#deps;
    if (options.baseUrl === undefined && typedBaseUrl().trim() === '') {
      await runCommand('portico.setBaseUrl');
      if (typedBaseUrl() === '') {
        return;
      }
    }
    const parsed = gateway.parseBaseUrl(options.baseUrl ?? typedBaseUrl());
    if (!parsed.ok) {
      return this.#showNoBaseUrl();
    }
    const label = options.label?.trim() ?? (await gateways.forBaseUrl(parsed)).keyLabel;
    const problem = label === '' ? undefined : keyLabelProblem(label);
    if (problem !== undefined) {
      void showError(keyLabelProblemText(problem));
      return;
    }
    await this.requestKey({ origin: parsed.origin, label }, options.key);
  }

  /** Stores `key`, or asks for one. Returns whether it is stored. */
  async requestKey(ref: KeyRef, key?: string): Promise<boolean> {
    const { gateway } = this.#deps;
    const typed: InputResult | undefined =
      key === undefined
        ? await inputApiKey(gateway, ref, this.#precedenceNote(ref.origin))
        : { type: 'value', value: key };
    if (typed?.type !== 'value') {
      return false;
    }
    const normalized = gateway.normalizeKey(typed.value);
    if (!normalized.ok) {
      void showError(apiKeyProblemText(normalized.problem));
      return false;
    }
    return this.store(ref, normalized.key, true);
  }

  async remove(): Promise<void> {
    const { gateways, vault } = this.#deps;
    const current = await gateways.current();
    if (current === undefined) {
      return this.#showNoBaseUrl();
    }
    const { origin } = current;
    const { host } = new URL(origin);
    const labels = await vault.labels(origin);
    const label = labels.length > 1 ? await this.#pickKey(current, labels) : labels[0];
    if (label === undefined) {
      if (labels.length === 0) {
        void showInformation(l10n.t('No API key is stored for {0}.', host));
      }
      return;
    }
    const question = l10n.t('Remove the API key {0}?', keyPlace(host, label));
    if (await confirm(question, l10n.t('Remove'))) {
      await vault.remove({ origin, label });
      void showInformation(await this.#removedText(host, label));
    }
  }

  /**
   * Stores the key; shows if VS Code does not return it.
   * @param saysSo also shows that it was stored: not after Connect, where the chat view shows that all is set up
   */
  async store(ref: KeyRef, key: string, saysSo: boolean): Promise<boolean> {
    const { gateway, gateways, vault } = this.#deps;
    const place = keyPlace(new URL(ref.origin).host, ref.label);
    if (!(await vault.store(ref, key))) {
      void showError(
        l10n.t("VS Code couldn't store the API key {0}. Check your system keyring.", place),
      );
      return false;
    }
    await gateways.rememberOrigin(ref.origin);
    if (!saysSo) {
      return true;
    }
    const fingerprint = gateway.fingerprint(key);
    void showInformation(
      joinSentences(
        fingerprint === ''
          ? l10n.t('The API key {0} was stored.', place)
          : l10n.t('The API key {0} {1} was stored.', fingerprint, place),
        this.#precedenceNote(ref.origin).prompt,
      ),
    );
    return true;
  }

  /** `…a1b2`; `''` where there is no key or it is short. */
  async fingerprint(ref: KeyRef): Promise<string> {
    return this.#deps.gateway.fingerprint((await this.#deps.vault.get(ref)) ?? '');
  }

  /** The label of one of several keys; undefined when canceled. */
  async #pickKey(
    { origin, keyLabel }: ResolvedGateway,
    labels: readonly string[],
  ): Promise<string | undefined> {
    const rows = labels.map(async (label) => {
      const inUse = label === keyLabel ? l10n.t('in use') : '';
      const facts = [await this.fingerprint({ origin, label }), inUse];
      return {
        label: keyName(label),
        description: facts.filter((fact) => fact !== '').join(' · '),
        key: label,
      };
    });
    const picked = await showPick(Promise.all(rows), {
      title: l10n.t('Remove API Key {0}', keyPlace(new URL(origin).host, '')),
    });
    return picked?.key;
  }

  /** Names the key that replaces the removed one: it may be charged to another budget. */
  async #removedText(host: string, label: string): Promise<string> {
    const { gateways, vault } = this.#deps;
    const removed = l10n.t('The API key {0} was removed.', keyPlace(host, label));
    const current = await gateways.current();
    const labels = current === undefined ? [] : await vault.labels(current.origin);
    return current !== undefined && labels.includes(current.keyLabel)
      ? joinSentences(removed, l10n.t('{0} now uses its {1}.', host, keyName(current.keyLabel)))
      : removed;
  }

  /** Tells the user if a stored key for the origin is not used. */
  #precedenceNote(origin: string): { readonly prompt?: string } {
    const { keyCommands } = this.#deps;
    return keyCommands.isSet(origin)
      ? {
          prompt: l10n.t(
            '“portico.keyCommand” takes precedence over a stored key for {0}.',
            new URL(origin).host,
          ),
        }
      : {};
  }

  async #showNoBaseUrl(): Promise<void> {
    const set = l10n.t('Set Base URL');
    const answer = await showError(l10n.t('Set a Base URL first.'), set);
    if (answer === set) {
      await runCommand('portico.setBaseUrl');
    }
  }
}
