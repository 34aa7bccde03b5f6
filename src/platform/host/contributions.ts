// What a feature declares of package.json in its `…Contributions.ts`. A contract test compares the two.

export type SettingId = `portico.${string}`;

export interface DeclaredSetting {
  readonly default: unknown;
  /** `application`: only the user's own value counts, for example because it decides where the key is sent. */
  readonly scope: 'application' | 'window';
  /** It changes no request, so a workspace that the user does not trust may set it. */
  readonly untrusted?: 'harmless';
  /** The only texts that it takes. */
  readonly choices?: readonly string[];
}

export interface Contributions {
  /** The keys are the names that the code uses. */
  readonly commandIds?: Readonly<Record<string, `portico.${string}`>>;
  /** Those that `when` clauses and walkthrough steps read, by name. */
  readonly contextKeys?: Readonly<Record<string, `portico.${string}`>>;
  readonly settings?: Readonly<Record<SettingId, DeclaredSetting>>;
}
