// Model facts: what a gateway's errors revealed about a model, each with its evidence.
import { excludes, type Quirk } from '../../shared/conversation/quirk';

export type FactContent =
  | { readonly type: 'rejection'; readonly quirk: Quirk }
  /** In tokens, from a context overflow error. */
  | { readonly type: 'contextLength'; readonly tokens: number };

export interface ModelFact {
  readonly origin: string;
  readonly model: string;
  readonly content: FactContent;
  /** At most 300 UTF-16 code units; redacted where they come from the server. */
  readonly evidence: string;
  /** When it was learned, in milliseconds since 1970. */
  readonly at: number;
}

/** Persisted over restarts. Never rejects: a lost fact costs one more request, not the answer. */
export interface ModelFacts {
  all(): Promise<readonly ModelFact[]>;
  /** Replaces the facts that contradict it. */
  add(fact: ModelFact): Promise<void>;
  remove(facts: readonly ModelFact[]): Promise<void>;
}

/** Whether a fact replaces another one. */
export function replaces(fact: ModelFact, other: ModelFact): boolean {
  if (fact.origin !== other.origin || fact.model !== other.model) {
    return false;
  }
  return fact.content.type === 'rejection' && other.content.type === 'rejection'
    ? excludes(fact.content.quirk, other.content.quirk)
    : fact.content.type === other.content.type;
}

/** The context length of a model in tokens, if an overflow error has revealed it. */
export async function knownContextLength(
  facts: ModelFacts,
  origin: string | undefined,
  model: string,
): Promise<number | undefined> {
  const ofModel = (await facts.all()).filter(
    (fact) => fact.origin === origin && fact.model === model,
  );
  const contents = ofModel.map(({ content }) => content);
  return contents.find((content) => content.type === 'contextLength')?.tokens;
}

/** The known quirks of the models behind an origin, by model ID. */
export async function knownQuirks(
  facts: ModelFacts,
  origin: string | undefined,
): Promise<(model: string) => readonly Quirk[]> {
  const ofOrigin = (await facts.all()).filter((fact) => fact.origin === origin);
  return (model) => quirksIn(ofOrigin.filter((fact) => fact.model === model));
}

export function quirksIn(facts: readonly ModelFact[]): readonly Quirk[] {
  return facts.flatMap(({ content }) => (content.type === 'rejection' ? [content.quirk] : []));
}
