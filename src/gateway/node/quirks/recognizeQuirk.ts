// Recognizes refusals that name something the request contained, by the tables in signatures/. A refusal that can be read in
// two ways is read as none, or as the one whose retry costs a request: a quirk is remembered only once that was answered.
import type { CompletionRequest } from '../../common/chatModel';
import { type Quirk, quirks } from '../../common/quirk';
import type { ErrorBody } from '../failures/errorBody';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { isNarrowedByCondition, outOfRange, rejectsContent, temporary } from './otherReasons';
import { quirkSignatures } from './signatures/quirks';
import { refusal } from './signatures/refusals';

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
  const named = quirks.filter((quirk) => quirkSignatures[quirk].param?.test(param));
  // Another parameter of the request: what the message says about this one is not the reason.
  if (named.length === 0 && param in attempt.body && !containers.test(param)) {
    return undefined;
  }
  const isOutOfRange = outOfRange.test(message);
  return (named.length > 0 ? named : quirks).find((quirk) => {
    const { rows, except, requires, statuses = [400, 422] } = quirkSignatures[quirk];
    if (
      !statuses.includes(status) ||
      except?.test(message) === true ||
      requires?.test(message) === false
    ) {
      return false;
    }
    if (rows.some(({ phrase }) => phrase?.test(message) === true)) {
      return attempt.isChangedBy(quirk);
    }
    const clauses = clausesOf(withName(quirk, message));
    const isRefused =
      clauses.some((clause) => clause.includes('NAME') && refusal.test(clause)) ||
      (named.length > 0 && refusesAnything(error, message));
    return (
      !isOutOfRange && isRefused && !isNarrowedByCondition(clauses) && attempt.isChangedBy(quirk)
    );
  });
}

/** Values of `param` that contain so much that they name nothing. */
const containers = /^(?:body|request|input|contents?|messages|generation_?config)$/;

/** Later text explains nothing. */
const maxMessageChars = 2_000;

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
    .filter(({ length }) => length >= 8 && length <= maxMessageChars)
    .toSorted((a, b) => b.length - a.length);
  const words = echoes.reduce(
    (text, echo) => text.replaceAll(echo, ' … '),
    message.slice(0, maxMessageChars).toLowerCase(),
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

/** The same for all parameters: where an everyday word names one. The word is WORD. */
const wordContexts: readonly string[] = [
  '(?<=[\'"`‘“([])WORD(?=[\'"`’”)\\]])',
  `(?<=${parameter}:? ['"\`‘“]?)WORD|WORD(?= ${parameter}\\b)`,
  "(?<=(?:\\b(?:setting|using|passing|specifying|sending|use of)|(?:\\bnot|n['’]t|\\bcannot)(?: yet)? (?:support|accept|allow|permit|recogni[sz]e)(?:ing)?)(?: (?:the|an?|any|custom))?(?: parameters?)?:? )WORD(?! (?:about|of|that|like)\\b)",
  // xAI: "Argument not supported on this model: reasoningEffort".
  '(?<=\\b(?:supported|unsupported|permitted|allowed|recogni[sz]ed|unknown)\\b[^:\\n]{0,40}[:：] ?)WORD',
  '(?<=(?:^|[.:;,\\n] ?|\\b(?:because|since|that|but|as|and|where|here) )(?:the )?)WORD',
  '(?<=(?:参数|字段|属性|选项) ?[:：]? ?|(?:不支持|不接受|不允许|未知|无法识别)(?:的|使用|设置|传入|该)* ?)WORD|WORD(?= ?(?:参数|字段|属性|选项))',
];

/** Any other word before a name narrows what is refused: "animated images", "concurrent streaming". */
const wordsBefore = new RegExp(
  `^(?:the|an?|any|all|no|this|with|without|for|on|to|and|or|that|which|as|because|since|but|not|supports?|supported|supporting|accepts?|accepting|allows?|allowed|allowing|handles?|process(?:es|ing)?|takes?|recogni[sz]es?|implements?|permits?|understands?|set|specify|configure|uses?|using|used|setting|passing|specifying|sending|unsupported|unrecogni[sz]ed|unknown|unexpected|disallowed|unpermitted|extra|extraneous|additional|illegal|${parameter}|keyword|supplied|provided|found|passed|models?|requests?|contents?|types?|roles?|messages?|is|are|has|have|contains?|includes?|either|sorry|body|legacy|deprecated)$`,
);

function isNarrowed(before: string): boolean {
  const [, use, word = ''] =
    /(?:\b(use) )?\b([a-z]+)[ \t]+['"`‘“([{]{0,3}(?:body[.:] ?)?$/.exec(before.slice(-60)) ?? [];
  const isUseOf = use !== undefined && word === 'of';
  return word !== '' && !isUseOf && !wordsBefore.test(word);
}

/** The patterns of a quirk's names are compiled when they are first used. */
const namePatterns = new Map<Quirk, { readonly name: RegExp; readonly word: RegExp | undefined }>();

function namePatternsOf(quirk: Quirk): {
  readonly name: RegExp;
  readonly word: RegExp | undefined;
} {
  const known = namePatterns.get(quirk);
  if (known !== undefined) {
    return known;
  }
  const { name, word } = quirkSignatures[quirk];
  const complete = (names: string): string => `(?<![\\w.-])(?:${names})(?![\\w-])`;
  const made = {
    name: new RegExp(complete(name.source), 'g'),
    word:
      word &&
      new RegExp(
        wordContexts.map((context) => context.replaceAll('WORD', complete(word.source))).join('|'),
        'g',
      ),
  };
  namePatterns.set(quirk, made);
  return made;
}

/** The message with NAME in place of the parameter's names. */
function withName(quirk: Quirk, message: string): string {
  const { name, word } = namePatternsOf(quirk);
  const named = message.replace(/\bbody\./g, '').replace(name, (found, ...rest) => {
    const at = rest.find((part) => typeof part === 'number') ?? 0;
    const text = rest.findLast((part) => typeof part === 'string') ?? '';
    return isNarrowed(text.slice(0, at)) ? found : 'NAME';
  });
  return word === undefined ? named : named.replace(word, 'NAME');
}

function clausesOf(message: string): readonly string[] {
  return message.split(/[.!?;](?:\s|$)|[。；！？]/);
}

/** The codes and types of OpenAI, FastAPI (`extra_forbidden`) and others. */
const refusalCodes =
  /^(?:unsupported_(?:parameter|value)|unknown_(?:parameter|field)|unrecogni[sz]ed_\w+|extra_forbidden|parameter_not_supported)$/;

/** Whether an error whose `param` names the parameter refuses it at all. */
function refusesAnything({ code = '', type = '' }: ErrorBody, message: string): boolean {
  return refusalCodes.test(code) || refusalCodes.test(type) || refusal.test(message);
}
