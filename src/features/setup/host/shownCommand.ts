// A key command as the dialog shows it before it runs for the first time: complete, and unable to mislead.
import { rightToLeft } from '../../../platform/host/surfaceText';

/** A dialog does not scroll: a command of more characters could not be read before it runs. */
export const maxShownLength = 2_000;

/** The complete argument list on one line, each argument in quotes; what could hide or imitate something is escaped. */
export function shownCommand(args: readonly string[]): string {
  return args.map((arg) => JSON.stringify(arg).replace(misleading, escaped)).join(' ');
}

const misleading = new RegExp(
  [
    // Invisible: controls, formats, lone surrogates, unassigned; line separators; the Hangul fillers.
    '[\\p{C}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]',
    // Blanks other than a single space, which break the line where the command wants it.
    '(?! )\\p{Zs}|(?<= ) ',
    // Marks that cover the quote before them, and what looks like a quote.
    '(?<=")\\p{M}',
    '[“”„‟″‶‴‷ʺˮ˝״〃〝〞〟＂❝❞]',
    // Letters that reverse the order of the words.
    rightToLeft.source,
  ].join('|'),
  'gu',
);

function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
