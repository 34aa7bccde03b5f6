// A union that grows must break the build where it is switched on, and a stray value must be named.

/** Ends an exhaustive switch. Throws when a value that the types rule out arrives all the same. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
