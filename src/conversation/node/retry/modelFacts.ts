// Model facts: what a gateway's errors revealed about a model, each with its evidence.
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { KnownLimits } from '../../../gateway/common/maxTokens';
import { excludes, type Quirk } from '../../../gateway/common/quirk';

export type FactContent =
  | { readonly type: 'rejection'; readonly quirk: Quirk }
  /** A context overflow error named it. */
  | { readonly type: 'contextLength'; readonly tokens: number }
  /** The most tokens that the model writes, from a rejected limit. */
  | { readonly type: 'maxOutputTokens'; readonly tokens: number };

/** What a fact is about: gateways translate each API format on their own. */
export interface FactSubject {
  /** Its `gatewayId`: two gateways of one origin, or two keys, may lead to different servers. */
  readonly gateway: string;
  readonly model: string;
  readonly apiFormat: ApiFormat;
}

export interface ModelFact extends FactSubject {
  readonly content: FactContent;
  /** It has at most 300 UTF-16 code units, and is redacted if it comes from the server. */
  readonly evidence: string;
  /** When it was learned, in milliseconds since 1970. */
  readonly at: number;
}

/** Persisted over restarts. Never rejects: a lost fact costs one more request, not the answer. */
export interface ModelFacts {
  /** Resolves to the facts that have not expired. */
  all(): Promise<readonly ModelFact[]>;
  /** Replaces the facts that contradict it. */
  add(fact: ModelFact): Promise<void>;
  remove(facts: readonly ModelFact[]): Promise<void>;
  /** Removes all facts about these models, in every API format: the operator may have replaced them. */
  forget(gateway: string, models: readonly string[]): Promise<void>;
}

/** Models and gateways change: after 14 days what a model rejected is tried again. */
const lifetimeMs = 14 * 24 * 60 * 60 * 1_000;

/** A fact from the future counts too: it was learned while the machine's clock was wrong. */
export function isExpired({ at }: ModelFact, now: number): boolean {
  return Math.abs(now - at) >= lifetimeMs;
}

export function isAbout(fact: FactSubject, subject: FactSubject): boolean {
  return (
    fact.gateway === subject.gateway &&
    fact.model === subject.model &&
    fact.apiFormat === subject.apiFormat
  );
}

/** Whether two facts have the same content and subject; their evidence may differ. */
export function isSameFact(fact: ModelFact, other: ModelFact): boolean {
  return isAbout(fact, other) && isSameContent(fact.content, other.content);
}

export function isSameContent(a: FactContent, b: FactContent): boolean {
  return a.type === 'rejection'
    ? b.type === 'rejection' && a.quirk === b.quirk
    : a.type === b.type && a.tokens === b.tokens;
}

/** Whether a fact replaces another one. */
export function replaces(fact: ModelFact, other: ModelFact): boolean {
  if (!isAbout(fact, other)) {
    return false;
  }
  return fact.content.type === 'rejection' && other.content.type === 'rejection'
    ? excludes(fact.content.quirk, other.content.quirk)
    : fact.content.type === other.content.type;
}

/** What errors have revealed about the limits of a model. */
export async function knownLimits(facts: ModelFacts, subject: FactSubject): Promise<KnownLimits> {
  return limitsIn((await facts.all()).filter((fact) => isAbout(fact, subject)));
}

/** The limits that facts about one model contain. */
export function limitsIn(facts: readonly ModelFact[]): KnownLimits {
  const tokensOf = (type: 'contextLength' | 'maxOutputTokens'): number | undefined => {
    const tokens = facts.flatMap(({ content }) => (content.type === type ? [content.tokens] : []));
    return tokens[0];
  };
  return {
    contextLength: tokensOf('contextLength'),
    maxOutputTokens: tokensOf('maxOutputTokens'),
  };
}

/** The known quirks of a gateway's models, by model ID and API format. */
export async function knownQuirks(
  facts: ModelFacts,
  gateway: string,
): Promise<(model: string, apiFormat: ApiFormat) => readonly Quirk[]> {
  const all = await facts.all();
  return (model, apiFormat) =>
    quirksIn(all.filter((fact) => isAbout(fact, { gateway, model, apiFormat })));
}

export function quirksIn(facts: readonly ModelFact[]): readonly Quirk[] {
  return facts.flatMap(({ content }) => (content.type === 'rejection' ? [content.quirk] : []));
}
