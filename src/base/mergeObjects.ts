// Merges JSON objects deeply.

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns `target` with the members of `source`: objects are merged, arrays and other values replace.
 * @param onNull Whether a null of `source` removes the member, or stays for a later merge.
 */
export function mergeObjects(
  target: JsonRecord,
  source: JsonRecord,
  onNull: 'remove' | 'keep',
): JsonRecord {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(source)) {
    if (value === null && onNull === 'remove') {
      merged.delete(name);
    } else if (isJsonRecord(value)) {
      const before = merged.get(name);
      merged.set(name, mergeObjects(isJsonRecord(before) ? before : {}, value, onNull));
    } else {
      merged.set(name, value);
    }
  }
  return Object.fromEntries(merged);
}
