// Recognizes rejections that name something the request contained. Samples of the sentences with their sources
// are in test/unit/gateway/node/quirks/rejections.ts, what only looks like one in lookAlikes.ts beside it.
import type { CompletionRequest } from '../../common/ports';
import { type Quirk, quirks } from '../../common/quirk';
import type { ErrorBody } from '../failures/errorBody';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { isNarrowedByCondition } from './narrowedRejection';
import { outOfRange, rejectsContent, temporary } from './otherReasons';
import { quirkRules } from './quirkRules';
import {
  cannotBeUsed,
  chineseDoesNotSupport,
  chineseNotSupported,
  chineseParameter,
  doesNotSupport,
  extraInputs,
  notSupported,
  notSupportedElsewhere,
  rejection,
  unsupported,
} from './rejectionWords';

/**
 * Returns the quirk that may help against a rejection; undefined if the error names nothing that a
 * quirk would change, or rejects a value that the user chose.
 * @param status The HTTP status, or the one that an error inside a successful response reports.
 */
export function recognizeQuirk(
  error: ErrorBody,
  status: number,
  attempt: AttemptedCompletion,
): Quirk | undefined {
  const message = serverWords(error, attempt.request);
  if (rejectsContent(error, message) || temporary.test(message)) {
    return undefined;
  }
  const param = error.param?.toLowerCase().replace(/^body\W+/, '') ?? '';
  const named = quirks.filter((quirk) => quirkRules[quirk].param?.test(param));
  // Another parameter of the request: what the message says about this one is not the reason.
  if (named.length === 0 && param in attempt.body && !containers.test(param)) {
    return undefined;
  }
  const isOutOfRange = outOfRange.test(message);
  const identifiers = rejectedIdentifiers(message);
  return (named.length > 0 ? named : quirks).find((quirk) => {
    const rule = quirkRules[quirk];
    const { phrase, except, requires, statuses = [400, 422] } = rule;
    const hasPhrase = phrase?.test(message) === true;
    const isRejected =
      hasPhrase ||
      (!isOutOfRange &&
        (rejectsByMessage(quirk, message, identifiers) ||
          (named.length > 0 && rejectsAnything(error, message))));
    return (
      isRejected &&
      statuses.includes(status) &&
      except?.test(message) !== true &&
      requires?.test(message) !== false &&
      (hasPhrase || !isNarrowedByCondition(withMarks(quirk, message), marks)) &&
      attempt.isChangedBy(quirk)
    );
  });
}

/** Values of `param` that contain so much that they name nothing. */
const containers = /^(?:body|request|input|contents?|messages|generation_?config)$/;

/** In characters. Later text explains nothing. */
const maxMessageLength = 2_000;

const parameter =
  '(?:parameters?|params?|arguments?|fields?|propert(?:y|ies)|keys?|options?|inputs?|names?)(?:\\(s\\))?';

/**
 * Returns the server's own words in lower case, with the path of the rejected field, and without the
 * model ID, text of the conversation and quoted sentences.
 */
function serverWords(
  { message = '', param = '' }: ErrorBody,
  { model, messages }: CompletionRequest,
): string {
  const id = model.toLowerCase();
  const echoes = messages
    .map(({ content }) => content.trim().toLowerCase())
    .filter(({ length }) => length >= 8 && length <= maxMessageLength)
    .toSorted((a, b) => b.length - a.length);
  const words = echoes.reduce(
    (text, echo) => text.replaceAll(echo, ' … '),
    message.slice(0, maxMessageLength).toLowerCase(),
  );
  // llama.cpp quotes the messages with their images.
  const withoutData = words.replace(/\bdata:[\w/+.-]+;base64,[^\s"']*/g, '…');
  const withoutId = [id, id.slice(id.lastIndexOf('/') + 1)].reduce(
    (text, name) => (name === '' ? text : withoutWord(text, name)),
    withoutData,
  );
  const unquoted = withoutId.replace(
    /"[^"\n]*"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|(?<![\w])'[^'\n]*'(?!\w)/g,
    // A parameter's name contains no blank.
    (quoted) => (/\s/.test(quoted) ? ' … ' : quoted),
  );
  // FastAPI's messages do not name the field.
  return param.includes('.') && !message.includes(param)
    ? `${param.toLowerCase()}: ${unquoted}`
    : unquoted;
}

/** Removes a model ID, but not from words that contain it, and not where it is a parameter: models may be called "reasoning". */
function withoutWord(text: string, id: string): string {
  return text.replaceAll(id, (_id, at: number) => {
    const isWord =
      !partOfName.test(text.slice(Math.max(0, at - 40), at)) &&
      !/^[\w-]/.test(text.slice(at + id.length));
    return isWord ? '…' : id;
  });
}

const partOfName = new RegExp(`(?:[\\w.-]|\\b${parameter}:? ?['"\`‘“]?|参数 ?['"\`‘“]?)$`);

const openingQuote = '[\'"`‘“(\\[{]{0,3}';
const closingQuote = '[\'"`’”)\\]}]{0,3}';
/** Placeholders for a rule's name and word, so that the sentences are the same for all rules. */
const [nameMark, wordMark] = ['\u0001', '\u0002'];
const marks = new RegExp(`[${nameMark}${wordMark}]`);

/**
 * The sentences that reject a parameter, one pattern per wording: the engine compiles a pattern when it is
 * first used, and one pattern of all of them took ten times as long to compile.
 */
const sentences = rejectingSentences().map((source) => new RegExp(source));

function rejectingSentences(): readonly string[] {
  const byName = `${openingQuote}${nameMark}${closingQuote}`;
  const bareWord = `${openingQuote}${wordMark}(?! (?:about|of|that|like)\\b)${closingQuote}`;
  const byWord = [
    `['"\`‘“(]${wordMark}['"\`’”)]`,
    `${parameter}:? ${openingQuote}${wordMark}${closingQuote}`,
    `${wordMark} ${parameter}\\b`,
    `\\b(?:setting|using|passing|specifying|sending|use of) (?:the )?${wordMark}`,
    `(?:^|[.:;,\\n] ?|\\b(?:because|since|that|but|as|and|where|here) )(?:the )?${wordMark}`,
    `${chineseParameter} ?[:：]? ?${wordMark}`,
    `${wordMark} ?${chineseParameter}`,
  ];
  const named = `(?:${[byName, ...byWord].join('|')})`;
  const namedOrBare = `(?:${byName}|${bareWord})`;
  const be = '(?: (?:is|are|was|were|has|have|been))*';
  const not = `(?:(?:also|yet) )?(?:${notSupported}|${cannotBeUsed})`;
  return [
    // OpenAI: "Unsupported parameter: 'max_tokens'". Azure: "Unrecognized request argument
    // supplied: stream_options". vLLM: "Unknown field: stream_options".
    `\\b${unsupported} (?:[a-z]+ ){0,2}?${parameter}(?: (?:supplied|provided|found|passed|in (?:the )?(?:request|body|object|payload)))?\\s*[:：=]?\\s*${namedOrBare}`,
    // xAI: "Argument not supported on this model: reasoningEffort".
    `${parameter}${be} ${notSupported}[^:：\\n]{0,40}[:：]\\s*${namedOrBare}`,
    // OpenAI: "Unexpected role 'developer'."
    `\\b${unsupported}:? ${byName}`,
    `(?:^|[.:;,\\n] ?)${notSupported}\\s*[:：]\\s*${namedOrBare}`,
    // Groq: "`reasoning_effort` is not supported with this model". Anthropic: "`temperature` is
    // deprecated for this model." llama.cpp: "System role not supported".
    `${named}(?: ${parameter})?${be} ${not}`,
    // Anthropic: "output_config.effort: Extra inputs are not permitted"; Pydantic breaks the line.
    `${named}\\s*(?:[:：]|\\n)\\s*(?:(?:this |the )?${parameter} (?:\\W{0,3}[${nameMark}${wordMark}]\\W{0,3} )?(?:is )?)?(?:${extraInputs}|${unsupported}|${notSupported})`,
    // vLLM, as Python prints it: "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options')".
    `extra_forbidden['"],? ['"]?loc['"]?: ?[(\\[](?:['"]body['"], ?)?${named}`,
    // Fireworks: "Extra inputs are not permitted, field: 'stream_options'".
    `${extraInputs}[,;:(]* (?:${parameter}:? )?${namedOrBare}`,
    // OpenAI: "'messages[0].role' does not support 'system' with this model."
    `${named}(?: ${parameter})? ${doesNotSupport}`,
    // "This model does not support image input."
    `${doesNotSupport}(?:ing)?(?: (?:the|a|an|any|custom|setting|using|use of|requests? with|${parameter}))*:? ${namedOrBare}`,
    // new-api and Zhipu: "不支持的参数：stream_options", "该模型不支持 temperature 参数".
    `${chineseDoesNotSupport}(?:的|使用|设置|传入|该)*${chineseParameter}?\\s*[:：]?\\s*${namedOrBare}`,
    // "参数 max_tokens 已弃用".
    `${named}\\s*${chineseParameter}?\\s*(?:暂|尚)?(?:${chineseNotSupported}|${notSupportedElsewhere})`,
  ];
}

/** Any other word before a name narrows what is rejected: "animated images", "concurrent streaming". */
const wordsBefore = new RegExp(
  `^(?:the|an?|any|all|no|this|with|without|for|in|on|to|and|or|that|which|as|because|since|but|not|supports?|supported|supporting|accepts?|accepting|allows?|allowed|allowing|handles?|process(?:es|ing)?|takes?|recogni[sz]es?|implements?|permits?|understands?|set|specify|configure|uses?|using|used|setting|passing|specifying|sending|${unsupported}|${parameter}|keyword|supplied|provided|found|passed|models?|requests?|contents?|types?|roles?|messages?|is|are|has|have|contains?|includes?|either|sorry|body|legacy|deprecated)$`,
);

function isNarrowed(before: string): boolean {
  const [, use, word = ''] =
    /(?:\b(use) )?\b([a-z]+)[ \t]+['"`‘“([{]{0,3}(?:body[.:] ?)?$/.exec(before.slice(-60)) ?? [];
  const isUseOf = use !== undefined && word === 'of';
  return word !== '' && !isUseOf && !wordsBefore.test(word);
}

const namePatterns = new Map(
  quirks.map((quirk) => {
    const { name, word } = quirkRules[quirk];
    const pattern = (names: string): RegExp =>
      new RegExp(`(?<![\\w.-])(?:${names})(?![\\w-])`, 'g');
    return [
      quirk,
      {
        name: pattern(name),
        word: word === undefined ? undefined : pattern(word),
        complete: new RegExp(`^(?:${name})$`),
      },
    ];
  }),
);

/** @param identifiers What `rejectedIdentifiers` returned for the message. */
function rejectsByMessage(
  quirk: Quirk,
  message: string,
  identifiers: readonly (readonly string[])[],
): boolean {
  const { complete = /$^/g } = namePatterns.get(quirk) ?? {};
  const marked = withMarks(quirk, message);
  return (
    (marks.test(marked) &&
      rejection.test(message) &&
      sentences.some((sentence) => sentence.test(marked))) ||
    identifiers.some((names) => names.every((identifier) => complete.test(identifier)))
  );
}

/** The message with the marks in place of the parameter's names. */
function withMarks(quirk: Quirk, message: string): string {
  const { name = /$^/g, word = /$^/g } = namePatterns.get(quirk) ?? {};
  return message
    .replace(/\bbody\./g, '')
    .replace(name, (found, ...rest) => {
      const at = rest.find((part) => typeof part === 'number') ?? 0;
      const text = rest.findLast((part) => typeof part === 'string') ?? '';
      return isNarrowed(text.slice(0, at)) ? found : nameMark;
    })
    .replace(word, wordMark);
}

/** Returns the identifiers of each clause that rejects something, in any word order, and quotes nothing else. */
function rejectedIdentifiers(message: string): readonly (readonly string[])[] {
  return message.split(/[.!?;](?:\s|$)|[。；！？\n]/).flatMap((clause) => {
    const identifiers = clause.match(/\b[a-z]+(?:_[a-z]+)+\b(?!\s*[=:]?\s*["'`]?\d)/g) ?? [];
    const isRejection =
      identifiers.length > 0 &&
      !conditional.test(clause) &&
      !/["'`][\w.]+["'`]/.test(clause.replace(/["'`](?=[a-z]+_)|(?<=_[a-z]+)["'`]/g, '')) &&
      rejectionWords.test(clause);
    return isRejection ? [identifiers] : [];
  });
}

/** Another thing is not supported together with the parameter, or a value of it is not. */
const conditional =
  /\bnot \w+ (?:with|when|if|while|unless|alongside|together|in combination)\b.*\w_\w|\bvalues?\b|取值/;

/** The codes and types of OpenAI, FastAPI (`extra_forbidden`) and others. */
const rejectionCodes =
  /^(?:unsupported_(?:parameter|value)|unknown_(?:parameter|field)|unrecogni[sz]ed_\w+|extra_forbidden|parameter_not_supported)$/;
const rejectionWords = new RegExp(
  `\\b${notSupported}|\\b${doesNotSupport}|\\b${cannotBeUsed}|\\b${extraInputs}|${chineseDoesNotSupport}|${notSupportedElsewhere}`,
);

/** Whether an error whose `param` names the parameter rejects it at all. */
function rejectsAnything({ code = '', type = '' }: ErrorBody, message: string): boolean {
  return rejectionCodes.test(code) || rejectionCodes.test(type) || rejectionWords.test(message);
}
