// Quirks: what some models reject in a request, how their rejections say so, and how to ask without it.
// A new quirk also needs its name (src/shared/conversation/quirk.ts), the requests that it affects
// (src/chat/models/modelDifferences.ts) and its texts (src/vscode/text/quirkText.ts); the compiler asks for them.
import { continueInstructionMessage, isPrefilled } from '../../chat/session/continuation';
import type { ChatMessage, CompletionRequest } from '../../chat/ports';
import type { Quirk } from '../../shared/conversation/quirk';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';

interface QuirkRule {
  readonly rejection: RejectionPattern;
  /**
   * Whether the request contained what the rejection is about, so that the quirk helps.
   * @param message The server's own words, in lower case.
   */
  readonly helps: (attempt: AttemptedCompletion, message: string) => boolean;
  /** Adapts a request. Absent where the chat completions format adapts the body. */
  readonly apply?: (request: CompletionRequest) => CompletionRequest;
}

/** How rejections name one parameter. The patterns match messages in lower case. */
export interface RejectionPattern {
  /** Its names in the error's `param`. */
  readonly param?: RegExp;
  /** Its unambiguous names in a message. */
  readonly name: string;
  /** An everyday word that names it only in quotes, beside "parameter" or at the start of a sentence. */
  readonly word?: string;
  /** Complete phrases that reject it. */
  readonly phrase?: RegExp;
  /** Marks a rejection of the user's value: omitting the parameter would change the request's meaning. */
  readonly value?: RegExp;
}

const systemRole: RejectionPattern = {
  param: /^messages?(?:\[0\]|\.0)\.role$|^(?:instructions|system|system_?instruction)$/i,
  name: 'system (?:role|messages?|prompts?|instructions?)|developer (?:role|messages?|instructions?)|roles?:? [\'"`‘“]?(?:system|developer)\\b[\'"`’”]?|system_?instruction|messages?(?:\\[0\\]|\\.0)\\.role|系统(?:角色|消息|提示词?|指令)|(?:system|developer) ?(?:角色|消息|提示词?)|角色 ?(?:system|developer)',
  // Rust servers: "unknown variant `system`, expected one of …". Gemini: "Developer instruction is
  // not enabled for models/…".
  phrase:
    /\bunknown variant [`'"]?(?:system|developer)\b|\b(?:developer|system) instruction is not enabled\b/,
};

export const quirkRules: Readonly<Record<Quirk, QuirkRule>> = {
  noStreamOptions: {
    helps: ({ body }) => 'stream_options' in body,
    rejection: {
      param: /^stream_options\b/,
      name: 'stream_options(?:\\.include_usage)?|include_usage',
      // OpenAI: "The 'stream_options' parameter is only allowed when 'stream' is enabled."
      // (BerriAI/litellm#5803).
      phrase:
        /\bstream_options\b.{0,20} (?:is |can |should |may )?only (?:be )?(?:allowed|set|used|valid|specified)\b/,
    },
  },
  maxCompletionTokens: {
    // Anthropic's format has no other name for it.
    helps: ({ request, body }) => request.apiFormat === 'chat' && 'max_tokens' in body,
    rejection: {
      param: /^max_tokens$/,
      name: 'max_tokens',
      // OpenAI: "Use 'max_completion_tokens' instead."
      phrase:
        /\bmax_completion_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_completion_tokens/,
    },
  },
  maxTokens: {
    helps: ({ body }) => 'max_completion_tokens' in body,
    rejection: {
      param: /^max_completion_tokens$/,
      name: 'max_completion_tokens',
      phrase: /\bmax_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_tokens/,
    },
  },
  noTemperature: {
    helps: ({ request }) => request.temperature !== undefined,
    apply: ({ temperature: _omitted, ...request }) => request,
    rejection: {
      param: /(?:^|\.)temperature$/,
      name: '温度(?:参数)?',
      word: 'temperature',
      value: /\bunsupported value(?!:? ['"`‘“]?temperature)|\binvalid[ _]value\b/,
      // OpenAI: "Only the default (1) value is supported." Moonshot: "invalid temperature: only 1 is
      // allowed for this model".
      phrase:
        /\btemperature\b[^\n]{0,40}(?:\bonly (?:the default|1(?![.\d]))|\bmust be (?:set to )?1(?![.\d]|,| or\b| and\b| to\b))|(?:\btemperature|温度)[^\n]{0,10}只(?:能|支持|允许)[^\n]{0,6}1(?![.\d到至~-])/,
    },
  },
  noReasoningEffort: {
    helps: ({ request }) => request.reasoningEffort !== undefined,
    apply: ({ reasoningEffort: _omitted, ...request }) => request,
    rejection: {
      param:
        /^(?:reasoning_effort|reasoning(?:\.effort)?|output_config(?:\.effort)?|thinking(?:\.\w+)?)$|(?:^|\.)thinking_?config\b/i,
      name: 'reasoning[_.]effort|output_config(?:\\.effort)?|thinking_?config|推理强度',
      word: 'reasoning|thinking|(?:reasoning )?effort',
      // OpenAI: "'reasoning_effort' does not support 'low' with this model. Supported values are: …".
      value:
        /supported values|\bdoes(?: not|n['’]t) support ['"`‘“]?(?:none|minimal|low|medium|high|xhigh|max)\b|invalid[ _]value|可选值|取值/,
    },
  },
  systemAsDeveloper: {
    helps: (attempt, message) => hasSystem(attempt) && offersDeveloper(attempt, message),
    rejection: systemRole,
  },
  systemInUser: {
    helps: (attempt, message) => hasSystem(attempt) && !offersDeveloper(attempt, message),
    apply: (request) => ({ ...request, messages: foldSystem(request.messages) }),
    rejection: systemRole,
  },
  noImages: {
    helps: ({ request }) => request.messages.some(({ images = [] }) => images.length > 0),
    apply: (request) => ({
      ...request,
      messages: request.messages.map(({ images: _omitted, ...message }) => message),
    }),
    rejection: {
      param: /(?:^|\.)(?:image_url|input_image|image)$/,
      name: 'image_url|input_image|inline_?data|(?:image|picture|vision) (?:inputs?|parts?|content|urls?)|images|pictures|图片(?:输入)?|图像(?:输入)?',
      // Rust servers: "unknown variant `image_url`". OpenRouter: "No endpoints found that support
      // image input" (openclaw/openclaw#99079). OpenAI: "image_url is only supported by certain models."
      phrase:
        /\bunknown variant [`'"]?image|\bno endpoints found that support image|\bimage_url\b[^\n]{0,6}(?:is )?only supported by/,
      value:
        /\bformats?\b|\bmime\b|\b(?:media|image)[ _]types?\b|\b(?:download|fetch|decod|corrupt|dimension|resolution)|格式|尺寸|大小/,
    },
  },
  noPrefill: {
    helps: ({ request }) => isPrefilled(request),
    apply: (request) =>
      isPrefilled(request)
        ? { ...request, messages: [...request.messages, continueInstructionMessage] }
        : request,
    rejection: {
      name: '(?:assistant )?(?:messages? |responses? )?prefill(?:ing|s)?(?: (?:of )?(?:the )?(?:assistant|final|last)(?: (?:messages?|responses?|turns?))?)?',
      // Anthropic: "The conversation must end with a user message." (aaif-goose/goose#7425).
      // DeepSeek: "The last message … must be a user message" (langgenius/dify#16860).
      // Mistral: "Expected last role User or Tool (or Assistant with prefix True)".
      phrase:
        /\b(?:must|should|has to|have to|needs to) end with (?:a |an |the )?['"`‘“]?(?:user|human)\b|\blast (?:message|role|turn)\b[^\n]{0,40}\b(?:must|should|has to|expected)\b[^\n]{0,20}\buser\b|\bexpected last role\b[^\n]{0,20}\buser\b|\bassistant\b[^\n]{0,30}\bcannot be prefill|最后一?(?:条|个)消息[^\n]{0,12}(?:必须|应)[^\n]{0,10}(?:user|用户)/,
    },
  },
  noStream: {
    helps: ({ request }) => request.stream,
    apply: (request) => ({ ...request, stream: false }),
    rejection: {
      param: /^stream$/,
      name: 'streaming(?: mode| responses?| output)?|stream mode|流式(?:输出|响应|调用|请求|模式|返回)?',
      word: 'stream',
    },
  },
};

/** Adapts a request to the quirks it lists, except those that only the chat format's body knows. */
export function applyQuirks(request: CompletionRequest): CompletionRequest {
  return (request.quirks ?? []).reduce(
    (adapted, quirk) => quirkRules[quirk].apply?.(adapted) ?? adapted,
    request,
  );
}

function hasSystem({ request }: AttemptedCompletion): boolean {
  return request.messages.some(({ role }) => role === 'system');
}

/** Whether a rejection of the role `system` suggests `developer`, and that was not tried. */
function offersDeveloper({ request }: AttemptedCompletion, message: string): boolean {
  const suggestion =
    /\buse (?:the )?(?:role )?['"`‘“]?developer\b|\b(?:supported values are|expected|one of|allowed)\b.*\bdeveloper\b|\bdeveloper['"`’”]?(?: role| message)? instead|(?:使用|改用).{0,3}developer/;
  const isTried = request.quirks?.includes('systemAsDeveloper') ?? false;
  return request.apiFormat === 'chat' && !isTried && suggestion.test(message);
}

/** Moves the system prompts to the start of the first question, as paragraphs. */
function foldSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const dialog = messages.filter(({ role }) => role !== 'system');
  const first = dialog.findIndex(({ role }) => role === 'user');
  const question = dialog[first];
  if (system.length === 0 || question === undefined) {
    return messages;
  }
  const content = [...system, question.content].join('\n\n');
  return dialog.with(first, { ...question, content });
}
