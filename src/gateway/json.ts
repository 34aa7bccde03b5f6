// All that a gateway sends is unknown until it is looked at; these are the looks.

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The object in `parent[name]`, or undefined. */
export function objectAt(parent: unknown, name: string): JsonObject | undefined {
  const value = isObject(parent) ? parent[name] : undefined;
  return isObject(value) ? value : undefined;
}

/** The text in `parent[name]`, or undefined when it is none or empty. */
export function textAt(parent: unknown, name: string): string | undefined {
  const value = isObject(parent) ? parent[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value of the first of `names` that holds a finite number, also one written as text. */
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
