/** Ends an exhaustive `switch`: a new union member breaks the build, an invalid value at run time throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
