// Finds the snippet of a conversation that has the most search terms close together.
import { oneLine } from '../../../base/text/oneLine';
import type { SearchResult, Snippet } from './conversationHistory';
import { normalizeText } from './search/fold';
import { findMatches, type Term, type TermMatch } from './search/terms';

/** The searchable text of a message. */
export interface MessageText {
  readonly id: string;
  readonly text: string;
}

/** One line of a picker has room for about this much. */
const maxSnippetChars = 140;
/** How much text a snippet has before its first match, in UTF-16 units. */
const leadLength = 30;

interface Candidate {
  readonly messageId: string;
  readonly text: string;
  readonly firstMatch: TermMatch;
  /** The number of different terms within the length of a snippet. */
  readonly termCount: number;
}

/** What ranks a message above others: the text as it was typed, apart from case. */
export function phraseOf(query: string): string {
  return oneLine(query).trim().toLowerCase();
}

export function isInTitle(title: string, terms: readonly Term[]): boolean {
  return termsIn(title, terms).size === terms.length;
}

function termsIn(text: string, terms: readonly Term[]): Set<number> {
  return new Set(findMatches(normalizeText(text), terms).map(({ term }) => term));
}

/**
 * Returns undefined if a term is neither in the title nor in any message, and no snippet if no term is in a message.
 * Chooses the first of several equally good snippets; the first message with the phrase comes before all others.
 */
export function findSnippet(
  title: string,
  messages: readonly MessageText[],
  terms: readonly Term[],
  phrase: string,
): (Required<Pick<SearchResult, 'rank'>> & Pick<SearchResult, 'snippet'>) | undefined {
  const found = termsIn(title, terms);
  const withPhrase = messages.find(({ text }) => text.toLowerCase().includes(phrase));
  const rank = found.size === terms.length ? 0 : withPhrase === undefined ? 2 : 1;
  const others = messages.filter((message) => message !== withPhrase);
  let best: Candidate | undefined;
  for (const message of withPhrase === undefined ? messages : [withPhrase, ...others]) {
    const candidate = bestIn(message, terms, found);
    if (candidate !== undefined && candidate.termCount > (best?.termCount ?? 0)) {
      best = candidate;
    }
    if (best?.termCount === terms.length) {
      return { rank, snippet: createSnippet(best, terms) };
    }
  }
  if (found.size < terms.length) {
    return undefined;
  }
  return best === undefined ? { rank } : { rank, snippet: createSnippet(best, terms) };
}

/** @param found Receives the indexes of all terms in the message. */
function bestIn(
  message: MessageText,
  terms: readonly Term[],
  found: Set<number>,
): Candidate | undefined {
  const text = normalizeText(message.text);
  let nearby: TermMatch[] = [];
  let best: Candidate | undefined;
  for (const match of findMatches(text, terms)) {
    found.add(match.term);
    nearby = nearby.filter(({ start }) => match.end - start <= maxSnippetChars - leadLength);
    nearby.push(match);
    const termCount = new Set(nearby.map(({ term }) => term)).size;
    const [firstMatch = match] = nearby;
    if (termCount > (best?.termCount ?? 0)) {
      best = { messageId: message.id, text, firstMatch, termCount };
      if (termCount === terms.length) {
        return best;
      }
    }
  }
  return best;
}

function createSnippet(
  { messageId, text, firstMatch }: Candidate,
  terms: readonly Term[],
): Snippet {
  const from = wordStart(text, Math.max(0, firstMatch.start - leadLength), firstMatch.start);
  const to = wordEnd(text, Math.min(text.length, from + maxSnippetChars), firstMatch.end);
  const line = oneLine(text.slice(from, to));
  const shown = `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
  const matches = findMatches(shown, terms).map(({ start, end }) => ({ start, end }));
  return { messageId, text: shown, matches };
}

/** The first start of a word from `index` on, or `index` if there is none before `limit`. */
function wordStart(text: string, index: number, limit: number): number {
  if (index === 0) {
    return 0;
  }
  const blank = text.slice(index, limit).search(/\s/u);
  return blank < 0 ? characterStart(text, index) : index + blank + 1;
}

/** The last end of a word up to `index`, or `index` if there is none after `limit`. */
function wordEnd(text: string, index: number, limit: number): number {
  if (index >= text.length) {
    return text.length;
  }
  const rest = text.slice(limit, index);
  const blank = Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n'));
  return blank < 0 ? Math.max(limit, characterStart(text, index)) : limit + blank;
}

/** Avoids splitting a surrogate pair. */
function characterStart(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}
