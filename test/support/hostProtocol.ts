// What the driver of the integration ring and the runner inside the extension host tell each other.

/** One test as it went inside the extension host. */
export interface HostTestResult {
  readonly title: string;
  readonly ms: number;
  /** Its message and stack when it failed. */
  readonly error?: string;
}

/** An environment variable that the driver sets. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: start the tests through \`npm test\`.`);
  return value;
}
