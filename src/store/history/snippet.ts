// Of all the places where a conversation has what was searched for, the one that tells most of it.
import { composed } from './search/fold';
import { type Match, matches, type Term } from './search/terms';
import type { Snippet } from '../../chat/ports';

/** What can be searched of a message. */
export interface MessageText {
  readonly id: string;
  readonly text: string;
}

/** In UTF-16 units; a picker shows about so much in one line. */
const maxSnippetLength = 140;
/** How much of it stands before what was found. */
const lead = 30;

interface Place {
  readonly messageId: string;
  readonly text: string;
  readonly match: Match;
  /** How many of the terms stand within a passage's length. */
  readonly terms: number;
}

/**
 * Undefined where a term is found in none of the messages and not in the title. The passage is that
 * with the most terms, the first of several; absent where the title alone has them.
 */
export function findSnippet(
  title: string,
  messages: readonly MessageText[],
  terms: readonly Term[],
): { readonly snippet?: Snippet } | undefined {
  const found = new Set<number>();
  for (const { term } of matches(composed(title), terms)) {
    found.add(term);
  }
  let best: Place | undefined;
  for (const message of messages) {
    const place = bestPlace(message, terms, found);
    if (place !== undefined && place.terms > (best?.terms ?? 0)) {
      best = place;
    }
    if (best?.terms === terms.length) {
      return { snippet: snippetAt(best, terms) };
    }
  }
  if (found.size < terms.length) {
    return undefined;
  }
  return best === undefined ? {} : { snippet: snippetAt(best, terms) };
}

/** Notes every term that is met in `found`. */
function bestPlace(
  message: MessageText,
  terms: readonly Term[],
  found: Set<number>,
): Place | undefined {
  const text = composed(message.text);
  let near: Match[] = [];
  let best: Place | undefined;
  for (const match of matches(text, terms)) {
    found.add(match.term);
    near = near.filter(({ start }) => match.end - start <= maxSnippetLength - lead);
    near.push(match);
    const count = new Set(near.map(({ term }) => term)).size;
    const [first = match] = near;
    if (count > (best?.terms ?? 0)) {
      best = { messageId: message.id, text, match: first, terms: count };
      if (count === terms.length) {
        return best;
      }
    }
  }
  return best;
}

function snippetAt({ messageId, text, match }: Place, terms: readonly Term[]): Snippet {
  const start = wordStart(text, Math.max(0, match.start - lead), match.start);
  const end = wordEnd(text, Math.min(text.length, start + maxSnippetLength), match.end);
  const cut = text.slice(start, end).replace(/\s+/gu, ' ').trim();
  const shown = `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
  const marks = matches(shown, terms).map(({ start: from, end: to }) => ({
    start: from,
    end: to,
  }));
  return { messageId, text: shown, marks };
}

/** The first beginning of a word from `at` on, if there is one before `limit`. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) {
    return 0;
  }
  const blank = text.slice(at, limit).search(/\s/u);
  return blank < 0 ? whole(text, at) : at + blank + 1;
}

/** The last end of a word up to `at`, if there is one after `limit`. */
function wordEnd(text: string, at: number, limit: number): number {
  if (at >= text.length) {
    return text.length;
  }
  const cut = text.slice(limit, at);
  const blank = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return blank < 0 ? Math.max(limit, whole(text, at)) : limit + blank;
}

/** No half of a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
