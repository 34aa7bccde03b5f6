// Offers to replace an API key in `portico.headers` by a placeholder.
import { l10n } from 'vscode';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { showWarning } from '../../../platform/host/window';
import type { KeyVault } from './keyVault';
import { extraHeaders, replaceInHeaders } from './setupSettings';

/** A key of fewer characters, such as `none`, can occur within other words. */
const minPartLength = 8;

/** Searches only for the key that an origin uses: the placeholder is replaced by that one. */
export async function offerKeyPlaceholder(gateway: GatewayAccess, vault: KeyVault): Promise<void> {
  const headers = extraHeaders();
  for (const origin of new Set(headers.map((header) => header.origin))) {
    if (origin === undefined) {
      continue;
    }
    const keys = await vault.keysOf(origin);
    const stored = await keys.read(keys.selectedLabel);
    if (stored.state !== 'stored') {
      continue;
    }
    const { key } = stored;
    const names = headers
      .filter(
        ({ origin: ofHeader, name, value = '' }) =>
          ofHeader === origin &&
          gateway.isAllowedHeader(name, value) &&
          (value === key || (key.length >= minPartLength && value.includes(key))),
      )
      .map(({ name }) => `“${name}”`);
    if (names.length > 0) {
      await offer(origin, key, names.join(', '));
    }
  }
}

const shownFor = new Set<string>();

async function offer(origin: string, key: string, names: string): Promise<void> {
  if (shownFor.has(origin)) {
    return;
  }
  shownFor.add(origin);
  try {
    const replace = l10n.t('Replace');
    const message = l10n.t(
      'The header {0} for {1} in “portico.headers” contains the API key in plain text. Replace it with “{2}”?',
      names,
      new URL(origin).host,
      '${apiKey}',
    );
    if ((await showWarning(message, replace)) === replace) {
      await replaceInHeaders(origin, key, '${apiKey}');
    }
  } finally {
    shownFor.delete(origin);
  }
}
