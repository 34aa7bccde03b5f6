// Recognizes rejections that name something the request contained. Samples of the sentences, word for
// word where they are known, are in test/component/gateway/quirks.test.ts.
import type { CompletionRequest } from '../../chat/ports';
import { type Quirk, quirks } from '../../shared/conversation/quirk';
import type { ErrorBody } from '../failures/errorBody';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { quirkRules, type RejectionPattern } from './quirkRules';

/**
 * Returns the quirk that may help against a rejection; undefined if the error names nothing that was
 * sent, or rejects a value that the user chose.
 */
export function recognizeQuirk(error: ErrorBody, attempt: AttemptedCompletion): Quirk | undefined {
  const message = serverWords(error.message ?? '', attempt.request);
  const { param } = error;
  const namesParam = param !== undefined && !containers.test(param);
  return quirks.find((quirk) => {
    const { rejection, helps } = quirkRules[quirk];
    const isRejected = namesParam
      ? rejection.param?.test(param) === true &&
        (rejectsByMessage(rejection, message) || rejectsAnything(error, message))
      : rejectsByMessage(rejection, message);
    return isRejected && !rejectsValue(rejection, message) && helps(attempt, message);
  });
}

/** Values of `param` that contain so much that they name nothing. */
const containers = /^(?:body|request|input|generation_?config|messages(?:\W+\d+\W+content\b.*)?)$/i;

/** In characters. Later text explains nothing. */
const maxMessageLength = 2_000;

/**
 * Returns the server's own words in lower case, without the model ID, text of the conversation and
 * quoted sentences.
 */
function serverWords(message: string, { model, messages }: CompletionRequest): string {
  const echoes = messages.map(({ content }) => content.trim()).filter((text) => text.length >= 8);
  return [...echoes, model]
    .filter((text) => text !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, text) => words.replaceAll(text, ' … '), message.slice(0, maxMessageLength))
    .replace(
      /"[^"\n]*"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|(?<![\w])'[^'\n]*'(?!\w)/g,
      // A parameter's name contains no blank.
      (quoted) => (/\s/.test(quoted) ? ' … ' : quoted),
    )
    .toLowerCase();
}

const parameter =
  '(?:parameters?|params?|arguments?|fields?|propert(?:y|ies)|keys?|options?|inputs?|values?|names?)';
const openingQuote = '[\'"`‘“(\\[{]{0,2}';
const closingQuote = '[\'"`’”)\\]}]{0,2}';
const unsupported =
  '(?:unsupported|unrecogni[sz]ed|unknown|unexpected|disallowed|unpermitted|extra)';
const notSupported =
  '(?:not (?:yet |currently )?(?:supported|permitted|allowed|recogni[sz]ed|accepted|available|enabled)|not a valid (?:parameter|argument|field|property|option)|not support\\b|unsupported|unrecogni[sz]ed|unknown|unexpected|deprecated|no longer supported)';
const doesNotSupport =
  "(?:does not|doesn['’]t|do not|don['’]t|cannot|can['’]t)(?: currently| yet)? (?:support|accept|allow|recogni[sz]e|take)";
const extraInputs = '(?:extra (?:inputs|fields))';
const chineseDoesNotSupport = '(?:不支持|不接受|不允许|未知|无法识别|不识别|不认识|多余)';
const chineseParameter = '(?:参数|字段|属性|选项)';

/** The sentences that reject a parameter, one alternative per wording. */
function sentencesOf({ name, word }: RejectionPattern): RegExp {
  const byName = `(?<![\\w.])${openingQuote}(?:${name})(?!\\w)${closingQuote}`;
  const byWord =
    word === undefined
      ? []
      : [
          `['"\`‘“(](?:${word})['"\`’”)]`,
          `${parameter}:? ${openingQuote}(?:${word})(?!\\w)${closingQuote}`,
          `(?<!\\w)(?:${word}) ${parameter}\\b`,
          `(?:^|[.:;,\\n] ?)(?:the )?(?:${word})(?![\\w])`,
          `${chineseParameter} ?[:：]? ?(?:${word})(?!\\w)`,
          `(?<!\\w)(?:${word}) ?${chineseParameter}`,
        ];
  const named = `(?:${[byName, ...byWord].join('|')})`;
  const bareWord = `(?<!\\w)${openingQuote}(?:${word})(?!\\w)${closingQuote}`;
  const namedOrBare = word === undefined ? byName : `(?:${byName}|${bareWord})`;
  return new RegExp(
    [
      // OpenAI: "Unsupported parameter: 'max_tokens'". Azure: "Unrecognized request argument
      // supplied: stream_options". vLLM: "Unknown field: stream_options".
      `\\b${unsupported} (?:[a-z]+ ){0,2}?${parameter}(?: (?:supplied|provided|found|passed))?\\s*[:：=]?\\s*${namedOrBare}`,
      // OpenAI: "Unexpected role 'developer'."
      `\\b${unsupported} ${byName}`,
      // Groq: "`reasoning_effort` is not supported with this model". Anthropic: "`temperature` is
      // deprecated for this model." llama.cpp: "System role not supported".
      `${named}(?: ${parameter})?(?: (?:is|are|was|were|has|have|been))*(?: (?:currently|also|yet))? ${notSupported}`,
      // Anthropic: "output_config.effort: Extra inputs are not permitted".
      `${named}\\s*[:：]\\s*(?:${extraInputs}|${unsupported}|${notSupported})`,
      // OpenAI: "'messages[0].role' does not support 'system' with this model."
      `${named}(?: ${parameter})? ${doesNotSupport}`,
      // "This model does not support image input."
      `${doesNotSupport}(?:ing)?(?: (?:the|a|an|any|custom|setting|using|use of|${parameter}))*:? ${namedOrBare}`,
      // new-api and Zhipu: "不支持的参数：stream_options", "该模型不支持 temperature 参数".
      `${chineseDoesNotSupport}(?:的|使用|设置|传入|该)*${chineseParameter}?\\s*[:：]?\\s*${namedOrBare}`,
      // "参数 max_tokens 已弃用".
      `${named}\\s*${chineseParameter}?\\s*(?:暂|目前|当前|尚)?(?:不支持|不被支持|不受支持|未被支持|不允许|不可用|无法识别|已弃用)`,
    ].join('|'),
  );
}

const sentences = new Map(
  quirks.map((quirk) => [quirkRules[quirk].rejection, sentencesOf(quirkRules[quirk].rejection)]),
);

function rejectsByMessage(rejection: RejectionPattern, message: string): boolean {
  return (
    sentences.get(rejection)?.test(message) === true || rejection.phrase?.test(message) === true
  );
}

/** The codes and types of OpenAI, FastAPI (`extra_forbidden`) and others. */
const rejectionCodes =
  /^(?:unsupported_(?:parameter|value)|unknown_(?:parameter|field)|unrecogni[sz]ed_\w+|extra_forbidden|parameter_not_supported)$/;
const rejectionWords = new RegExp(
  `\\b${notSupported}|\\b${doesNotSupport}|\\b${extraInputs}|${chineseDoesNotSupport}`,
);

/** Whether an error whose `param` names the parameter rejects it at all. */
function rejectsAnything({ code = '', type = '' }: ErrorBody, message: string): boolean {
  return rejectionCodes.test(code) || rejectionCodes.test(type) || rejectionWords.test(message);
}

const outOfRange =
  /\btoo (?:large|small|high|low|long|many)\b|\bat (?:most|least)\b|\bbetween\b|\b(?:less|greater|lower|higher|more|fewer) than\b|\bexceed|\b(?:maximum|minimum)\b|\bout of range\b|\bmust be (?:an?|of type)\b|<=|>=|≤|≥|\[\d[\d.]*\s*[,~-]|超出|超过|范围|之间|大于|小于|最大|最小/;

function rejectsValue({ value }: RejectionPattern, message: string): boolean {
  return outOfRange.test(message) || value?.test(message) === true;
}
