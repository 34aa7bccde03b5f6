// A refusal that names something Portico sent can be answered by leaving that out; any other cannot.
import { isPrefilled } from '../../chat/session/continuation';
import type { CompletionRequest } from '../../chat/ports';
import type { Quirk } from '../../shared/conversation/quirk';
import type { ErrorBody } from '../failures/errorBody';

/** What really left: the request as the form was given it, and the body that the form made of it. */
export interface AttemptedCompletion {
  readonly request: CompletionRequest;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Something that requests carry and models refuse. */
interface Refusable {
  /** What helps against a refusal; undefined where it was not sent, so that the refusal means another. */
  readonly quirk: (sent: AttemptedCompletion, said: string) => Quirk | undefined;
  /** Its names in the field `param`. */
  readonly param: RegExp;
  /** Its unmistakable names in a message. */
  readonly name: string;
  /** A word that means it only in quotation marks, beside “parameter” or where a sentence begins. */
  readonly bareWord?: string;
  /** Whole phrases that refuse it. */
  readonly phrase?: RegExp;
  /** Refusals of the value that the user chose: leaving it out would change what was asked. */
  readonly userValue?: RegExp;
}

const refusables: readonly Refusable[] = [
  {
    quirk: ({ body }) => ('stream_options' in body ? 'noStreamOptions' : undefined),
    param: /^stream_options\b/,
    name: 'stream_options(?:\\.include_usage)?|include_usage',
    phrase:
      /\bstream_options\b.{0,20} (?:is |can |should |may )?only (?:be )?(?:allowed|set|used|valid|specified)\b/,
  },
  {
    // Claude's form has no other name for it.
    quirk: ({ request, body }) =>
      request.apiFormat === 'chat' && 'max_tokens' in body ? 'maxCompletionTokens' : undefined,
    param: /^max_tokens$/,
    name: 'max_tokens',
    phrase:
      /\bmax_completion_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_completion_tokens/,
  },
  {
    quirk: ({ body }) => ('max_completion_tokens' in body ? 'maxTokens' : undefined),
    param: /^max_completion_tokens$/,
    name: 'max_completion_tokens',
    phrase: /\bmax_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_tokens/,
  },
  {
    quirk: ({ request }) => (request.temperature === undefined ? undefined : 'noTemperature'),
    param: /(?:^|\.)temperature$/,
    name: '温度(?:参数)?',
    bareWord: 'temperature',
    userValue: /\bunsupported value(?!:? ['"`‘“]?temperature)|\binvalid[ _]value\b/,
    phrase:
      /\btemperature\b[^\n]{0,40}(?:\bonly (?:the default|1(?![.\d]))|\bmust be (?:set to )?1(?![.\d]|,| or\b| and\b| to\b))|(?:\btemperature|温度)[^\n]{0,10}只(?:能|支持|允许)[^\n]{0,6}1(?![.\d到至~-])/,
  },
  {
    quirk: ({ request }) =>
      request.reasoningEffort === undefined ? undefined : 'noReasoningEffort',
    param:
      /^(?:reasoning_effort|reasoning(?:\.effort)?|output_config(?:\.effort)?|thinking(?:\.\w+)?)$|(?:^|\.)thinking_?config\b/i,
    name: 'reasoning[_.]effort|output_config(?:\\.effort)?|thinking_?config|推理强度',
    bareWord: 'reasoning|thinking|(?:reasoning )?effort',
    userValue:
      /supported values|\bdoes(?: not|n['’]t) support ['"`‘“]?(?:none|minimal|low|medium|high|xhigh|max)\b|invalid[ _]value|可选值|取值/,
  },
  {
    quirk: ({ request }, said) =>
      request.messages.some(({ role }) => role === 'system')
        ? systemQuirk(request, said)
        : undefined,
    param: /^messages?(?:\[0\]|\.0)\.role$|^(?:instructions|system|system_?instruction)$/i,
    name: 'system (?:role|messages?|prompts?|instructions?)|developer (?:role|messages?|instructions?)|roles?:? [\'"`‘“]?(?:system|developer)\\b[\'"`’”]?|system_?instruction|messages?(?:\\[0\\]|\\.0)\\.role|系统(?:角色|消息|提示词?|指令)|(?:system|developer) ?(?:角色|消息|提示词?)|角色 ?(?:system|developer)',
    phrase:
      /\bunknown variant [`'"]?(?:system|developer)\b|\b(?:developer|system) instruction is not enabled\b/,
  },
  {
    quirk: ({ request }) =>
      request.messages.some(({ images = [] }) => images.length > 0) ? 'noImages' : undefined,
    param: /(?:^|\.)(?:image_url|input_image|image)$/,
    name: 'image_url|input_image|inline_?data|(?:image|picture|vision) (?:inputs?|parts?|content|urls?)|images|pictures|图片(?:输入)?|图像(?:输入)?',
    phrase:
      /\bunknown variant [`'"]?image|\bno endpoints found that support image|\bimage_url\b[^\n]{0,6}(?:is )?only supported by/,
    userValue:
      /\bformats?\b|\bmime\b|\b(?:media|image)[ _]types?\b|\b(?:download|fetch|decod|corrupt|dimension|resolution)|格式|尺寸|大小/,
  },
  {
    quirk: ({ request }) => (isPrefilled(request) ? 'noPrefill' : undefined),
    param: /(?!)/,
    name: '(?:assistant )?(?:messages? |responses? )?prefill(?:ing|s)?(?: (?:of )?(?:the )?(?:assistant|final|last)(?: (?:messages?|responses?|turns?))?)?',
    phrase:
      /\b(?:must|should|has to|have to|needs to) end with (?:a |an |the )?['"`‘“]?(?:user|human)\b|\blast (?:message|role|turn)\b[^\n]{0,40}\b(?:must|should|has to|expected)\b[^\n]{0,20}\buser\b|\bexpected last role\b[^\n]{0,20}\buser\b|\bassistant\b[^\n]{0,30}\bcannot be prefill|最后一?(?:条|个)消息[^\n]{0,12}(?:必须|应)[^\n]{0,10}(?:user|用户)/,
  },
  {
    quirk: ({ request }) => (request.stream ? 'noStream' : undefined),
    param: /^stream$/,
    name: 'streaming(?: mode| responses?| output)?|stream mode|流式(?:输出|响应|调用|请求|模式|返回)?',
    bareWord: 'stream',
  },
];

/**
 * What a refused request can do without, so that it may be asked once more; undefined where the body
 * names nothing that was sent, or refuses a value that the user chose.
 */
export function quirkOf(error: ErrorBody, sent: AttemptedCompletion): Quirk | undefined {
  const said = wordsOf(error.message ?? '', sent.request);
  const { param } = error;
  if (param !== undefined && !wide.test(param)) {
    const named = refusables.find((one) => one.param.test(param));
    const refused = named !== undefined && (isRefused(named, said) || isRefusal(error, said));
    return refused && !isOutOfRange(named, said) ? named.quirk(sent, said) : undefined;
  }
  for (const one of refusables) {
    const quirk = one.quirk(sent, said);
    if (quirk !== undefined && isRefused(one, said) && !isOutOfRange(one, said)) {
      return quirk;
    }
  }
  return undefined;
}

/** What holds so much that it names nothing. */
const wide = /^(?:body|request|input|generation_?config|messages(?:\W+\d+\W+content\b.*)?)$/i;

function systemQuirk(request: CompletionRequest, said: string): Quirk {
  const offersDeveloper =
    /\buse (?:the )?(?:role )?['"`‘“]?developer\b|\b(?:supported values are|expected|one of|allowed)\b.*\bdeveloper\b|\bdeveloper['"`’”]?(?: role| message)? instead|(?:使用|改用).{0,3}developer/;
  const asDeveloper = request.quirks?.includes('systemAsDeveloper') ?? false;
  return request.apiFormat === 'chat' && !asDeveloper && offersDeveloper.test(said)
    ? 'systemAsDeveloper'
    : 'systemInUser';
}

/** In characters; what is further back explains nothing. */
const longest = 2_000;

/** The server's own words in lower case: no model ID, nothing of the conversation, no quoted sentence. */
function wordsOf(message: string, { model, messages }: CompletionRequest): string {
  const echoed = messages.map(({ content }) => content.trim()).filter((text) => text.length >= 8);
  return [...echoed, model]
    .filter((text) => text !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, text) => words.replaceAll(text, ' … '), message.slice(0, longest))
    .replace(
      /"[^"\n]*"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|(?<![\w])'[^'\n]*'(?!\w)/g,
      (quoted) =>
        // A name has no blank in it.
        /\s/.test(quoted) ? ' … ' : quoted,
    )
    .toLowerCase();
}

const thing =
  '(?:parameters?|params?|arguments?|fields?|propert(?:y|ies)|keys?|options?|inputs?|values?|names?)';
const open = '[\'"`‘“(\\[{]{0,2}';
const close = '[\'"`’”)\\]}]{0,2}';
const unknownTo = '(?:unsupported|unrecogni[sz]ed|unknown|unexpected|disallowed|unpermitted|extra)';
const notTaken =
  '(?:not (?:yet |currently )?(?:supported|permitted|allowed|recogni[sz]ed|accepted|available|enabled)|not a valid (?:parameter|argument|field|property|option)|not support\\b|unsupported|unrecogni[sz]ed|unknown|unexpected|deprecated|no longer supported)';
const notTaking =
  "(?:does not|doesn['’]t|do not|don['’]t|cannot|can['’]t)(?: currently| yet)? (?:support|accept|allow|recogni[sz]e|take)";
const zhNotTaking = '(?:不支持|不接受|不允许|未知|无法识别|不识别|不认识|多余)';
const zhThing = '(?:参数|字段|属性|选项)';

function patternOf({ name, bareWord }: Refusable): RegExp {
  const loud = `(?<![\\w.])${open}(?:${name})(?!\\w)${close}`;
  const quiet =
    bareWord === undefined
      ? undefined
      : [
          `['"\`‘“(](?:${bareWord})['"\`’”)]`,
          `${thing}:? ${open}(?:${bareWord})(?!\\w)${close}`,
          `(?<!\\w)(?:${bareWord}) ${thing}\\b`,
          `(?:^|[.:;,\\n] ?)(?:the )?(?:${bareWord})(?![\\w])`,
          `${zhThing} ?[:：]? ?(?:${bareWord})(?!\\w)`,
          `(?<!\\w)(?:${bareWord}) ?${zhThing}`,
        ].join('|');
  const any = quiet === undefined ? loud : `(?:${loud}|${quiet})`;
  const bare =
    bareWord === undefined ? loud : `(?:${loud}|(?<!\\w)${open}(?:${bareWord})(?!\\w)${close})`;
  return new RegExp(
    [
      `\\b${unknownTo} (?:[a-z]+ ){0,2}?${thing}(?: (?:supplied|provided|found|passed))?\\s*[:：=]?\\s*${bare}`,
      `\\b${unknownTo} ${loud}`,
      `${any}(?: ${thing})?(?: (?:is|are|was|were|has|have|been))*(?: (?:currently|also|yet))? ${notTaken}`,
      `${any}\\s*[:：]\\s*(?:extra (?:inputs|fields)|${unknownTo}|${notTaken})`,
      `${any}(?: ${thing})? ${notTaking}`,
      `${notTaking}(?:ing)?(?: (?:the|a|an|any|custom|setting|using|use of|${thing}))*:? ${bare}`,
      `${zhNotTaking}(?:的|使用|设置|传入|该)*${zhThing}?\\s*[:：]?\\s*${bare}`,
      `${any}\\s*${zhThing}?\\s*(?:暂|目前|当前|尚)?(?:不支持|不被支持|不受支持|未被支持|不允许|不可用|无法识别|已弃用)`,
    ].join('|'),
  );
}

const patterns = new Map(refusables.map((one) => [one, patternOf(one)]));

function isRefused(one: Refusable, said: string): boolean {
  return (patterns.get(one)?.test(said) ?? false) || (one.phrase?.test(said) ?? false);
}

const refusalCodes =
  /^(?:unsupported_(?:parameter|value)|unknown_(?:parameter|field)|unrecogni[sz]ed_\w+|extra_forbidden|parameter_not_supported)$/;

/** Whether a body that names the field elsewhere refuses it, and not its value. */
function isRefusal({ code, type }: ErrorBody, said: string): boolean {
  return (
    refusalCodes.test(code ?? '') ||
    refusalCodes.test(type ?? '') ||
    new RegExp(`\\b${notTaken}|\\b${notTaking}|\\bextra (?:inputs|fields)|${zhNotTaking}`).test(
      said,
    )
  );
}

const range =
  /\btoo (?:large|small|high|low|long|many)\b|\bat (?:most|least)\b|\bbetween\b|\b(?:less|greater|lower|higher|more|fewer) than\b|\bexceed|\b(?:maximum|minimum)\b|\bout of range\b|\bmust be (?:an?|of type)\b|<=|>=|≤|≥|\[\d[\d.]*\s*[,~-]|超出|超过|范围|之间|大于|小于|最大|最小/;

function isOutOfRange(one: Refusable, said: string): boolean {
  return range.test(said) || (one.userValue?.test(said) ?? false);
}
