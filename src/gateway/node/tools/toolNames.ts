// Tool names as they are sent: API formats refuse names that VS Code's extensions may use.
import type { CompletionRequest } from '../../common/chatModel';

export interface ToolNameRule {
  /** Matches a name that the format accepts. */
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/** Letters, digits, `_` and `-`, which all formats accept; Gemini's must start with a letter or `_`. */
const invalidCharacters = /[^a-zA-Z0-9_-]/gu;

/**
 * Returns what is sent for each name of a tool or a call in the request: the name itself where the format accepts it,
 * else a unique replacement. The same request always gets the same names.
 */
export function sentToolNames(
  { tools, messages }: CompletionRequest,
  { pattern, maxLength }: ToolNameRule,
): ReadonlyMap<string, string> {
  const offered = tools?.definitions.map(({ name }) => name) ?? [];
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name));
  const names = [...new Set([...offered, ...called])];
  const valid = names.filter((name) => pattern.test(name));
  const sent = new Map(valid.map((name) => [name, name]));
  const used = new Set(valid);
  for (const name of names.filter((one) => !sent.has(one))) {
    const replaced = name.replace(invalidCharacters, '_').slice(0, maxLength);
    const base = /^[a-zA-Z_]/.test(replaced) ? replaced : `_${replaced}`.slice(0, maxLength);
    let unique = base;
    for (let number = 2; used.has(unique); number++) {
      const suffix = `_${number}`;
      unique = base.slice(0, maxLength - suffix.length) + suffix;
    }
    used.add(unique);
    sent.set(name, unique);
  }
  return sent;
}

/** Returns the name of the tool for a name in an answer, which may be one that was not offered. */
export function receivedToolNames(
  request: CompletionRequest,
  rule: ToolNameRule,
): (sent: string) => string {
  const names = new Map(
    Array.from(sentToolNames(request, rule), ([name, sent]) => [sent, name] as const),
  );
  return (sent) => names.get(sent) ?? sent;
}
