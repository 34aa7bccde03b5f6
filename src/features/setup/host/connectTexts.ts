// What Connect and links say about the gateways that they name.
import { isDeepStrictEqual } from 'node:util';
import { l10n } from 'vscode';
import type { GatewayAccess, SetupReading } from '../../../gateway/common/gatewayAccess';
import { baseUrlProblemText } from '../../../platform/host/text/gatewayText';
import { joinItems } from '../../../platform/host/text/joinTexts';
import type { LinkProblem, OfferedGateway } from '../node/connectLink';
import { gatewayExtras } from './setupSettings';

/** What a preset adds to the gateway's entry in the settings, and what the user has there. */
export function presetTexts({ baseUrl, extras = {} }: OfferedGateway): readonly string[] {
  const { catalogUrl, helpUrl, models, apiFormat } = extras;
  const own = gatewayExtras(baseUrl);
  const added = [
    ['catalogUrl', l10n.t('Model catalog'), catalogUrl],
    ['helpUrl', l10n.t('Help page'), helpUrl],
    ['apiFormat', l10n.t('API format'), apiFormat],
    ['models', l10n.t('Settings of models'), models && joinItems(Object.keys(models))],
  ] as const;
  return added.flatMap(([field, name, value]) => {
    if (value === undefined) {
      return [];
    }
    const isKept = own[field] !== undefined && !isDeepStrictEqual(own[field], extras[field]);
    return isKept
      ? [l10n.t('{0}: kept as in your settings', name)]
      : [l10n.t('{0}: {1}', name, value)];
  });
}

/** What a text says that was typed or pasted in the first step. */
export type StartReading =
  | SetupReading
  /** It is one of Portico's own links, and can't be used. */
  | { readonly type: 'link'; readonly hasSecret: true; readonly problem: LinkProblem };

/** Sentences, of which a narrow window shows the first. They never repeat what was pasted. */
export function readingProblemTexts(
  reading: Exclude<StartReading, { readonly type: 'found' }>,
  gateway: Pick<GatewayAccess, 'fingerprint'>,
): readonly [string, ...string[]] {
  if (reading.type === 'link') {
    return linkProblemTexts(reading.problem);
  }
  if (reading.type === 'key') {
    const key = gateway.fingerprint(reading.key);
    return [
      key === '' ? l10n.t('This is a key.') : l10n.t('This is a key ending in {0}.', key),
      l10n.t("Enter the gateway's address too."),
    ];
  }
  if (reading.problem === 'tooLong') {
    return [l10n.t('This text is too long to be read.')];
  }
  if (reading.problem === 'mcp') {
    return [
      l10n.t('This sets up MCP servers, which give tools to models.'),
      l10n.t('It names no gateway.'),
    ];
  }
  // What keeps a text with a key from being an address says nothing to who pasted it.
  return reading.hasSecret && reading.problem !== 'credentials'
    ? [l10n.t("No address of a gateway was found in this text, so it wasn't used.")]
    : [baseUrlProblemText(reading.problem)];
}

/** They never repeat a value of the link. */
export function linkProblemTexts(problem: LinkProblem): readonly [string, ...string[]] {
  return [
    l10n.t("A link to set up a gateway can't be used."),
    linkReasonText(problem),
    l10n.t('Nothing was changed.'),
  ];
}

function linkReasonText(problem: LinkProblem): string {
  // A key could stand in a name's place.
  const name = 'name' in problem && /^[a-z]{1,30}$/i.test(problem.name) ? problem.name : '…';
  if (problem.type === 'address') {
    return baseUrlProblemText(problem.problem);
  }
  const texts: Readonly<Record<typeof problem.type, string>> = {
    tooLong: l10n.t('It is longer than 64 kB.'),
    noAddress: l10n.t('It names no gateway.'),
    key: l10n.t('Its key has characters that no API key has.'),
    preset: l10n.t("Its preset can't be read."),
    twice: l10n.t('It has “{0}” twice.', name),
    unknown: l10n.t('It has “{0}”, which no such link has.', name),
    characters: l10n.t('Its “{0}” has “&”, “=” or “#”, which could hide something.', name),
    value: l10n.t("Its “{0}” has a value that can't be used.", name),
  };
  return texts[problem.type];
}
