// The picker of Manage Extension Access: which extensions may use the models of which gateways.
import * as vscode from 'vscode';
import type { ExtensionConsent, ExtensionConsents } from '../../chat/ports';
import type { ExtensionAccess } from '../../chat/vscodeChat/extensionAccess';
import { gatewayName } from '../gateway/gatewayText';
import { pickDetail, pickLabel, plainText } from '../platform/surfaceText';
import { createPicker, type PickRow } from '../platform/window';
import { extensionName } from './requester';

interface Row extends PickRow {
  readonly consent?: ExtensionConsent;
}

export interface AccessPickerDeps {
  readonly consents: ExtensionConsents;
  readonly access: ExtensionAccess;
}

/** Resolves when the picker is closed. It stays open while it changes consents. */
export async function manageExtensionAccess({ consents, access }: AccessPickerDeps): Promise<void> {
  const { l10n } = vscode;
  const picker = createPicker<Row>();
  const show = async (): Promise<void> => {
    picker.items = rowsOf(await consents.all());
  };
  const change = async (update: Promise<void>): Promise<void> => {
    await update;
    access.forgetDismissed();
    await show();
  };
  picker.title = plainText(l10n.t('Extension Access'));
  picker.placeholder = plainText(
    l10n.t("Press Enter to allow or not allow an extension to use a gateway's models."),
  );
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  await show();
  await new Promise<void>((resolve) => {
    picker.onDidTriggerItemButton(({ item: { consent } }) => {
      if (consent !== undefined) {
        void change(consents.remove(consent));
      }
    });
    picker.onDidAccept(() => {
      const [row] = picker.activeItems;
      if (row?.consent !== undefined) {
        void change(consents.set({ ...row.consent, allowed: !row.consent.allowed }));
      }
    });
    picker.onDidHide(() => resolve());
    picker.show();
  });
  picker.dispose();
}

function rowsOf(consents: readonly ExtensionConsent[]): Row[] {
  const { l10n } = vscode;
  if (consents.length === 0) {
    return [
      {
        label: pickLabel(l10n.t('No extension has asked yet')),
        detail: pickDetail(
          l10n.t("When another extension wants to use the gateway's models, Portico asks you."),
        ),
      },
    ];
  }
  const sorted = consents.toSorted(
    (a, b) => a.extension.localeCompare(b.extension) || a.gateway.localeCompare(b.gateway),
  );
  return sorted.map((consent) => ({
    label: pickLabel(extensionName(consent.extension), consent.allowed ? 'check' : 'circle-slash'),
    description: pickDetail(consent.allowed ? l10n.t('Allowed') : l10n.t('Not allowed')),
    detail: pickDetail(gatewayName(consent.gateway)),
    buttons: [
      {
        iconPath: new vscode.ThemeIcon('trash'),
        tooltip: plainText(l10n.t('Remove, and ask again')),
      },
    ],
    consent,
  }));
}
