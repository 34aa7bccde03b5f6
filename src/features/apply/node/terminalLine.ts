// What is put at the prompt of a terminal: one line that the user sees completely and runs, or not.
import { visibleText } from '../../../base/text/visibleText';

/** A longer line does not fit on the screen with what is before it. */
const maxLength = 1_000;

/**
 * Returns the line without blanks around it; undefined for several lines, which would run without the user, and where
 * something would not be shown as it is: control characters (CVE-2025-57771), invisible ones, and what many blanks push
 * out of sight.
 */
export function terminalLine(code: string): string | undefined {
  const line = code.trim();
  const { removed } = visibleText(line);
  const isHidden =
    line.length > maxLength || removed > 0 || /[\p{Cc}\p{Zl}\p{Zp}]|\p{Zs}{9}/u.test(line);
  return line === '' || isHidden ? undefined : line;
}
