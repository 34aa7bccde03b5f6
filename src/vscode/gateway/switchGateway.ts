// From one gateway to another, or from one key to another: the Base URL, the key and the model change together.
import * as vscode from 'vscode';
import type { Gateway } from '../../chat/gatewayPort';
import {
  type GatewayChoice,
  type ResolvedGateway,
  resolveGateway,
  gatewayRef,
  keyLabelProblem,
} from '../../chat/gateways';
import type { GatewayRef } from '../../shared/conversation/conversation';
import { runCommand } from '../platform/typedCommands';
import type { CurrentConnection } from './currentConnection';
import { badEntriesText, gatewayRow } from './gatewayRows';
import type { Gateways } from './gateways';
import { inputBaseUrl, inputName } from './inputs';
import type { KeyCommands } from './keyCommands';
import { keyLabelProblemText, keyName, keyPlace } from './keyLabelText';
import type { KeyVault } from './keyVault';
import type { ModelCommands } from '../models/modelCommands';
import { addGateway, saveBaseUrl } from '../settings';

export interface SwitchParts {
  readonly gateway: Gateway;
  readonly vault: KeyVault;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly keys: KeyCommands;
  readonly models: ModelCommands;
}

interface Row extends vscode.QuickPickItem {
  readonly run?: () => Promise<string | undefined>;
}

export class GatewaySwitch {
  constructor(private readonly parts: SwitchParts) {}

  /**
   * Switches to the gateway given by the caller of the command, or lets the user pick one. Returns the
   * model that is used from now on; undefined when the user canceled.
   */
  async run(gateway?: GatewayRef): Promise<string | undefined> {
    if (gateway !== undefined) {
      return this.to(gateway);
    }
    const picked = await vscode.window.showQuickPick(this.#rows(), {
      title: vscode.l10n.t('Switch Gateway'),
      placeHolder: vscode.l10n.t('Which gateway answers from now on'),
      matchOnDescription: true,
    });
    return picked?.run?.();
  }

  /** Returns the model that is used there; undefined where that, or the switch, was left open. */
  async to(ref: GatewayRef): Promise<string | undefined> {
    const { gateway, gateways, vault, current, keys, models } = this.parts;
    const parsed = gateway.parseBaseUrl(ref.baseUrl);
    if (!parsed.ok) {
      return undefined;
    }
    const label = ref.keyLabel ?? '';
    const reached = resolveGateway(gateways.read().gateways, parsed, label);
    if (reached.keyLabel !== label && !(await this.#addEntryFor(reached, label))) {
      return undefined;
    }
    const left = await gateways.current();
    await models.leaveGateway();
    await vault.choose({ origin: parsed.origin, label });
    await saveBaseUrl(parsed.baseUrl);
    const { key } = await current.state();
    if (key === 'missing' || key === 'lost') {
      await keys.ask({ origin: parsed.origin, label });
    }
    return models.useLast(left?.baseUrl === parsed.baseUrl);
  }

  async #rows(): Promise<Row[]> {
    const { l10n } = vscode;
    const { gateways } = this.parts;
    const [choices, here] = await Promise.all([gateways.choices(), gateways.current()]);
    const { invalid: bad } = gateways.read();
    const labels = here === undefined ? [] : await this.parts.vault.labels(here.origin);
    return [
      ...(await Promise.all(choices.map((choice) => this.#row(choice)))),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      ...(here === undefined || labels.length === 0
        ? []
        : [
            {
              label: `$(key) ${l10n.t('Add another key {0}…', keyPlace(new URL(here.origin).host, ''))}`,
              run: () => this.#addKey(here),
            },
          ]),
      { label: `$(add) ${l10n.t('Add Gateway…')}`, run: () => this.#addGateway() },
      {
        label: `$(plug) ${l10n.t('Connect to a Gateway…')}`,
        run: async () => {
          await runCommand('connect');
          return undefined;
        },
      },
      ...(bad.length === 0
        ? []
        : [
            {
              label: `$(warning) ${l10n.t('Some entries cannot be used')}`,
              detail: badEntriesText(bad),
              run: async () => {
                await openSetting();
                return undefined;
              },
            },
          ]),
    ];
  }

  async #row(choice: GatewayChoice): Promise<Row> {
    const ref = { origin: choice.origin, label: choice.keyLabel };
    const state = await this.parts.vault.state(ref);
    const fingerprint = await this.parts.keys.fingerprint(ref);
    return {
      ...gatewayRow(choice, { state, fingerprint }),
      run: () => this.to(gatewayRef(choice.baseUrl, choice.keyLabel)),
    };
  }

  async #addGateway(): Promise<string | undefined> {
    const typed = await inputBaseUrl(this.parts.gateway, '');
    if (typed?.type !== 'value') {
      return undefined;
    }
    const name = await this.#name(vscode.l10n.t('A name for {0}', typed.value));
    if (name === undefined) {
      return undefined;
    }
    const { keyLabel } = (await this.parts.gateways.current(typed.value)) ?? { keyLabel: '' };
    await addGateway({ name, baseUrl: typed.value });
    return this.to(gatewayRef(typed.value, keyLabel));
  }

  async #addKey(here: ResolvedGateway): Promise<string | undefined> {
    const { l10n } = vscode;
    const { vault, keys } = this.parts;
    const stored = await vault.labels(here.origin);
    const label = await inputName({
      title: l10n.t('Label of the Key'),
      prompt: l10n.t(
        'What the key is called, for example its group or budget; the key itself is asked next',
      ),
      placeholder: l10n.t('team blue'),
      problem: (text) => {
        const problem = keyLabelProblem(text);
        if (problem !== undefined) {
          return keyLabelProblemText(problem);
        }
        return stored.includes(text.trim())
          ? l10n.t('A key with this label is stored already.')
          : undefined;
      },
    });
    if (label === undefined || !(await keys.ask({ origin: here.origin, label }))) {
      return undefined;
    }
    return this.to(gatewayRef(here.baseUrl, label));
  }

  /** Where each entry of a Base URL names its own key, another key needs an entry of its own. */
  async #addEntryFor({ baseUrl }: ResolvedGateway, keyLabel: string): Promise<boolean> {
    const name = await this.#name(
      vscode.l10n.t(
        'Each gateway at {0} names its own key; a name for the one that uses its {1}',
        baseUrl,
        keyName(keyLabel),
      ),
    );
    if (name !== undefined) {
      await addGateway({ name, ...gatewayRef(baseUrl, keyLabel) });
    }
    return name !== undefined;
  }

  async #name(prompt: string): Promise<string | undefined> {
    const { l10n } = vscode;
    const { gateways } = this.parts.gateways.read();
    return inputName({
      title: l10n.t('Name of the Gateway'),
      prompt,
      placeholder: l10n.t('Work'),
      problem: (text) => {
        if (text.trim() === '') {
          return l10n.t('Type a name.');
        }
        return gateways.some(({ name }) => name === text.trim())
          ? l10n.t('Another gateway has this name.')
          : undefined;
      },
    });
  }
}

async function openSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'portico.gateways');
}
