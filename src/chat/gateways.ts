// Which gateways the user has named, which of them a Base URL means, and which key is used there.
import * as v from 'valibot';
import type { GatewayRef } from '../shared/conversation/conversation';
import type { BaseUrlProblem, ParsedBaseUrl, Timeouts } from './gatewayPort';

/** An entry of `portico.gateways` that can be used. */
export interface NamedGateway extends GatewayRef {
  readonly name: string;
  readonly origin: string;
  readonly timeouts: Partial<Timeouts>;
}

export type EntryProblem =
  | { readonly type: 'noEntry' | 'noName' | 'keyLabel' | 'timeouts' | 'sameName' | 'sameGateway' }
  | { readonly type: 'baseUrl'; readonly problem: BaseUrlProblem };

/** An entry that is not used, or not all of it (`timeouts`). */
export interface BadEntry {
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly name: string | undefined;
  readonly problem: EntryProblem;
}

export interface ReadGateways {
  readonly gateways: readonly NamedGateway[];
  readonly bad: readonly BadEntry[];
}

type ParseBaseUrl = (typed: string) => ParsedBaseUrl;

const seconds = v.exactOptional(v.pipe(v.number(), v.minValue(0)));
const timeouts = v.strictObject({
  firstTokenSeconds: seconds,
  idleSeconds: seconds,
  totalSeconds: seconds,
});
const record = v.record(v.string(), v.unknown());

/** Reads `portico.gateways`. Of two entries alike the first one counts. */
export function readGateways(setting: unknown, parseBaseUrl: ParseBaseUrl): ReadGateways {
  const gateways: NamedGateway[] = [];
  const bad: BadEntry[] = [];
  const entries: readonly unknown[] = Array.isArray(setting)
    ? setting
    : setting == null
      ? []
      : [setting];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, gateways, parseBaseUrl);
    if (read.gateway !== undefined) {
      gateways.push(read.gateway);
    }
    if (read.problem !== undefined) {
      bad.push({ place: index + 1, name: read.name, problem: read.problem });
    }
  }
  return { gateways, bad };
}

interface ReadEntry {
  readonly name?: string;
  readonly gateway?: NamedGateway;
  readonly problem?: EntryProblem;
}

function readEntry(
  entry: unknown,
  before: readonly NamedGateway[],
  parseBaseUrl: ParseBaseUrl,
): ReadEntry {
  const fields = v.safeParse(record, entry);
  if (!fields.success) {
    return { problem: { type: 'noEntry' } };
  }
  const set = fields.output;
  const name = typeof set['name'] === 'string' ? set['name'].trim() : '';
  if (name === '') {
    return { problem: { type: 'noName' } };
  }
  if (before.some((other) => other.name === name)) {
    return { name, problem: { type: 'sameName' } };
  }
  const parsed = parseBaseUrl(typeof set['baseUrl'] === 'string' ? set['baseUrl'] : '');
  if (!parsed.ok) {
    return { name, problem: { type: 'baseUrl', problem: parsed.problem } };
  }
  const label = set['keyLabel'] ?? '';
  if (typeof label !== 'string' || (label !== '' && keyLabelProblem(label) !== undefined)) {
    return { name, problem: { type: 'keyLabel' } };
  }
  const { baseUrl, origin } = parsed;
  const ref = gatewayRef(baseUrl, label.trim());
  if (before.some((other) => gatewayId(other) === gatewayId(ref))) {
    return { name, problem: { type: 'sameGateway' } };
  }
  const limits = v.safeParse(timeouts, set['timeouts'] ?? {});
  return {
    name,
    gateway: { ...ref, name, origin, timeouts: limits.success ? limits.output : {} },
    ...(limits.success ? {} : { problem: { type: 'timeouts' } }),
  };
}

/** What a Base URL means. */
export interface ResolvedGateway {
  readonly baseUrl: string;
  readonly origin: string;
  /** Which of the origin's keys is used; `''` for the one without a label. */
  readonly keyLabel: string;
  /** Undefined where no entry has this Base URL. */
  readonly named: NamedGateway | undefined;
}

/**
 * The gateway at a Base URL. Of several entries that share it the one counts that names the chosen
 * key, else one that names none, else the first. An entry's own key goes before the chosen one: a
 * question must not be charged to another budget than the entry says.
 */
export function gatewayAt(
  gateways: readonly NamedGateway[],
  { baseUrl, origin }: { readonly baseUrl: string; readonly origin: string },
  chosenLabel: string,
): ResolvedGateway {
  const there = gateways.filter((gateway) => gateway.baseUrl === baseUrl);
  const named =
    there.find(({ keyLabel }) => keyLabel === chosenLabel) ??
    there.find(({ keyLabel }) => keyLabel === undefined) ??
    there[0];
  return { baseUrl, origin, keyLabel: named?.keyLabel ?? chosenLabel, named };
}

/** A row of Switch Gateway. */
export type GatewayChoice = ResolvedGateway & { readonly current: boolean };

/**
 * All that can be switched to: each named gateway and the one in use, once for each key that it may
 * use. `labelsOf`: the labels of an origin's keys, `''` for the one without.
 */
export function gatewayChoices(
  gateways: readonly NamedGateway[],
  here: ResolvedGateway | undefined,
  labelsOf: (origin: string) => readonly string[],
): readonly GatewayChoice[] {
  const choices = new Map<string, GatewayChoice>();
  const add = (choice: ResolvedGateway): void => {
    const id = gatewayId(gatewayRef(choice.baseUrl, choice.keyLabel));
    const current = here !== undefined && id === gatewayId(gatewayRef(here.baseUrl, here.keyLabel));
    choices.set(id, choices.get(id) ?? { ...choice, current });
  };
  for (const place of here === undefined ? gateways : [...gateways, here]) {
    const own = 'named' in place ? place.named?.keyLabel : place.keyLabel;
    const known = labelsOf(place.origin);
    for (const label of own === undefined ? known : [own]) {
      add(gatewayAt(gateways, place, label));
    }
    if (own === undefined && known.length === 0) {
      add(gatewayAt(gateways, place, ''));
    }
  }
  // Where every entry names its own key, another one has no entry yet that could use it.
  const used = [...choices.values()].filter(({ origin }) => origin === here?.origin);
  for (const keyLabel of here === undefined ? [] : labelsOf(here.origin)) {
    if (here !== undefined && !used.some((choice) => choice.keyLabel === keyLabel)) {
      add({ baseUrl: here.baseUrl, origin: here.origin, keyLabel, named: undefined });
    }
  }
  return [...choices.values()];
}

export function gatewayRef(baseUrl: string, keyLabel: string): GatewayRef {
  return keyLabel === '' ? { baseUrl } : { baseUrl, keyLabel };
}

/**
 * One text for one gateway: the keys of an address may see different models. A Base URL holds no `#`,
 * and without a label it is the ID itself.
 */
export function gatewayId({ baseUrl, keyLabel = '' }: GatewayRef): string {
  return keyLabel === '' ? baseUrl : `${baseUrl}#${encodeURIComponent(keyLabel)}`;
}

/**
 * Whether a conversation may go on there without a question. The paths of one origin belong to one
 * operator, who has seen it already; another key may be another account, budget or data policy.
 */
export function isSameOperator(one: GatewayRef, other: GatewayRef): boolean {
  return originOf(one) === originOf(other) && (one.keyLabel ?? '') === (other.keyLabel ?? '');
}

function originOf({ baseUrl }: GatewayRef): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}

const longestLabel = 40;

/** Why a text cannot be a key's label; a label is shown and kept in the open, so no key may be one. */
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
  if (label.length > longestLabel) {
    return 'tooLong';
  }
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(label) ? 'characters' : undefined;
}
