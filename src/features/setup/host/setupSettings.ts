// The settings of gateways: where requests go, and with which headers, query parameters, key and time limits.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Timeouts } from '../../../gateway/common/connection';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import type { GatewayRef } from '../../../gateway/common/gatewayRef';
import { placeholders } from '../../../gateway/common/placeholders';
import { parseBaseUrl } from '../../../gateway/node/baseUrl';
import type { GatewayExtras } from '../../../gateway/node/gatewayExtras';
import { extrasAt, readGateways, type GatewaysSetting } from '../../../gateway/node/namedGateways';
import { recordValue, settingsReader, textValue } from '../../../platform/host/settings';
import { ignoredEntriesText, type SettingCheck } from '../../../platform/host/settingsWarnings';
import { invalidEntriesText } from '../../../platform/host/text/gatewayText';
import { joinItems, joinSentences } from '../../../platform/host/text/joinTexts';
import { commandSchema } from '../node/runKeyCommand';
import { setupContributions } from './setupContributions';

const { settings } = setupContributions;
const { userValue, saveForUser } = settingsReader(settings);

export function typedBaseUrl(): string {
  return textValue(userValue('portico.baseUrl'));
}

export function saveBaseUrl(baseUrl: string): Promise<void> {
  return saveForUser('portico.baseUrl', baseUrl);
}

export function gatewaysSetting(): unknown {
  return userValue('portico.gateways');
}

/** What `portico.gateways` says of the gateway at a Base URL; by default, of the current one. */
export function gatewayExtras(typed = typedBaseUrl()): GatewayExtras {
  const parsed = parseBaseUrl(typed);
  return parsed.ok
    ? extrasAt(readGateways(gatewaysSetting(), parseBaseUrl).gateways, parsed.baseUrl)
    : {};
}

type GatewayEntry = GatewayRef & GatewayExtras & { readonly name: string };

/** Appends an entry, or adds what the one of the same gateway lacks: what the user set there stays. Invalid entries stay. */
export async function saveGateway(entry: GatewayEntry): Promise<void> {
  const entries = v.parse(v.fallback(v.array(v.unknown()), []), gatewaysSetting());
  const same = entries.find((other) => {
    const { baseUrl, keyLabel } = recordValue(other);
    const parsed = parseBaseUrl(textValue(baseUrl));
    const label = textValue(keyLabel).trim();
    return parsed.ok && parsed.baseUrl === entry.baseUrl && label === (entry.keyLabel ?? '');
  });
  if (same !== undefined) {
    const merged = { ...entry, ...recordValue(same) };
    await saveForUser(
      'portico.gateways',
      entries.map((other) => (other === same ? merged : other)),
    );
    return;
  }
  const names = new Set(entries.map((other) => recordValue(other)['name']));
  const free = [entry.name, `${entry.name} (${new URL(entry.baseUrl).host})`];
  const name = free.find((text) => !names.has(text)) ?? `${entry.name} ${entries.length + 1}`;
  await saveForUser('portico.gateways', [...entries, { ...entry, name }]);
}

/** The settings with extra headers and query parameters, by origin and name. */
export type ExtrasSetting = 'portico.headers' | 'portico.queryParameters';

export const extrasSettings = ['portico.headers', 'portico.queryParameters'] as const;

const readExtras: Readonly<Record<ExtrasSetting, () => unknown>> = {
  'portico.headers': () => userValue('portico.headers'),
  'portico.queryParameters': () => userValue('portico.queryParameters'),
};

interface Extra {
  /** Undefined if the entry's key is not an origin. */
  readonly origin: string | undefined;
  readonly name: string;
  /** Undefined if it is not a string. */
  readonly value: string | undefined;
}

/** Every header or query parameter, including those that cannot be sent. */
export function extras(setting: ExtrasSetting): readonly Extra[] {
  return Object.entries(recordValue(readExtras[setting]())).flatMap(([address, values]) => {
    const origin = originOf(address);
    return Object.entries(recordValue(values)).map(([name, value]) => ({
      origin,
      name,
      value: typeof value === 'string' ? value : undefined,
    }));
  });
}

/** The extra headers or query parameters of requests to an origin. */
export function extrasFor(
  setting: ExtrasSetting,
  origin: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    extras(setting).flatMap((extra) =>
      extra.origin === origin && extra.value !== undefined ? [[extra.name, extra.value]] : [],
    ),
  );
}

/** Adds headers or query parameters for an origin; one of the same name is replaced. */
export async function saveExtras(
  setting: ExtrasSetting,
  origin: string,
  added: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(added).length === 0) {
    return;
  }
  const all = recordValue(readExtras[setting]());
  const address = Object.keys(all).find((key) => originOf(key) === origin) ?? origin;
  // HTTP ignores the case of a header's name, and servers that of many parameters.
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = Object.entries(recordValue(all[address])).filter(
    ([name]) => !names.has(name.toLowerCase()),
  );
  await saveForUser(setting, { ...all, [address]: { ...Object.fromEntries(kept), ...added } });
}

/** Replaces a secret in the extra headers or query parameters of an origin. */
export async function replaceInExtras(
  setting: ExtrasSetting,
  origin: string,
  secret: string,
  by: string,
): Promise<void> {
  const replaced = Object.entries(recordValue(readExtras[setting]())).map(([address, values]) => [
    address,
    originOf(address) === origin
      ? Object.fromEntries(
          Object.entries(recordValue(values)).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.replaceAll(secret, () => by) : value,
          ]),
        )
      : values,
  ]);
  await saveForUser(setting, Object.fromEntries(replaced));
}

/** The program of `portico.keyCommand` for an origin, with its arguments; invalid entries count as none. */
export function keyCommandFor(origin: string): readonly string[] | undefined {
  return keyCommandEntries().find((entry) => entry.origin === origin)?.command;
}

export function addKeyCommand(origin: string, command: readonly string[]): Promise<void> {
  const setting = recordValue(userValue('portico.keyCommand'));
  return saveForUser('portico.keyCommand', { ...setting, [origin]: command });
}

interface KeyCommandEntry {
  /** What the user typed. */
  readonly address: string;
  /** Undefined if the address is not an origin. */
  readonly origin: string | undefined;
  /** Undefined if it is not a list of texts that starts with a program. */
  readonly command: readonly string[] | undefined;
}

function keyCommandEntries(): readonly KeyCommandEntry[] {
  const setting = recordValue(userValue('portico.keyCommand'));
  return Object.entries(setting).map(([address, value]) => {
    const list = v.safeParse(commandSchema, value);
    return { address, origin: originOf(address), command: list.success ? list.output : undefined };
  });
}

/** The argument list in a text of JSON; undefined if there is none. */
export function parseKeyCommand(text: string): readonly string[] | undefined {
  const list = v.safeParse(v.pipe(v.string(), v.parseJson(), commandSchema), text);
  return list.success ? list.output : undefined;
}

function originOf(address: string): string | undefined {
  return /^https?:/i.test(address) ? URL.parse(address)?.origin : undefined;
}

const timeoutDefaults = settings['portico.timeouts'].default;
/** A model on this machine may load for minutes, and read a long prompt for longer. */
const loopbackTimeouts = { ...timeoutDefaults, firstTokenSeconds: 0, totalSeconds: 0 };
const seconds = v.pipe(v.number(), v.minValue(0));

/** What the user did not set has a default, which is no limit for the first token and in total on loopback. */
export function timeoutSettings(isLoopback: boolean): Timeouts {
  const defaults: Timeouts = isLoopback ? loopbackTimeouts : timeoutDefaults;
  const timeouts = v.object({
    firstTokenSeconds: v.fallback(seconds, defaults.firstTokenSeconds),
    idleSeconds: v.fallback(seconds, defaults.idleSeconds),
    totalSeconds: v.fallback(seconds, defaults.totalSeconds),
  });
  return v.parse(v.fallback(timeouts, defaults), userValue('portico.timeouts') ?? {});
}

export function setupSettingChecks(
  gateway: Pick<GatewayAccess, 'isAllowedHeader' | 'isAllowedQueryParameter'>,
  gateways: { readonly read: () => GatewaysSetting },
): readonly SettingCheck[] {
  return [
    { setting: 'portico.gateways', problem: () => gatewayProblems(gateways.read()) },
    {
      setting: 'portico.headers',
      problem: () => extrasProblems('portico.headers', gateway.isAllowedHeader),
    },
    {
      setting: 'portico.queryParameters',
      problem: () => extrasProblems('portico.queryParameters', gateway.isAllowedQueryParameter),
    },
    { setting: 'portico.keyCommand', problem: keyCommandProblems },
  ];
}

function gatewayProblems({ invalid }: GatewaysSetting): string | undefined {
  return invalid.length === 0 ? undefined : invalidEntriesText(invalid);
}

function keyCommandProblems(): string | undefined {
  const invalid = keyCommandEntries().filter(
    ({ origin, command }) => origin === undefined || command === undefined,
  );
  return ignoredEntriesText(
    'portico.keyCommand',
    invalid.map(({ address }) => address),
    vscode.l10n.t(
      'Each entry needs an origin, such as https://gateway.example, and a list with a program and its arguments.',
    ),
  );
}

/** Names only: the values may be secrets. */
function extrasProblems(
  setting: ExtrasSetting,
  isAllowed: (name: string, value: string) => boolean,
): string | undefined {
  const { l10n } = vscode;
  const names = extras(setting)
    .filter(
      ({ origin, name, value }) =>
        origin === undefined || value === undefined || !isAllowed(name, value),
    )
    .map(({ name }) => name);
  const rule =
    setting === 'portico.headers'
      ? l10n.t(
          "Each entry needs an origin, such as https://gateway.example, a value that HTTP allows, and a name that Portico doesn't set itself.",
        )
      : l10n.t('Each entry needs an origin, such as https://gateway.example, a name and a value.');
  return ignoredEntriesText(setting, names, joinSentences(rule, placeholdersText()));
}

/** Which placeholders values may have. */
export function placeholdersText(): string {
  return vscode.l10n.t('A value can contain {0}.', joinItems(placeholders));
}
