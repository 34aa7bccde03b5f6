// How Base URLs, API keys and gateway entries are named, and what is wrong with them.
import { l10n } from 'vscode';
import { apiFormatChoices } from '../../../gateway/common/apiFormatLookup';
import type { BaseUrlProblem } from '../../../gateway/common/failure';
import type { NormalizedKey } from '../../../gateway/common/gatewayAccess';
import { maxExtraModels, modelFieldSchemas } from '../../../gateway/node/gatewayExtras';
import type {
  GatewayEntryProblem,
  InvalidGatewayEntry,
  keyLabelProblem,
  ResolvedGateway,
} from '../../../gateway/node/namedGateways';
import { joinItems, joinSentences } from './joinTexts';

export function baseUrlProblemText(problem: BaseUrlProblem): string {
  const texts: Readonly<Record<BaseUrlProblem, string>> = {
    empty: l10n.t('Enter the address of the gateway, for example https://gateway.example/v1.'),
    credentials: l10n.t(
      "The Base URL can't contain a user name or password. Set the API key separately.",
    ),
    query: l10n.t(
      "The Base URL can't contain a query string. Move what follows the “?” to “portico.queryParameters”.",
    ),
    fragment: l10n.t(
      "The Base URL can't contain a fragment. Remove the “#” and everything after it.",
    ),
    scheme: l10n.t('The Base URL must start with https:// or http://.'),
    blank: l10n.t("The Base URL can't contain spaces."),
    key: l10n.t("The Base URL can't contain an API key. Paste only the address here."),
    characters: l10n.t(
      "The Base URL can't contain quotation marks, braces, commas or “=”. Paste only the address here.",
    ),
    host: l10n.t('The Base URL needs a host, for example https://gateway.example/v1.'),
  };
  return texts[problem];
}

/** The address has https, and the server answers without TLS. */
export function notTlsText(host: string): string {
  return l10n.t("{0} doesn't use TLS. The address may have to start with http://.", host);
}

/** Never repeats what was typed. */
export function apiKeyProblemText(
  problem: (NormalizedKey & { readonly ok: false })['problem'],
): string {
  return problem === 'empty'
    ? l10n.t('Enter the API key.')
    : l10n.t("API keys can't contain spaces or special characters. Copy it again.");
}

/** The user's name for a gateway, else its host. */
export function gatewayDisplayName({ named, origin }: ResolvedGateway): string {
  return named?.name ?? new URL(origin).host;
}

/** `for gateway.example`, or `“blue” for gateway.example`, to follow “API key”. */
export function keyPlace(host: string, label: string): string {
  return label === '' ? l10n.t('for {0}', host) : l10n.t('“{0}” for {1}', label, host);
}

/** One key among several. */
export function keyName(label: string): string {
  return label === '' ? l10n.t('default key') : l10n.t('key “{0}”', label);
}

export function keyLabelProblemText(
  problem: NonNullable<ReturnType<typeof keyLabelProblem>>,
): string {
  const texts: Readonly<Record<typeof problem, string>> = {
    empty: l10n.t('Enter a name for the key, such as its group or budget.'),
    tooLong: l10n.t('A key name can have up to 40 characters.'),
    characters: l10n.t("A key name can't contain line breaks or invisible characters."),
    looksLikeKey: l10n.t(
      "This looks like an API key. Enter a name here; you'll be asked for the key next.",
    ),
  };
  return texts[problem];
}

/** Names each invalid entry of `portico.gateways` and says why, in one message. */
export function invalidEntriesText(entries: readonly InvalidGatewayEntry[]): string {
  const reasons = entries.map(({ position, name, problem }) => {
    const entry = name === undefined ? l10n.t('Entry {0}', position) : `“${name}”`;
    return l10n.t('{0}: {1}', entry, entryProblemText(problem));
  });
  return joinSentences(l10n.t('“portico.gateways” has invalid entries.'), ...reasons);
}

function entryProblemText(problem: GatewayEntryProblem): string {
  if (problem.type === 'baseUrl') {
    return baseUrlProblemText(problem.problem);
  }
  if (problem.type === 'extras') {
    return gatewayExtrasProblemText(problem.path);
  }
  const texts: Readonly<Record<typeof problem.type, string>> = {
    notAnObject: l10n.t('An entry is an object with “name” and “baseUrl”.'),
    missingName: l10n.t('The name is missing.'),
    keyLabel: l10n.t("“keyLabel” isn't a valid key name."),
    timeouts: l10n.t(
      '“timeouts” is ignored: it takes firstTokenSeconds, idleSeconds and totalSeconds, in seconds.',
    ),
    duplicateName: l10n.t('An entry above has the same name.'),
    duplicateGateway: l10n.t('An entry above has the same Base URL and key.'),
  };
  return texts[problem.type];
}

/** Why a field of `gatewayExtrasSchema` cannot be used. @param path of an issue, such as `models`, `gpt-*`, `price` */
function gatewayExtrasProblemText(path: readonly string[]): string {
  switch (path[0]) {
    case 'helpUrl':
      return l10n.t('“helpUrl” is ignored: it takes an address that starts with https://.');
    case 'catalogUrl':
      return l10n.t('“catalogUrl” is ignored: it takes a web address.');
    case 'apiFormat':
      return l10n.t('“apiFormat” is ignored: it takes one of {0}.', joinItems(apiFormatChoices));
    default:
      return l10n.t(
        '“{0}” is ignored: “models” takes up to {1} model IDs or globs, each with {2}.',
        path.join(' → '),
        maxExtraModels,
        joinItems(Object.keys(modelFieldSchemas)),
      );
  }
}

/** The host of a `gatewayId`, with the path and the key where these are not the usual ones. */
export function gatewayName(gateway: string): string {
  const url = URL.parse(gateway);
  if (url === null) {
    return gateway;
  }
  const place = url.pathname === '/v1' ? url.host : `${url.host}${url.pathname}`;
  // Unlike decodeURIComponent, it never throws: the file may be damaged.
  const label = new URLSearchParams(`key=${url.hash.slice(1)}`).get('key') ?? '';
  return label === '' ? place : `${place} · ${keyName(label)}`;
}
