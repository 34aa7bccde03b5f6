// The words of saved data: the values that a schema has in a list, such as the kinds of failures.
import * as v from 'valibot';

/** What the walk needs to know of any schema. */
interface AnySchema extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly options?: readonly unknown[];
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly literal?: unknown;
}

type Path = readonly (string | number)[];

/** Data that the schema accepts, with all optional fields; together they have each option of each variant. */
export function examplesOf(schema: AnySchema): readonly unknown[] {
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.entries ?? {}).map(
        ([name, field]) => [name, examplesOf(field)] as const,
      );
      const count = Math.max(...fields.map(([, examples]) => examples.length));
      return Array.from({ length: count }, (_, index) =>
        Object.fromEntries(
          fields.map(([name, examples]) => [name, examples.at(index) ?? examples[0]]),
        ),
      );
    }
    case 'variant':
      return (schema.options as readonly AnySchema[]).flatMap(examplesOf);
    case 'array':
      return [examplesOf(schema.item!)];
    case 'exact_optional':
      return examplesOf(schema.wrapped!);
    case 'picklist':
      return [schema.options?.[0]];
    case 'literal':
      return [schema.literal];
    case 'string':
      return ['text'];
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'record':
      return [{}];
    default:
      throw new Error(`No example of ${schema.type}.`);
  }
}

/** Where the data has words. */
export function wordsIn(schema: AnySchema, data: unknown, path: Path = []): readonly Path[] {
  switch (schema.type) {
    case 'object':
      return Object.entries(data as object).flatMap(([name, value]) =>
        wordsIn(schema.entries![name]!, value, [...path, name]),
      );
    case 'variant':
      return wordsIn(
        (schema.options as readonly AnySchema[]).find((option) => v.is(option, data))!,
        data,
        path,
      );
    case 'array':
      return (data as readonly unknown[]).flatMap((item, index) =>
        wordsIn(schema.item!, item, [...path, index]),
      );
    case 'exact_optional':
      return wordsIn(schema.wrapped!, data, path);
    case 'picklist':
    case 'literal':
      return [path];
    default:
      return [];
  }
}

/** A copy of the data with another word at this place. */
export function withWord<T>(data: T, path: Path, word: string): T {
  const copy = structuredClone(data);
  const place = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], copy);
  (place as Record<string, unknown>)[path.at(-1)!] = word;
  return copy;
}
