// What answers and refusals taught about a model behind a gateway, each with the evidence for it.
import type { Quirk } from '../../shared/conversation/quirk';
import { excludes } from '../../shared/conversation/quirk';

export type FactContent =
  | { readonly about: 'refusal'; readonly quirk: Quirk }
  /** In tokens, as an overflow error said it. */
  | { readonly about: 'contextLength'; readonly tokens: number }
  /** Whether its answers say how many tokens they took. */
  | { readonly about: 'usage'; readonly comes: boolean }
  /** The field of a chat completion that holds its reasoning. */
  | { readonly about: 'reasoning'; readonly field: string };

export interface ModelFact {
  readonly origin: string;
  readonly model: string;
  readonly taught: FactContent;
  /** What it was seen by, at most 300 characters; redacted where these are the server's own. */
  readonly evidence: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Kept over restarts. Never rejects: what cannot be read or written costs a request, no answer. */
export interface ModelFacts {
  all(): Promise<readonly ModelFact[]>;
  /** In the place of what was known of the same. */
  learn(fact: ModelFact): Promise<void>;
  forget(facts: readonly ModelFact[]): Promise<void>;
}

/** The context length of a model in tokens, where an overflow error has said it. */
export async function learnedLength(
  facts: ModelFacts,
  origin: string | undefined,
  model: string,
): Promise<number | undefined> {
  for (const { origin: its, model: of, taught } of await facts.all()) {
    if (its === origin && of === model && taught.about === 'contextLength') {
      return taught.tokens;
    }
  }
  return undefined;
}

/** Whether a fact takes another one's place. */
export function replaces(fact: ModelFact, other: ModelFact): boolean {
  if (fact.origin !== other.origin || fact.model !== other.model) {
    return false;
  }
  return fact.taught.about === 'refusal' && other.taught.about === 'refusal'
    ? excludes(fact.taught.quirk, other.taught.quirk)
    : fact.taught.about === other.taught.about;
}

/** What the models behind an origin are known to refuse, by model ID. */
export async function learnedQuirks(
  facts: ModelFacts,
  origin: string | undefined,
): Promise<(model: string) => readonly Quirk[]> {
  const known = (await facts.all()).filter((fact) => fact.origin === origin);
  return (model) =>
    known.flatMap((fact) =>
      fact.model === model && fact.taught.about === 'refusal' ? [fact.taught.quirk] : [],
    );
}
