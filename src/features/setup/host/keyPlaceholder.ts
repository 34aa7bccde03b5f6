// Offers to replace an API key in `portico.headers` and `portico.queryParameters` by a placeholder.
import { l10n } from 'vscode';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { keyPlaceholder } from '../../../gateway/common/placeholders';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { showWarning } from '../../../platform/host/window';
import type { KeyVault } from './keyVault';
import { extras, extrasSettings, replaceInExtras, type ExtrasSetting } from './setupSettings';

/** A key of fewer characters, such as `none`, can occur within other words. */
const minPartLength = 8;

/** Searches only for the key that an origin uses: the placeholder is replaced by that one. */
export async function offerKeyPlaceholder(gateway: GatewayAccess, vault: KeyVault): Promise<void> {
  for (const setting of extrasSettings) {
    await offerFor(setting, gateway, vault);
  }
}

async function offerFor(
  setting: ExtrasSetting,
  gateway: GatewayAccess,
  vault: KeyVault,
): Promise<void> {
  const isAllowed =
    setting === 'portico.headers' ? gateway.isAllowedHeader : gateway.isAllowedQueryParameter;
  const entries = extras(setting);
  for (const origin of new Set(entries.map((entry) => entry.origin))) {
    if (origin === undefined) {
      continue;
    }
    const keys = await vault.keysOf(origin);
    const stored = await keys.read(keys.selectedLabel);
    if (stored.state !== 'stored') {
      continue;
    }
    const { key } = stored;
    const names = entries
      .filter(
        ({ origin: ofEntry, name, value = '' }) =>
          ofEntry === origin &&
          isAllowed(name, value) &&
          (value === key || (key.length >= minPartLength && value.includes(key))),
      )
      .map(({ name }) => `“${name}”`);
    if (names.length > 0) {
      await offer(setting, origin, key, joinItems(names));
    }
  }
}

const shownFor = new Set<string>();

async function offer(
  setting: ExtrasSetting,
  origin: string,
  key: string,
  names: string,
): Promise<void> {
  const subject = `${setting} ${origin}`;
  if (shownFor.has(subject)) {
    return;
  }
  shownFor.add(subject);
  try {
    const replace = l10n.t('Replace');
    const message = l10n.t(
      '{0} for {1} in “{2}” contains the API key in plain text. Replace it with “{3}”?',
      names,
      new URL(origin).host,
      setting,
      keyPlaceholder,
    );
    if ((await showWarning(message, replace)) === replace) {
      await replaceInExtras(setting, origin, key, keyPlaceholder);
    }
  } finally {
    shownFor.delete(subject);
  }
}
