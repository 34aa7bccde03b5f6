// What the user has typed after a character that opens suggestions, for example `@read` in “Explain @read”.
import { suggestionTriggers, type SuggestionTrigger } from '../common/typedText';

export interface SuggestionQuery {
  readonly trigger: SuggestionTrigger;
  /** What follows the trigger, up to the cursor. */
  readonly query: string;
  /** The index of the trigger in the text; the query ends at the cursor. */
  readonly start: number;
}

/** The host accepts no longer ones. */
const maxQueryLength = 200;

/**
 * The query that ends at the cursor; undefined if there is none. `@` and `#` start a word, so mail addresses, `C#` and
 * addresses with `#` have none, nor has a heading (`##`). `/` starts the text and no path. The cursor ends the word.
 * Chinese has no blanks between words, so `@` starts one after Chinese, too.
 */
export function suggestionQueryAt(text: string, cursor: number): SuggestionQuery | undefined {
  if (cursor < text.length && !isBlank(text.charAt(cursor))) {
    return undefined;
  }
  let start = cursor;
  while (start > 0 && !isBlank(text.charAt(start - 1))) {
    start -= 1;
    if (cursor - start > maxQueryLength + 1) {
      return undefined;
    }
  }
  const afterChinese = /(?<=[\p{scx=Han}，：；？！（])@[^@]*$/u.exec(text.slice(start, cursor));
  start += afterChinese?.index ?? 0;
  const trigger = suggestionTriggers.find((character) => character === text.charAt(start));
  const query = text.slice(start + 1, cursor);
  const isQuery =
    start < cursor &&
    trigger !== undefined &&
    !query.startsWith(trigger) &&
    (trigger !== '/' || (start === 0 && !query.includes('/')));
  return isQuery ? { trigger, query, start } : undefined;
}

/** Whether several words stand one after the other in a label; the last one may be incomplete, or not begun. */
export function hasPhrase(label: string, phrase: string): boolean {
  const words = label.toLowerCase().split(' ');
  const typed = phrase.toLowerCase().split(' ');
  return (
    typed.length > 1 &&
    words.some((_, at) =>
      typed.every((word, index) => words[at + index]?.startsWith(word) === true),
    )
  );
}

function isBlank(character: string): boolean {
  return character.trim() === '';
}
