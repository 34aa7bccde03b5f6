// What the driver of the integration ring and the runner inside the extension host exchange.

/** The result of one test inside the extension host. */
export interface HostTestResult {
  readonly title: string;
  readonly ms: number;
  /** Message and stack when it failed. */
  readonly error?: string;
}

/** The file that the runner writes again after each test. */
export interface HostResultsFile {
  /** False until all tests of the run have ended. */
  readonly isComplete: boolean;
  readonly results: readonly HostTestResult[];
}

/** An environment variable that the driver sets. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: start the tests through \`npm test\`.`);
  return value;
}
