// The picker of Manage Extension Access: which extensions may use the models of which gateways.
import * as vscode from 'vscode';
import { gatewayName } from '../../../platform/host/text/gatewayText';
import { inputButton, Picker, type PickRow } from '../../../platform/host/window';
import type { AccessDecision, ExtensionAccess } from '../node/extensionAccess';
import { extensionName } from './requester';

interface AccessRow extends PickRow {
  readonly decision?: AccessDecision;
}

/** Resolves when the picker is closed. It stays open while it changes decisions. */
export async function manageExtensionAccess(access: ExtensionAccess): Promise<void> {
  const { l10n } = vscode;
  const picker = new Picker<AccessRow>();
  const show = async (): Promise<void> => {
    picker.items = rowsOf(await access.decisions());
  };
  const change = async (index: number, update: Promise<void>): Promise<void> => {
    await update;
    await show();
    // VS Code would make the first row active, and another Enter would change another extension.
    picker.activeItems = picker.items.slice(index, index + 1);
  };
  picker.title = l10n.t('Extension Access');
  picker.placeholder = l10n.t('Press Enter to change whether an extension can use the models.');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  await show();
  await new Promise<void>((resolve) => {
    picker.onDidTriggerItemButton(({ item }) => {
      if (item.decision !== undefined) {
        void change(picker.items.indexOf(item), access.forget(item.decision));
      }
    });
    picker.onDidAccept(() => {
      const [item] = picker.activeItems;
      if (item?.decision !== undefined) {
        const { decision } = item;
        void change(picker.items.indexOf(item), access.decide(decision, !decision.allowed));
      }
    });
    picker.onDidHide(() => resolve());
    picker.show();
  });
  picker.dispose();
}

function rowsOf(decisions: readonly AccessDecision[]): AccessRow[] {
  const { l10n } = vscode;
  if (decisions.length === 0) {
    return [
      {
        label: l10n.t('No extensions'),
        detail: l10n.t(
          "When another extension wants to use the gateway's models, Portico asks you.",
        ),
      },
    ];
  }
  const sorted = decisions.toSorted(
    (a, b) =>
      (a.extension ?? '').localeCompare(b.extension ?? '') || a.gateway.localeCompare(b.gateway),
  );
  return sorted.map((decision) => {
    const { extension, gateway, allowed } = decision;
    const name = extension === undefined ? l10n.t('Unknown extension') : extensionName(extension);
    return {
      label: name,
      icon: allowed ? 'check' : 'circle-slash',
      description: stateText(decision),
      detail: gatewayName(gateway),
      buttons: [inputButton('trash', l10n.t('Remove, and ask again'))],
      decision,
    };
  });
}

function stateText({ allowed, isStored }: AccessDecision): string {
  const { l10n } = vscode;
  if (isStored) {
    return allowed ? l10n.t('Allowed') : l10n.t('Not allowed');
  }
  return allowed
    ? l10n.t('Allowed until you reload the window')
    : l10n.t('Not allowed until you reload the window');
}
