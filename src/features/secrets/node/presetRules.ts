// secretlint's recommended rules, applied only around the literals without which they do not match: each rule on its
// own passes over the text, which together would take 30 times as long as one pass.
//
// Left out are the rules that read files (gcp; its JSON keys contain a private key, which is found) and the rule that
// lets a comment in the text turn off the others.
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { assertNever } from '../../../base/assertNever';
import { isPlaceholder } from './placeholder';
import type { PresetPattern } from './presetPattern';
import { presetPatterns } from './presetPatterns';
import type { FoundSecret, RuleScan, ScannerRule } from './scannerRule';

/** What the rules use of secretlint's engine. */
interface RuleContext {
  readonly sharedOptions: object;
  createTranslator(): (messageId: PropertyKey, data?: Data) => RuleMessage;
  report(descriptor: {
    readonly message: RuleMessage;
    readonly range: readonly [number, number];
  }): void;
  ignore(): void;
}

interface RuleSource {
  readonly content: string;
  readonly filePath: string | undefined;
  readonly ext: string | undefined;
}

interface RuleCreator {
  readonly meta: { readonly id: string };
  create(
    context: RuleContext,
    options: { readonly enableIDScanRule: boolean },
  ): { file?(source: RuleSource): unknown };
}

type Data = Readonly<Record<string, string>>;

interface RuleMessage {
  readonly message: string;
  readonly messageId: string;
  readonly data: Data | undefined;
}

const creators: readonly RuleCreator[] = rules;

const idPrefix = '@secretlint/secretlint-rule-';

/** In characters: windows of a rule that are nearer to each other than this become one. */
const gap = 64;

const valuePatterns = {
  all: /^()([^]+)$/,
  password: /^([a-z:+]{1,20}:\/\/[^:/\s@]{0,256}:)([^@/\s]{1,256})@/i,
  word: /^()([^\s"'`<>]+)/,
} as const;

interface Report {
  readonly messageId: string;
  readonly start: number;
  readonly secret: string;
}

type Apply = (content: string, path: string) => readonly Report[];

export function createPresetRules(): readonly ScannerRule[] {
  return presetPatterns.map((pattern) => {
    const apply = createApply(pattern.rule);
    return {
      literals: pattern.literals,
      scan: (text, report) => new PatternScan(pattern, apply, text, report),
    };
  });
}

/** Every finding of a pattern in the complete text, for the comparison with the windows. */
export function findWithoutWindows(pattern: PresetPattern, text: string): readonly FoundSecret[] {
  return secretsIn(text, pattern, createApply(pattern.rule));
}

/** Runs a rule without secretlint's engine: the rules need only this much of a context, and report at once. */
function createApply(id: string): Apply {
  const rule = creators.find(({ meta }) => meta.id === idPrefix + id);
  if (rule === undefined) {
    throw new Error(`secretlint has no rule ${id}.`);
  }
  let reports: Report[] = [];
  const handler = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({
        message: '',
        messageId: String(messageId),
        data,
      }),
      report: ({ message: { messageId, data }, range }) => {
        // Each message has one value, the secret; GitHub's name their type, too.
        const { typeName: _, ...values } = data ?? {};
        reports.push({ messageId, start: range[0], secret: Object.values(values)[0] ?? '' });
      },
      ignore: () => undefined,
    },
    { enableIDScanRule: true },
  );
  return (content, filePath) => {
    reports = [];
    // The extension is that of the files that rules read themselves.
    handler.file?.({ content, filePath, ext: '' });
    return reports;
  };
}

function secretsIn(content: string, pattern: PresetPattern, apply: Apply): readonly FoundSecret[] {
  return apply(content, pattern.path ?? 'file').flatMap(({ messageId, start, secret }) => {
    const rule = pattern.names[messageId];
    const [, before = '', value = ''] = valuePatterns[pattern.value ?? 'all'].exec(secret) ?? [];
    if (
      rule === undefined ||
      value === '' ||
      (pattern.isFreeText === true && isPlaceholder(secret))
    ) {
      return [];
    }
    const at = content.indexOf(secret, behindSeparator(content, start, pattern.separator));
    const valueStart = at + before.length;
    return [{ start: valueStart, end: valueStart + value.length, rule }];
  });
}

/** Some rules report the start of a longer match with the length of the secret. */
function behindSeparator(content: string, start: number, separator: RegExp | undefined): number {
  if (separator === undefined) {
    return start;
  }
  separator.lastIndex = start;
  separator.test(content);
  return separator.lastIndex;
}

/** Collects windows around literals, and applies the rule to each once no further literal can extend it. */
class PatternScan implements RuleScan {
  #start = 0;
  #end = 0;

  constructor(
    private readonly pattern: PresetPattern,
    private readonly apply: Apply,
    private readonly text: string,
    private readonly report: (secret: FoundSecret) => void,
  ) {}

  onLiteral(start: number, literal: string): void {
    const { text, pattern } = this;
    if (pattern.isCaseSensitive === true && !text.startsWith(literal, start)) {
      return;
    }
    if (pattern.follows !== undefined) {
      pattern.follows.lastIndex = start + literal.length;
      if (!pattern.follows.test(text)) {
        return;
      }
    }
    const windowStart = Math.max(0, start - (pattern.before ?? 2));
    if (windowStart > this.#end + gap) {
      this.finish();
      this.#start = windowStart;
    } else if (this.#end === 0) {
      this.#start = windowStart;
    }
    this.#start = Math.min(this.#start, windowStart);
    this.#end = Math.max(this.#end, this.#reach(start + literal.length));
  }

  finish(): void {
    if (this.#end === 0) {
      return;
    }
    const content = this.text.slice(this.#start, this.#end);
    for (const { start, end, rule } of secretsIn(content, this.pattern, this.apply)) {
      this.report({ start: this.#start + start, end: this.#start + end, rule });
    }
    this.#end = 0;
  }

  /** The end of a match whose literal ends at `index`. */
  #reach(index: number): number {
    const { text } = this;
    const { after, unit } = this.pattern;
    switch (unit) {
      case undefined:
        return index + after;
      case 'visible':
        return skipVisible(text, index, after);
      case 'line':
        // The pattern allows a line break as the first character of a secret.
        return this.#runEnd(/[\n\r\u2028\u2029]/gu, index + 1) + after;
      case 'word':
        return this.#runEnd(/[^a-zA-Z0-9-]/gu, index) + after;
      default:
        return assertNever(unit);
    }
  }

  /** Where a run of characters ends that contains the one before `index`. Each character is read once. */
  #runEnd(outside: RegExp, index: number): number {
    // The window ends behind the run that the literal before is in.
    if (index < this.#end - this.pattern.after) {
      return this.#end - this.pattern.after;
    }
    outside.lastIndex = index;
    return outside.exec(this.text)?.index ?? this.text.length;
  }
}

/** The index behind the next `count` characters that are not white space. */
function skipVisible(text: string, index: number, count: number): number {
  const visible = /\S/gu;
  visible.lastIndex = index;
  for (let left = count; left > 0; left--) {
    if (!visible.test(text)) {
      return text.length;
    }
  }
  return visible.lastIndex;
}
