// The texts of the prompt that asks whether a chat may be continued with another gateway.
import * as vscode from 'vscode';
import type { GatewayChange } from '../../../conversation/node/send/gatewayConsent';
import type { GatewayRef } from '../../../gateway/common/gatewayRef';
import { resolveGateway } from '../../../gateway/node/namedGateways';
import { keyName } from '../../../platform/host/text/gatewayText';
import type { GatewayChangePrompt } from '../common/setupView';
import type { Gateways } from './gateways';

export function gatewayChangePrompt(
  { from, to }: GatewayChange,
  gateways: Gateways,
): GatewayChangePrompt {
  const { l10n } = vscode;
  const [old, current] = [gatewayText(from, to, gateways), gatewayText(to, from, gateways)];
  return {
    sentence: l10n.t(
      'This chat was started with {0}. Continuing with {1} sends the whole chat there.',
      old,
      current,
    ),
    sendLabel: l10n.t('Continue with {0}', current),
    switchBackLabel: l10n.t('Switch back to {0}', old),
  };
}

/** The user's name for the gateway, or its host; with its key name where the other gateway reads the same. */
function gatewayText(gateway: GatewayRef, other: GatewayRef, gateways: Gateways): string {
  const [text, otherText] = [nameOf(gateway, gateways), nameOf(other, gateways)];
  return text === otherText
    ? vscode.l10n.t('{0} ({1})', text, keyName(gateway.keyLabel ?? ''))
    : text;
}

function nameOf({ baseUrl, keyLabel }: GatewayRef, gateways: Gateways): string {
  const url = URL.parse(baseUrl);
  const { origin } = url ?? { origin: baseUrl };
  const { named } = resolveGateway(gateways.read().gateways, { baseUrl, origin }, keyLabel ?? '');
  // An entry that names another key is another gateway.
  return named !== undefined && (named.keyLabel ?? keyLabel) === keyLabel
    ? named.name
    : (url?.host ?? baseUrl);
}
