// Named gateways (`portico.gateways`), and which of them and which API key a Base URL resolves to.
import * as v from 'valibot';
import type { Timeouts } from '../common/connection';
import type { BaseUrlProblem } from '../common/failure';
import type { ParsedBaseUrl } from '../common/gatewayAccess';
import type { GatewayRef } from '../common/gatewayRef';
import { readGatewayExtras, type GatewayExtras } from './gatewayExtras';

/** A valid entry of `portico.gateways`. */
export interface NamedGateway extends GatewayRef {
  readonly name: string;
  readonly origin: string;
  readonly timeouts: Partial<Timeouts>;
  readonly extras: GatewayExtras;
}

export type GatewayEntryProblem =
  | {
      readonly type:
        | 'notAnObject'
        | 'missingName'
        | 'keyLabel'
        | 'timeouts'
        | 'duplicateName'
        | 'duplicateGateway';
    }
  | { readonly type: 'baseUrl'; readonly problem: BaseUrlProblem }
  /** `path`: of the field. */
  | { readonly type: 'extras'; readonly path: readonly string[] };

/** An entry that is ignored, or of which only the `timeouts` or an extra field are ignored. */
export interface InvalidGatewayEntry {
  /** Position in the setting, from 1. */
  readonly position: number;
  readonly name: string | undefined;
  readonly problem: GatewayEntryProblem;
}

export interface GatewaysSetting {
  readonly gateways: readonly NamedGateway[];
  readonly invalid: readonly InvalidGatewayEntry[];
}

type ParseBaseUrl = (typed: string) => ParsedBaseUrl;

const seconds = v.exactOptional(v.pipe(v.number(), v.minValue(0)));
const timeoutsSchema = v.strictObject({
  firstTokenSeconds: seconds,
  idleSeconds: seconds,
  totalSeconds: seconds,
});
const entrySchema = v.record(v.string(), v.unknown());

/** Reads `portico.gateways`. The first one of duplicate entries is used. */
export function readGateways(setting: unknown, parseBaseUrl: ParseBaseUrl): GatewaysSetting {
  const gateways: NamedGateway[] = [];
  const invalid: InvalidGatewayEntry[] = [];
  // An entry outside of a list is reported like one in a list.
  const entries: readonly unknown[] = [setting ?? []].flat();
  for (const [index, entry] of entries.entries()) {
    const { name, gateway, problem } = readEntry(entry, gateways, parseBaseUrl);
    if (gateway !== undefined) {
      gateways.push(gateway);
    }
    if (problem !== undefined) {
      invalid.push({ position: index + 1, name, problem });
    }
  }
  return { gateways, invalid };
}

interface ReadEntry {
  readonly name?: string;
  readonly gateway?: NamedGateway;
  readonly problem?: GatewayEntryProblem;
}

function readEntry(
  entry: unknown,
  previous: readonly NamedGateway[],
  parseBaseUrl: ParseBaseUrl,
): ReadEntry {
  const parsedEntry = v.safeParse(entrySchema, entry);
  if (!parsedEntry.success) {
    return { problem: { type: 'notAnObject' } };
  }
  const fields = parsedEntry.output;
  const name = typeof fields['name'] === 'string' ? fields['name'].trim() : '';
  if (name === '') {
    return { problem: { type: 'missingName' } };
  }
  if (previous.some((gateway) => gateway.name === name)) {
    return { name, problem: { type: 'duplicateName' } };
  }
  const parsed = parseBaseUrl(typeof fields['baseUrl'] === 'string' ? fields['baseUrl'] : '');
  if (!parsed.ok) {
    return { name, problem: { type: 'baseUrl', problem: parsed.problem } };
  }
  const label = fields['keyLabel'] ?? '';
  if (typeof label !== 'string' || (label !== '' && keyLabelProblem(label) !== undefined)) {
    return { name, problem: { type: 'keyLabel' } };
  }
  const { baseUrl, origin } = parsed;
  const ref = gatewayRef(baseUrl, label.trim());
  if (previous.some((gateway) => gatewayId(gateway) === gatewayId(ref))) {
    return { name, problem: { type: 'duplicateGateway' } };
  }
  const timeouts = v.safeParse(timeoutsSchema, fields['timeouts'] ?? {});
  const { extras, invalid: path } = readGatewayExtras(fields);
  const problem: GatewayEntryProblem | undefined = timeouts.success
    ? path && { type: 'extras', path }
    : { type: 'timeouts' };
  return {
    name,
    gateway: { ...ref, name, origin, timeouts: timeouts.success ? timeouts.output : {}, extras },
    ...(problem === undefined ? {} : { problem }),
  };
}

export interface ResolvedGateway {
  readonly baseUrl: string;
  readonly origin: string;
  /** Which of the origin's keys is used; `''` for the default key. */
  readonly keyLabel: string;
  /** Undefined if no entry of `portico.gateways` has this Base URL. */
  readonly named: NamedGateway | undefined;
}

/**
 * The gateway at a Base URL. If several entries share it: the one with the selected key, else one
 * without a key label, else the first. An entry's own key beats the selected one, so that nothing is
 * charged to another budget than the entry says.
 */
export function resolveGateway(
  gateways: readonly NamedGateway[],
  { baseUrl, origin }: { readonly baseUrl: string; readonly origin: string },
  selectedLabel: string,
): ResolvedGateway {
  const matches = gateways.filter((gateway) => gateway.baseUrl === baseUrl);
  const named =
    matches.find(({ keyLabel }) => keyLabel === selectedLabel) ??
    matches.find(({ keyLabel }) => keyLabel === undefined) ??
    matches[0];
  return { baseUrl, origin, keyLabel: named?.keyLabel ?? selectedLabel, named };
}

/** What the entries with a Base URL say of its models and pages; of several, which differ in their key, the first that has a field. */
export function extrasAt(gateways: readonly NamedGateway[], baseUrl: string): GatewayExtras {
  const found: GatewayExtras = {};
  for (const { extras } of gateways.filter((one) => one.baseUrl === baseUrl).toReversed()) {
    Object.assign(found, extras);
  }
  return found;
}

/** A row of Switch Gateway. */
export type GatewayChoice = ResolvedGateway & { readonly current: boolean };

/**
 * Everything the user can switch to: each named gateway, the current one and the `known` ones, once per key that it can
 * use. `labelsOf` gives the labels of an origin's keys, `''` for the default key.
 */
export function gatewayChoices(
  gateways: readonly NamedGateway[],
  current: ResolvedGateway | undefined,
  labelsOf: (origin: string) => readonly string[],
  known: readonly ResolvedGateway[] = [],
): readonly GatewayChoice[] {
  const choices = new Map<string, GatewayChoice>();
  const add = (choice: ResolvedGateway): void => {
    const id = gatewayId(choice);
    const isCurrent = current !== undefined && id === gatewayId(current);
    choices.set(id, choices.get(id) ?? { ...choice, current: isCurrent });
  };
  for (const gateway of [...gateways, ...(current === undefined ? [] : [current]), ...known]) {
    const ownLabel = 'named' in gateway ? gateway.named?.keyLabel : gateway.keyLabel;
    const stored = labelsOf(gateway.origin);
    const labels = ownLabel !== undefined ? [ownLabel] : stored.length === 0 ? [''] : stored;
    for (const label of labels) {
      add(resolveGateway(gateways, gateway, label));
    }
  }
  if (current !== undefined) {
    // If every entry at this origin has its own key, the origin's other keys still get a row.
    const { baseUrl, origin } = current;
    const used = [...choices.values()].filter((choice) => choice.origin === origin);
    for (const keyLabel of labelsOf(origin)) {
      if (!used.some((choice) => choice.keyLabel === keyLabel)) {
        add({ baseUrl, origin, keyLabel, named: undefined });
      }
    }
  }
  return [...choices.values()];
}

export function gatewayRef(baseUrl: string, keyLabel: string): GatewayRef {
  return keyLabel === '' ? { baseUrl } : { baseUrl, keyLabel };
}

/**
 * Identifies a gateway and key, since keys of one address may see different models. With the default
 * key it is the Base URL itself, which never contains `#`.
 */
export function gatewayId({ baseUrl, keyLabel = '' }: GatewayRef): string {
  return keyLabel === '' ? baseUrl : `${baseUrl}#${encodeURIComponent(keyLabel)}`;
}

/** The Base URL in a `gatewayId`. */
export function baseUrlOf(id: string): string {
  return id.split('#', 1)[0] ?? '';
}

/**
 * Whether a chat may continue there without asking the user. All paths of an origin belong to one
 * operator, who has already seen the chat; another key may mean another account, budget or data policy.
 */
export function isSameOperator(a: GatewayRef, b: GatewayRef): boolean {
  return originOf(a) === originOf(b) && (a.keyLabel ?? '') === (b.keyLabel ?? '');
}

function originOf({ baseUrl }: GatewayRef): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}

const maxKeyLabelLength = 40;

/** Why a text cannot be a key label. Labels are shown and stored in plain text, so a key is rejected. */
export function keyLabelProblem(
  typed: string,
): 'empty' | 'tooLong' | 'characters' | 'looksLikeKey' | undefined {
  const label = typed.trim();
  if (label === '') {
    return 'empty';
  }
  if (/^(?:sk-|bearer\s)/i.test(label) || /^(?=.*\d)(?=.*[a-z])[!-~]{20,}$/i.test(label)) {
    return 'looksLikeKey';
  }
  if (label.length > maxKeyLabelLength) {
    return 'tooLong';
  }
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(label) ? 'characters' : undefined;
}
