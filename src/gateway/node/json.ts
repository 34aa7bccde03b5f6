// Type guards and accessors for unknown JSON.

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
