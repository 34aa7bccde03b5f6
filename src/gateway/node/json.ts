// Parses what gateways send as JSON; type guards and accessors for unknown JSON.
import { parseJson } from '../../base/parseJson';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether a value is a string and not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns `parent[name]` if it is an object. */
export function objectAt(parent: unknown, name: string): JsonObject | undefined {
  const value = isObject(parent) ? parent[name] : undefined;
  return isObject(value) ? value : undefined;
}

/** Returns `parent[name]` if it is a string and not empty. */
export function textAt(parent: unknown, name: string): string | undefined {
  const value = isObject(parent) ? parent[name] : undefined;
  return isText(value) ? value : undefined;
}

/** The nonempty strings of a list; none if the value isn't a list. */
export function textsOf(value: unknown): readonly string[] {
  return isArray(value) ? value.filter(isText) : [];
}

/** Parses JSON, or else what `repairJson` makes of it; undefined if that is not valid either. */
export function parseOrRepair(text: string): unknown {
  return parseJson(text) ?? parseJson(repairJson(text));
}

/** What may be wrong in JSON, and the escapes that are right. */
const repairable =
  /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|["\\]|[^\P{Cc}\x7f-\x9f]|-?(?:NaN|Infinity)|,(?=\s*[}\]])/gu;

/** What may follow a string. */
const stringEnd = /[ \t\r\n]*(?:[,:}\]]|$)/y;

/**
 * Repairs what servers get wrong that write JSON without a library: control characters, unknown escapes and quotes in
 * strings (openclaw/openclaw#14321, earendil-works/pi#2995), numbers that JSON does not have, which become null, and commas
 * after the last item. The backslash of an unknown escape is a character, and so is a quote that no JSON follows: nothing
 * of the text is lost. Takes linear time.
 */
export function repairJson(text: string): string {
  let isInString = false;
  return text.replace(repairable, (found, at: number) => {
    if (found === '"') {
      stringEnd.lastIndex = at + 1;
      if (isInString && !stringEnd.test(text)) {
        return '\\"';
      }
      isInString = !isInString;
    } else if (!isInString) {
      return found.startsWith(',') ? '' : /[NI]/.test(found) ? 'null' : found;
    } else if (found === '\\') {
      return '\\\\';
    } else if (found < ' ') {
      return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }
    return found;
  });
}

/** Serializes JSON; `''` if it is nested too deeply for `JSON.stringify`, which recurses. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Returns the first of `names` that holds a finite number, which may be a string. */
export function numberAt(parent: unknown, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = isObject(parent) ? parent[name] : undefined;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) {
      return number;
    }
  }
  return undefined;
}
