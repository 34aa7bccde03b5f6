// What is put at the prompt of a terminal: one line that the user sees completely and runs, or not.
import { visibleText } from '../../../base/text/visibleText';

/**
 * The line without blanks around it. Undefined for several lines, which would run without the user, and where something
 * would not be shown as it is: control characters (CVE-2025-57771) and invisible ones.
 */
export function terminalLine(code: string): string | undefined {
  const line = code.trim();
  const { removed } = visibleText(line);
  return line === '' || removed > 0 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(line) ? undefined : line;
}
