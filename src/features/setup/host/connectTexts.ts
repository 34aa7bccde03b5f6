// What Connect and links say about the gateways that they name.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { GatewayAccess, SetupReading } from '../../../gateway/common/gatewayAccess';
import { baseUrlProblemText } from '../../../platform/host/text/gatewayText';
import { joinItems, joinSentences } from '../../../platform/host/text/joinTexts';
import type { LinkProblem, OfferedGateway } from '../node/connectLink';

/** What a preset adds to the gateway's entry in the settings. */
export function presetTexts({ extras = {} }: OfferedGateway): readonly string[] {
  const { catalogUrl, helpUrl, models, apiFormat } = extras;
  const added = [
    [l10n.t('Model catalog'), catalogUrl],
    [l10n.t('Help page'), helpUrl],
    [l10n.t('API format'), apiFormat],
    [l10n.t('Settings of models'), models && joinItems(Object.keys(models))],
  ] as const;
  return added.flatMap(([name, value]) =>
    value === undefined ? [] : [l10n.t('{0}: {1}', name, value)],
  );
}

/** What a text says that was typed or pasted in the first step. */
export type StartReading =
  | SetupReading
  /** It is one of Portico's own links, and can't be used. */
  | { readonly type: 'link'; readonly hasSecret: true; readonly problem: LinkProblem };

/** Never repeats what was pasted. */
export function readingProblemText(
  reading: Exclude<StartReading, { readonly type: 'found' }>,
  gateway: Pick<GatewayAccess, 'fingerprint'>,
): string {
  if (reading.type === 'link') {
    return linkProblemText(reading.problem);
  }
  if (reading.type === 'key') {
    const key = gateway.fingerprint(reading.key);
    return key === ''
      ? l10n.t("This is a key. Enter the gateway's address too.")
      : l10n.t("This is a key ending in {0}. Enter the gateway's address too.", key);
  }
  if (reading.problem === 'tooLong') {
    return l10n.t('This text is too long to be read.');
  }
  if (reading.problem === 'mcp') {
    return l10n.t('This sets up MCP servers, which give tools to models. It names no gateway.');
  }
  // What keeps a text with a key from being an address says nothing to who pasted it.
  return reading.hasSecret && reading.problem !== 'credentials'
    ? l10n.t("No address of a gateway was found in this text, so it wasn't used.")
    : baseUrlProblemText(reading.problem);
}

/** Never repeats a value of the link. */
export function linkProblemText(problem: LinkProblem): string {
  return joinSentences(
    l10n.t("A link to set up a gateway can't be used."),
    linkReasonText(problem),
    l10n.t('Nothing was changed.'),
  );
}

function linkReasonText(problem: LinkProblem): string {
  // A key could stand in a name's place.
  const name = 'name' in problem && /^[a-z]{1,30}$/i.test(problem.name) ? problem.name : '…';
  switch (problem.type) {
    case 'tooLong':
      return l10n.t('It is longer than 64 kB.');
    case 'noAddress':
      return l10n.t('It names no gateway.');
    case 'key':
      return l10n.t('Its key has characters that no API key has.');
    case 'preset':
      return l10n.t("Its preset can't be read.");
    case 'address':
      return baseUrlProblemText(problem.problem);
    case 'twice':
      return l10n.t('It has “{0}” twice.', name);
    case 'unknown':
      return l10n.t('It has “{0}”, which no such link has.', name);
    case 'characters':
      return l10n.t('Its “{0}” has “&”, “=” or “#”, which could hide something.', name);
    case 'value':
      return l10n.t("Its “{0}” has a value that can't be used.", name);
    default:
      return assertNever(problem);
  }
}
