// Switch Gateway: changes the Base URL, the key and the model together.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { GatewayRef } from '../../../gateway/common/gatewayRef';
import {
  gatewayId,
  gatewayRef,
  keyLabelProblem,
  resolveGateway,
  type GatewayChoice,
  type ResolvedGateway,
} from '../../../gateway/node/namedGateways';
import { openSettings } from '../../../platform/host/settings';
import {
  gatewayDisplayName,
  invalidEntriesText,
  keyLabelProblemText,
  keyName,
  keyPlace,
} from '../../../platform/host/text/gatewayText';
import { runCommand } from '../../../platform/host/typedCommands';
import {
  confirm,
  inputButton,
  Picker,
  showError,
  type PickRow,
} from '../../../platform/host/window';
import type { ConnectDeps } from './connectGateway';
import { inputGatewayName, inputName } from './gatewayInputs';
import type { KeyRef } from './keyVault';
import { saveBaseUrl, saveGateway } from './setupSettings';

interface GatewayRow extends PickRow {
  readonly run?: () => Promise<string | undefined>;
  readonly buttons?: readonly RowButton[];
}

interface RowButton extends vscode.QuickInputButton {
  readonly run: () => Promise<string | undefined>;
}

/** Its methods return the model that is used afterwards; undefined when the user canceled. */
export class GatewaySwitch {
  readonly #deps: ConnectDeps;

  constructor(deps: ConnectDeps) {
    this.#deps = deps;
  }

  /** Switches to the given gateway, or lets the user pick one. */
  async run(gateway?: GatewayRef): Promise<string | undefined> {
    if (gateway !== undefined) {
      return this.#switchTo(gateway);
    }
    const picker = new Picker<GatewayRow>({ isOrderFixed: true });
    picker.title = vscode.l10n.t('Switch Gateway');
    picker.placeholder = vscode.l10n.t('Select a gateway');
    picker.matchOnDescription = true;
    picker.items = await this.#rows();
    const chosen = await new Promise<GatewayRow['run']>((resolve) => {
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.run));
      picker.onDidTriggerItemButton(({ item, button }) =>
        resolve(item.buttons?.find((one) => one === button)?.run),
      );
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
    picker.dispose();
    return chosen?.();
  }

  /** Shows the list again: the dialog has closed it. */
  async #remove(choice: GatewayChoice): Promise<string | undefined> {
    const { l10n } = vscode;
    const { baseUrl, origin, keyLabel } = choice;
    const state = await this.#deps.vault.state({ origin, label: keyLabel });
    const question = l10n.t('Remove {0} from the list?', baseUrl);
    const detail =
      state === 'none'
        ? l10n.t("Chats with this gateway aren't deleted.")
        : l10n.t(
            "Its API key {0} is removed too, unless another gateway in the list uses it. Chats aren't deleted.",
            keyPlace(new URL(origin).host, keyLabel),
          );
    const remove = l10n.t('Remove');
    if (await confirm(question, remove, detail)) {
      await this.#deps.gateways.remove(choice);
    }
    return this.run();
  }

  /** An entry of the settings is edited there; the gateway in use stays in the list. */
  #rowButtons(choice: GatewayChoice): readonly RowButton[] {
    const { l10n } = vscode;
    const balance: RowButton = {
      ...inputButton('credit-card', l10n.t('Show Balance')),
      run: async () => {
        await runCommand('portico.showBalance');
        return undefined;
      },
    };
    const edit: RowButton = {
      ...inputButton('settings-gear', l10n.t('Edit in Settings')),
      run: () => openSettings('portico.gateways'),
    };
    const remove: RowButton = {
      ...inputButton('trash', l10n.t('Remove')),
      run: () => this.#remove(choice),
    };
    const { current, named } = choice;
    return [
      ...(named === undefined ? (current ? [] : [remove]) : [edit]),
      ...(current ? [balance] : []),
    ];
  }

  async #switchTo({ baseUrl, keyLabel: label = '' }: GatewayRef): Promise<string | undefined> {
    const { gateway, gateways, vault, current, keys, modelCommands } = this.#deps;
    const parsed = gateway.parseBaseUrl(baseUrl);
    if (!parsed.ok) {
      return undefined;
    }
    const problem = label === '' ? undefined : keyLabelProblem(label);
    if (problem !== undefined) {
      void showError(keyLabelProblemText(problem));
      return undefined;
    }
    const target = resolveGateway(gateways.read().gateways, parsed, label);
    if (target.keyLabel !== label && !(await this.#addEntryFor(target, label))) {
      return undefined;
    }
    const previous = await gateways.current();
    await modelCommands.leaveGateway();
    await vault.choose({ origin: parsed.origin, label });
    await saveBaseUrl(parsed.baseUrl);
    for (const used of previous === undefined ? [parsed] : [previous, parsed]) {
      await gateways.remember(used.baseUrl);
    }
    const { key } = await current.state();
    if (key === 'missing' || key === 'lost') {
      await keys.requestKey({ origin: parsed.origin, label });
    }
    return modelCommands.useLast(previous?.baseUrl === parsed.baseUrl);
  }

  async #rows(): Promise<GatewayRow[]> {
    const { l10n } = vscode;
    const { gateways, vault } = this.#deps;
    const [choices, current] = await Promise.all([gateways.choices(), gateways.current()]);
    const rows = await Promise.all(choices.map((choice) => this.#gatewayRow(choice)));
    rows.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
    if (current !== undefined && (await vault.labels(current.origin)).length > 0) {
      const place = keyPlace(new URL(current.origin).host, '');
      rows.push({
        label: l10n.t('Add Another Key {0}…', place),
        icon: 'key',
        run: () => this.#addKey(current),
      });
    }
    rows.push({
      label: l10n.t('Add Gateway…'),
      icon: 'add',
      run: async () => {
        await runCommand('portico.connect', { baseUrl: '' });
        return undefined;
      },
    });
    const { invalid } = gateways.read();
    if (invalid.length > 0) {
      rows.push({
        label: l10n.t('Some entries are invalid'),
        icon: 'warning',
        detail: invalidEntriesText(invalid),
        run: () => openSettings('portico.gateways'),
      });
    }
    return rows;
  }

  async #gatewayRow(choice: GatewayChoice): Promise<GatewayRow> {
    const { baseUrl, origin, keyLabel, current } = choice;
    const name = gatewayDisplayName(choice);
    const key = await this.#keyText({ origin, label: keyLabel });
    const balance = this.#deps.balanceText(gatewayId(choice));
    return {
      label: name,
      icon: current ? 'check' : undefined,
      address: baseUrl,
      description: [key, balance].filter((text) => text !== undefined).join(' · '),
      run: () => this.#switchTo(gatewayRef(baseUrl, keyLabel)),
      buttons: this.#rowButtons(choice),
    };
  }

  async #keyText(ref: KeyRef): Promise<string> {
    const { l10n } = vscode;
    if (this.#deps.keyCommands.isSet(ref.origin)) {
      return l10n.t('key command');
    }
    const name = ref.label === '' ? l10n.t('key') : keyName(ref.label);
    const state = await this.#deps.vault.state(ref);
    switch (state) {
      case 'stored':
        return `${name} ${await this.#deps.keys.fingerprint(ref)}`.trim();
      case 'lost':
        return l10n.t('{0} (lost: set it again)', name);
      case 'none':
        return ref.label === '' ? l10n.t('no key') : l10n.t('{0} (not set)', name);
      default:
        return assertNever(state);
    }
  }

  async #addKey({ baseUrl, origin }: ResolvedGateway): Promise<string | undefined> {
    const { l10n } = vscode;
    const { vault, keys } = this.#deps;
    const labels = await vault.labels(origin);
    const label = await inputName({
      title: l10n.t('Key Name'),
      prompt: l10n.t('What to call the key, such as its group or budget. You enter the key next.'),
      placeholder: l10n.t('team blue'),
      problem: (text) => {
        const problem = keyLabelProblem(text);
        if (problem !== undefined) {
          return keyLabelProblemText(problem);
        }
        return labels.includes(text.trim())
          ? l10n.t('A key with this name already exists.')
          : undefined;
      },
    });
    if (label === undefined || !(await keys.requestKey({ origin, label }))) {
      return undefined;
    }
    return this.#switchTo(gatewayRef(baseUrl, label));
  }

  /** Where every entry of a Base URL names its own key, another key needs its own entry. */
  async #addEntryFor({ baseUrl }: ResolvedGateway, keyLabel: string): Promise<boolean> {
    const typed = await inputGatewayName(this.#deps.gateways, {
      prompt: vscode.l10n.t('Name for {0} with its {1}', baseUrl, keyName(keyLabel)),
    });
    if (typed?.type !== 'value') {
      return false;
    }
    await saveGateway({ name: typed.value.trim(), ...gatewayRef(baseUrl, keyLabel) });
    return true;
  }
}
