// Signatures: what gateways say about failures, one row per sentence or code, and how a row matches. The tables are in
// signatures/.
import type { FailureKind } from '../../common/failure';
import type { ErrorBody } from './errorBody';

/** An answer that shows what a row recognizes, and where it can be looked up. */
export interface Sighting {
  /** Who answers so; absent where nobody is known who does. */
  readonly gateway?: string;
  /**
   * An address where the code or the phrase can be read: an issue that quotes such an answer, the source code that sends
   * it, or the gateway's documentation. `unverified`: none is known.
   */
  readonly seen: `https://${string}` | 'unverified';
  /** A complete response: the HTTP status and the body. */
  readonly sample: string;
}

/** A row has `codes`, a `phrase` or both; if it has both, both must match. */
export interface Signature extends Sighting {
  /**
   * Values of `code` or `type`, in lower case. What precedes a dot counts too: Tencent, Alibaba and Volcengine put what
   * failed before it, and what exactly after it.
   */
  readonly codes?: readonly string[];
  /** Matched against the start of the message in lower case. A word in upper case is one of `placeholders`. */
  readonly phrase?: RegExp;
  /** The HTTP statuses with which the phrase means it, where they differ from the group's. */
  readonly statuses?: readonly number[];
  /** The tokens that the sample names. */
  readonly tokens?: ErrorBody['tokens'];
}

export interface SignatureGroup {
  readonly kind: FailureKind;
  /** The HTTP statuses with which a phrase means it; absent for all. 200: reported in a successful response. */
  readonly statuses?: readonly number[];
  /** Phrases that mean something else although they look alike. */
  readonly notThis?: RegExp;
  /** The rows are about the account: where a field of the request is rejected, a phrase means that field. */
  readonly ofAccount?: true;
  /** The rows say no more about key and model than an HTTP status does, so that the phrases of other groups precede them. */
  readonly repeatsStatus?: true;
  /** The rows also match the title of a web page. */
  readonly matchesPages?: true;
  /** The gateway may offer the model in another API format. */
  readonly wrongApiFormat?: true;
  readonly rows: readonly Signature[];
}

const notTheModel =
  '(?!\\b(?:parameters?|fields?|arguments?|propert(?:y|ies)|options?|tools?|functions?|files?|images?|urls?|supports?|variants?|templates?|inputs?|prompts?|messages?|accepts?|rejected|outputs?|responses?|cached?)\\b|[\\n;?!。；])';

/** A number with or without thousands separators, but not a rounded one such as `128k`. */
function count(name: string): string {
  return `(?<!\\d[.,]?)(?<${name}>\\d{1,3}(?:[,.'’_\\u00a0\\u202f]\\d{3})+|\\d{1,9})(?![.,]?\\d|[km]\\b|\\s?(?:k|m|thousand|million|万)\\b)`;
}

const units =
  '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|毫秒|秒钟?|分钟?|小时|天)';

/** What words in upper case stand for. */
const placeholders: Readonly<Record<string, string>> = {
  MAXIMUM: count('maximum'),
  LIMIT: count('limit'),
  NEEDED: count('needed'),
  PROMPT: count('prompt'),
  MAX_TOKENS:
    '[\'"`‘“(]{0,2}(?:max(?:imum)?[ _]?(?:completion[ _]|output[ _]|new[ _])?tokens|maxoutputtokens|max_tokens_to_sample)[\'"`’”)]{0,2}',
  /** `20s`, `1 minute and 5 seconds`, `7m12.48s`. */
  DURATION: `((?:\\d{1,9}(?:\\.\\d{1,9})?\\s{0,2}${units}(?![a-z])[,\\s]{0,2}(?:and\\s)?){1,4}|(?:\\d{1,6}(?:\\.\\d{1,9})?(?:ms|h|m|s)){1,4})`,
  /** “The model … is”, unless the sentence is about something else of the model; before a word that is not part of an ID. */
  'MODEL ': `(?<!\\bby (?:the |this )?)\\b(?:models?|deployments?)\\b(?:${notTheModel}.){0,200}?(?<=[\\s"'\`’”»)）,:])(?:(?:is|are|was|were|has|has been|have been|been|currently|now|or) )*`,
  /** `v1/chat/completions`, `/responses`, `the Responses API`; but not “responses” or “messages” alone. */
  FORMAT:
    '(?:the )?(?:(?:/(?:v\\d\\w*/)?|v\\d\\w*/)(?:chat/)?(?:completions|responses|messages)|chat/completions|chat[ _]?completions?|(?:responses|messages|completions) (?:api|endpoint))\\b',
};

const compiled = new Map<RegExp, RegExp>();

/**
 * The pattern of a phrase. It is compiled when it is first used.
 * @param words what words in upper case stand for
 */
export function patternOf(phrase: RegExp, words = placeholders, flags = ''): RegExp {
  const known = compiled.get(phrase);
  if (known !== undefined) {
    return known;
  }
  const pattern = Object.entries(words).reduce(
    (source, [name, meaning]) => source.replaceAll(name, () => meaning),
    phrase.source,
  );
  const made = new RegExp(pattern, flags);
  compiled.set(phrase, made);
  return made;
}

/** Later text explains nothing. */
export const maxMessageChars = 1_000;

/** What an error shows, as the rows name it. */
export interface Evidence {
  readonly names: readonly string[];
  readonly message: string;
  /** A field of the request is rejected. */
  readonly isAboutField: boolean;
  /** The HTTP status; 200 for an error reported in a successful response. */
  readonly status: number;
}

export function evidenceOf(body: ErrorBody, status: number): Evidence {
  const { code = '', type = '', message = '', param = '' } = body;
  const start = message.slice(0, maxMessageChars).toLowerCase();
  return {
    names: [code, type.toLowerCase()].flatMap((name) => [name, name.replace(/\..*/s, '')]),
    message: start,
    isAboutField:
      (status === 400 || status === 422) &&
      (!/^(?:none|model|api_?key|)$/i.test(param) || fieldWords.test(start)),
    status,
  };
}

const fieldWords = /\b(?:fields?|parameters?|propert(?:y|ies)|arguments?)\b|\bkey names?\b/;

/** Whether a row matches: where it names codes, one of them with any status; a phrase alone only with the statuses. */
export function matchesRow(
  { codes, phrase, statuses }: Signature,
  group: SignatureGroup,
  { names, message, isAboutField, status }: Evidence,
): boolean {
  if (codes !== undefined) {
    return (
      names.some((name) => codes.includes(name)) &&
      (phrase === undefined || patternOf(phrase).test(message))
    );
  }
  return (
    phrase !== undefined &&
    !(isAboutField && group.ofAccount === true) &&
    (statuses ?? group.statuses)?.includes(status) !== false &&
    patternOf(phrase).test(message) &&
    group.notThis?.test(message) !== true
  );
}
