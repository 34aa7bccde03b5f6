// Quirk rules: one entry per quirk with what a rejection of it looks like, what only resembles one, and
// what is sent instead. Samples with their sources: test/unit/gateway/node/quirks/rejections.ts.
// A new quirk also needs its name (src/gateway/common/quirk.ts), the requests that it affects
// (src/features/models/node/modelDifferences.ts) and its label (src/platform/host/text/quirkText.ts); the compiler asks for them.
import { anyOf } from '../../../base/anyOf';
import { continueInstructionMessage, isPrefilled } from '../../common/continuation';
import type { ChatMessage } from '../../common/ports';
import type { Quirk } from '../../common/quirk';
import type { QuirkRule } from './quirkRule';
import { toolRules } from './toolRules';

const systemRole: QuirkRule = {
  param: /^messages?(?:\[0\]|\.0)\.role$|^(?:instructions|system|system_?instruction)$/,
  name: 'system (?:role|messages?|prompts?|instructions?)|developer (?:role|messages?|instructions?)|roles?:? [\'"`‘“]?(?:system|developer)\\b[\'"`’”]?|system_?instruction|messages?(?:\\[0\\]|\\.0)\\.role|系统(?:角色|消息|提示词?|指令)|(?:system|developer) ?(?:角色|消息|提示词?)|角色 ?(?:system|developer)',
  phrase: new RegExp(
    [
      // Rust servers: "unknown variant `system`, expected one of …". Gemini: "Developer instruction
      // is not enabled for models/…".
      '\\bunknown variant [`\'"]?(?:system|developer)\\b|\\b(?:invalid|unsupported|unexpected) (?:message )?role:? [`\'"]?(?:system|developer)\\b',
      '\\b(?:developer|system) instruction is not enabled\\b',
      // The chat templates of Mistral and Gemma: "Only user and assistant roles are supported!",
      // "Conversation roles must alternate user/assistant/user/assistant/..." (vllm-project/vllm#6862).
      // Neighbors of one role are joined in every request, so the system prompt is in the way.
      '\\bonly (?:the )?(?:roles? )?[\'"`]?(?:user|assistant|model)[\'"`]?(?:(?:,? (?:and|or|&) |, ?| ?/ ?)[\'"`]?(?:user|assistant|model|tool)[\'"`]?){1,3}(?: roles?| messages?)?(?: (?:is|are|can be|may be))? (?:supported|allowed|accepted|permitted|valid|used)\\b',
      '\\b(?:roles? (?:must|should) be(?: one of| either| in)?|input should be|supported roles(?: are)?:?) \\W{0,2}user\\W{1,4}(?:(?:and|or) )?\\W{0,2}(?:assistant|model)\\b',
      '\\broles? (?:must|should|need to|have to|has to)(?: \\w+){0,2} alternat|\\bmessages? (?:must|should)(?: be)? alternat|\\balternating (?:\\w+[/ ]){0,4}roles?|角色[^\\n]{0,8}交替|交替[^\\n]{0,8}角色',
      // Gemini: "Please use a valid role: user, model."
      '\\bvalid roles?(?: is| are)?:? [\'"`]?user[\'"`]?(?:,| and| or) [\'"`]?(?:model|assistant)\\b',
      '(?:只|仅)支持 ?(?:user|用户)[^\\n]{0,6}(?:assistant|助手)',
    ].join('|'),
  ),
  // Devstral's template: "After the optional system message, conversation roles must alternate".
  except: /\boptional\)? system\b/,
};

export const quirkRules: Readonly<Record<Quirk, QuirkRule>> = {
  noStreamOptions: {
    param: /^stream_options\b/,
    name: 'stream_options(?:\\.include_usage)?|include_usage',
    // OpenAI: "The 'stream_options' parameter is only allowed when 'stream' is enabled."
    // (BerriAI/litellm#5803).
    phrase:
      /\bstream_options\b.{0,20} (?:is |can |should |may )?only (?:be )?(?:allowed|set|used|valid|specified)\b/,
  },
  maxCompletionTokens: {
    param: /^max_tokens$/,
    name: 'max_tokens',
    // OpenAI: "Use 'max_completion_tokens' instead."
    phrase:
      /\bmax_completion_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_completion_tokens/,
  },
  maxTokens: {
    param: /^max_completion_tokens$/,
    name: 'max_completion_tokens',
    phrase: /\bmax_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_tokens/,
  },
  noTemperature: {
    param: /(?:^|\.)temperature$/,
    name: '温度(?:参数)?',
    word: 'temperature',
    // OpenAI: "Only the default (1) value is supported." Moonshot: "invalid temperature: only 1 is
    // allowed for this model". Anthropic: "`temperature` may only be set to 1 when thinking is enabled."
    phrase:
      /\btemperature\b[^\n]{0,40}(?:\bonly (?:the default|be (?:set to )?1(?![.\d])|1(?![.\d])|\d(?:\.\d+)? (?:is|are) (?:allowed|supported|accepted))|\bmust be (?:set to )?1(?![.\d]|,| or\b| and\b| to\b))|(?:\btemperature|温度)[^\n]{0,10}只(?:能|支持|允许)[^\n]{0,6}1(?![.\d到至~-])/,
    except: /\bunsupported value(?!:? ['"`‘“]?temperature)|\binvalid[ _]value\b/,
    apply: ({ temperature: _omitted, ...request }) => request,
  },
  thinkingBudget: {
    param: /(?:^|\.)thinking_?level$/,
    name: 'thinking[ _]?level',
    // Gemini 2.5 has budgets, Gemini 3 has levels (RooCodeInc/Roo-Code#10700, QwenLM/qwen-code#9094).
    phrase: /\buse ['"`]?thinking[ _]?budget\b/,
    except: /\bthinking[ _]?level ['"`]?(?:none|minimal|low|medium|high)\b/,
  },
  noReasoningEffort: {
    param:
      /^(?:reasoning_?effort|reasoning(?:\.effort)?|output_config(?:\.effort)?|thinking(?:\.\w+)?)$|(?:^|\.)thinking_?(?:config|level|budget)\b/,
    name: 'reasoning[ _.]?effort|output_config(?:\\.effort)?|thinking[ _]?(?:config|level|budget|mode)(?:\\.\\w+)?|推理强度|(?:adaptive|extended) thinking|(?:深度)?思考(?:模式|等级|预算|能力)?',
    word: 'reasoning|thinking|effort',
    phrase: /\bonly enabled when thinking is enabled\b/,
    // OpenAI: "'reasoning_effort' does not support 'low' with this model. Supported values are: …".
    except:
      /supported values|\bdoes(?: not|n['’]t) support ['"`‘“]?(?:none|minimal|low|medium|high|xhigh|max)\b|\b(?:effort|level) ['"`]?(?:none|minimal|low|medium|high|xhigh|max)['"`]? (?:is|are)\b|invalid[ _]value|\btool_?choice\b|可选值|取值/,
    apply: ({ reasoningEffort: _omitted, ...request }) => request,
  },
  systemAsDeveloper: {
    ...systemRole,
    requires:
      /\buse (?:the )?(?:role )?['"`‘“]?developer\b|\b(?:supported values are|expected|one of|allowed)\b.*\bdeveloper\b|\bdeveloper['"`’”]?(?: role| message)? instead|(?:使用|改用).{0,3}developer/,
  },
  systemInUser: {
    ...systemRole,
    apply: (request) => ({ ...request, messages: foldSystem(request.messages) }),
  },
  noImages: {
    param: /(?:^|\.)(?:image_url|input_image|image)$/,
    name: 'image_url|input_image|inline_?data|(?:image|picture|vision) (?:inputs?|parts?|content|urls?|understanding|modality|capabilit(?:y|ies))(?: modality)?|vision|multi-?modal(?: inputs?| content)?|images|pictures|图片(?:输入)?|图像(?:输入)?|多模态(?:输入)?',
    phrase: new RegExp(
      [
        // Rust servers: "unknown variant `image_url`". OpenAI: "image_url is only supported by certain
        // models." OpenRouter, with status 404: "No endpoints found that support image input"
        // (openclaw/openclaw#99079).
        '\\bunknown variant [`\'"]?image|\\bunsupported value:? [`\'"]?image_url|\\bno endpoints found that support image|\\bimage_url\\b[^\\n]{0,6}(?:is )?only supported by',
        // vLLM: "… is not a multimodal model", "At most 0 image(s) may be provided". Ollama: "this
        // model is missing data required for image input".
        "\\b(?:is not|isn['’]t) (?:a )?(?:multi-?modal|vision)\\b(?! (?:inputs?|content|prompts?|requests?))|\\bat most 0 image|\\bmissing data required for image input|\\bnot compiled for multimodal\\b",
        // llama.cpp: "Unsupported content part type: \"image_url\"". Pydantic: "Input should be 'text'".
        '\\bunsupported content (?:part )?type:? \\W*image|\\bcontent\\b[^\\n]{0,60}\\binput should be \\W{0,2}text\\b(?! or\\b|,)',
        // Groq and FastAPI, of models for text only: content must be a string, not blocks.
        '\\bcontent\\b[^\\n]{0,30}(?:(?:must be|should be) a (?:valid )?|expected (?:a )?)string\\b',
        // Rust and Go servers.
        '\\binvalid type: sequence, expected a string\\b|\\bcannot unmarshal array into go struct field [\\w.]*content of type string\\b',
        '\\b(?:text-only|text only) model\\b|\\bonly (?:supports?|accepts?|support for) text\\b|(?:只|仅)支持(?:纯)?文本',
      ].join('|'),
    ),
    except: anyOf(
      // The format of an image.
      /\bformats?\b|\b(?:gif|png|jpe?g|webp|heic|heif|bmp|tiff|svg|pdf|avif)s?\b|\bmime\b/,
      /\b(?:media|image|file)[ _]types?\b/,
      // Its transfer or its size.
      /\b(?:download|fetch|decod|corrupt|dimension|resolution|size|bytes?|base ?64|accounts?)/,
      /\b(?:load|process)\w* (?:the |this |your |an? )?(?:image|picture|url)\b|\b(?:image|picture|url)s?\b.{0,30}\b(?:be |not )?(?:loaded|processed)\b/,
      /\b\d+ ?[mk]b\b/,
      // How many.
      /\b[1-9]\d* (?:images?|pictures?)\b|\b(?:number|count) of\b/,
      // Chinese gateways: format, size, number.
      /格式|尺寸|大小|数量|张/,
    ),
    // 404: OpenRouter. 500: llama.cpp (ggml-org/llama.cpp#15377) and Ollama.
    statuses: [400, 404, 422, 500],
    apply: (request) => ({
      ...request,
      messages: request.messages.map(({ images: _omitted, ...message }) => message),
    }),
  },
  noPrefill: {
    name: '(?:assistant )?(?:messages? |responses? )?prefill(?:ing|s)?(?: (?:of )?(?:the )?(?:assistant|final|last)(?: (?:messages?|responses?|turns?))?)?',
    // Anthropic: "The conversation must end with a user message." (aaif-goose/goose#7425).
    // DeepSeek: "The last message … must be a user message" (langgenius/dify#16860).
    // Mistral: "Expected last role User or Tool (or Assistant with prefix True)".
    // "Prefilling assistant responses is not supported when thinking is enabled."
    phrase: anyOf(
      /\bprefill\w*\b[^\n]{0,40} not supported (?:when|with|while|if) (?:extended )?thinking\b/,
      /\b(?:must|should|has to|have to|needs to) end with (?:a |an |the )?['"`‘“]?(?:user|human)\b/,
      /\blast (?:message|role|turn)\b[^\n]{0,40}\b(?:must|should|has to|expected)\b[^\n]{0,20}\buser\b/,
      /\bexpected last role\b[^\n]{0,20}\buser\b|\bassistant\b[^\n]{0,30}\bcannot be prefill/,
      /最后一?(?:条|个)消息[^\n]{0,12}(?:必须|应)[^\n]{0,10}(?:user|用户)/,
    ),
    apply: (request) =>
      isPrefilled(request)
        ? { ...request, messages: [...request.messages, continueInstructionMessage] }
        : request,
  },
  noStream: {
    param: /^stream$/,
    name: 'streaming(?: mode| responses?| output| requests?)?|stream mode|streamed (?:responses?|output)|stream[\'"`]? ?[:=] ?true|流式(?:输出|响应|调用|请求|模式|返回)?',
    word: 'stream',
    // OpenAI: "Your organization must be verified to stream this model." (openai/codex#1006).
    phrase:
      /\bverified to stream\b|\bcannot be streamed\b|\bstream\b[^\n]{0,12} must be (?:set to )?['"`]?false\b|\bonly (?:support|allow)s? (?:for )?non-?stream|(?:只|仅)支持非流式/,
    apply: (request) => ({ ...request, stream: false }),
  },
  onlyStream: {
    param: /^stream$/,
    name: 'non[- ]?stream(?:ing|ed)?(?: mode| responses?| output| requests?| calls?)?|stream[\'"`]? ?[:=] ?false|非流式(?:输出|响应|调用|请求|模式|返回)?',
    // DashScope: "This model only support stream mode, please enable the stream parameter"
    // (QwenLM/Qwen3#1300), "parameter.enable_thinking must be set to false for non-streaming calls".
    // Codex' backend: "Stream must be set to true" (BerriAI/litellm#18174).
    phrase: anyOf(
      /\bonly (?:support|allow|accept|work)s?(?: with| in| for)? (?:the )?stream/,
      /\bonly (?:available|supported|works) (?:in|with|as|via|through) (?:a )?stream/,
      /\bstream(?:ing)?\b[^\n]{0,12} (?:must be (?:set to )?(?:['"`]?true\b|enabled)|is required\b)/,
      /\b(?:requires?|must use|please (?:enable|use)) (?:the )?['"`]?stream(?:ing)?\b/,
      /\b(?:set|with) ['"`]?stream['"`]? ?(?:=|:|to) ?['"`]?true\b/,
      /\bonly stream(?:ing|ed)?(?: (?:mode|responses?|requests?|output))?(?: (?:is|are))? (?:supported|allowed)/,
      /\bfor non-?streaming calls\b/,
      // Chinese gateways.
      /(?:只|仅)(?:能|支持|允许)(?:使用)?流式|(?:必须|请|需要?)(?:使用|开启|启用)?流式/,
    ),
    requires:
      /\btrue\b|\bonly\b|\bnon[- ]?stream|\brequire|\bmust\b|\benable|stream['"`]? ?[:=] ?false|[只仅]|流式/,
    apply: (request) => ({ ...request, stream: true }),
  },
  noStore: {
    param: /^store$/,
    name: 'store (?:parameter|field|argument)',
    word: 'store',
  },
  ...toolRules,
};

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
