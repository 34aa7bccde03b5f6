// Scans one text for secrets by all rules.
import { SecretRules } from './findSecrets';
import type { SecretFinding } from './secretScanner';

/** How much of a secret is shown. In UTF-16 units. */
const shownLength = 4;

export class TextScanner {
  readonly #rules: SecretRules;

  /**
   * @param known secrets to look for, for example the key of the gateway
   * @param digestOf the same for the same secret, which cannot be read from it
   */
  constructor(
    known: readonly string[],
    private readonly digestOf: (secret: string) => string,
  ) {
    this.#rules = new SecretRules(known);
  }

  scan(text: string): readonly Omit<SecretFinding, 'textIndex'>[] {
    const lineAt = lineCounter(text);
    return this.#rules.find(text).map(({ start, end, rule }) => {
      const secret = text.slice(start, end);
      return {
        start,
        end,
        rule,
        line: lineAt(start),
        masked: maskedForm(secret),
        digest: this.digestOf(secret),
      };
    });
  }
}

/** Counts on from the last call: positions must ascend. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let at = text.indexOf('\n');
  return (position) => {
    while (at >= 0 && at < position) {
      line += 1;
      at = text.indexOf('\n', at + 1);
    }
    return line;
  };
}

function maskedForm(secret: string): string {
  const start = Array.from(secret.slice(0, 2 * shownLength))
    .slice(0, shownLength)
    .join('');
  return secret.length < 3 * shownLength ? '…' : `${start}…`;
}
