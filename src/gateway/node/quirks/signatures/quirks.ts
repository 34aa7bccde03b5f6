// Quirks: what a refusal of each one looks like. A refusal names the parameter in `param`, or in a clause with one of the
// words in refusals.ts; what says it in other words has a row with a phrase here.
import type { Quirk } from '../../../common/quirk';
import type { QuirkSignature } from '../quirkSignature';

/** The first one in the order of `quirks` decides. */
export const quirkSignatures: Readonly<Record<Quirk, QuirkSignature>> = {
  noStreamOptions: {
    param: /^stream_options\b/,
    name: /stream_options|include_usage/,
    rows: [
      {
        phrase:
          /\bstream_options\b.{0,20} (?:is |can |should |may )?only (?:be )?(?:allowed|set|used|valid|specified)\b/,
        gateway: 'OpenAI',
        seen: 'https://github.com/BerriAI/litellm/issues/5803',
        sample:
          '400 {"error":{"message":"The \'stream_options\' parameter is only allowed when \'stream\' is enabled.","type":"invalid_request_error","param":"stream_options","code":null}}',
      },
      {
        gateway: 'Azure, older versions',
        seen: 'https://github.com/Azure/azure-sdk-for-net/issues/44237',
        sample:
          '400 {"error":{"message":"Unrecognized request argument supplied: stream_options","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        gateway: 'Groq',
        seen: 'https://github.com/vercel/ai/pull/1578',
        sample:
          '400 {"error":{"message":"property \'stream_options\' is unsupported, did you mean \'stream\'?","type":"invalid_request_error"}}',
      },
    ],
  },
  maxCompletionTokens: {
    param: /^max_tokens$/,
    name: /max_tokens/,
    rows: [
      {
        phrase: /\bmax_completion_tokens\b.{0,3} instead/,
        gateway: 'OpenAI',
        seen: 'https://github.com/envoyproxy/ai-gateway/blob/c217da8a53/tests/internal/testopeninference/spans/chat-bad-request.json',
        sample:
          '400 {"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"error\\":{\\"message\\":\\"Unsupported parameter: \'max_tokens\' is not supported with this model. Use \'max_completion_tokens\' instead.\\",\\"type\\":\\"invalid_request_error\\",\\"param\\":\\"max_tokens\\",\\"code\\":\\"unsupported_parameter\\"}}","provider_name":"OpenAI"}}}',
      },
      {
        phrase: /(?:请)?(?:改用|使用).{0,3}max_completion_tokens/,
        seen: 'unverified',
        sample:
          '400 {"error":{"message":"参数 max_tokens 已弃用，请使用 max_completion_tokens","type":"invalid_request_error","param":null,"code":null}}',
      },
    ],
  },
  maxTokens: {
    param: /^max_completion_tokens$/,
    name: /max_completion_tokens/,
    rows: [
      {
        phrase: /\bmax_tokens\b.{0,3} instead|(?:请)?(?:改用|使用).{0,3}max_tokens/,
        seen: 'unverified',
        asked: 'knows=maxCompletionTokens',
        sample:
          '400 {"error":{"message":"max_completion_tokens is unknown here. Use max_tokens instead."}}',
      },
      {
        gateway: 'Mistral',
        seen: 'https://github.com/Gitlawb/openclaude/issues/739',
        asked: 'knows=maxCompletionTokens',
        sample:
          '422 {"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":100}]}',
      },
    ],
  },
  noTemperature: {
    param: /(?:^|\.)temperature$/,
    name: /temperature|温度/,
    rows: [
      {
        phrase: /\bonly temperature ?= ?1 is supported\b/,
        gateway: 'LiteLLM',
        seen: 'https://github.com/BerriAI/litellm/issues/13781',
        sample:
          '400 {"error":{"message":"litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don\'t support temperature=0.2. Only temperature=1 is supported.","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase:
          /\btemperature\b[^\n]{0,40}(?:\bonly (?:the default|be (?:set to )?1(?![.\d])|1(?![.\d])|\d(?:\.\d+)? (?:is|are) (?:allowed|supported|accepted))|\bmust be (?:set to )?1(?![.\d]|,| or\b| and\b| to\b))|(?:\btemperature|温度)[^\n]{0,10}只(?:能|支持|允许)[^\n]{0,6}1(?![.\d到至~-])/,
        gateway: 'Moonshot, kimi-k2.5',
        seen: 'https://github.com/UKGovernmentBEIS/inspect_ai/blob/499e6152e7/src/inspect_ai/model/_providers/moonshot.py',
        sample:
          '400 {"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error","param":null,"code":null}}',
      },
    ],
  },
  thinkingBudget: {
    param: /(?:^|\.)thinking_?level$/,
    name: /thinking[ _]?level/,
    rows: [
      {
        phrase: /\buse ['"`]?thinking[ _]?budget\b/,
        gateway: 'Gemini 2.5',
        seen: 'unverified',
        asked: 'generateContent',
        sample:
          '400 {"error":{"code":400,"message":"This model has no levels of thinking. Use thinking_budget.","status":"INVALID_ARGUMENT"}}',
      },
      {
        gateway: 'Google, Gemini 2.5',
        seen: 'https://github.com/juspay/neurolink/issues/1707',
        asked: 'generateContent',
        sample:
          '400 {"error":{"code":400,"message":"Thinking level is not supported for this model.","status":"INVALID_ARGUMENT"}}',
      },
      {
        gateway: 'Vertex AI',
        seen: 'https://github.com/QwenLM/qwen-code/pull/9094',
        asked: 'generateContent',
        sample:
          '400 {"error":{"code":400,"message":"thinking_level is not supported by this model","status":"INVALID_ARGUMENT"}}',
      },
    ],
  },
  noReasoningEffort: {
    param:
      /^(?:reasoning_?effort|reasoning(?:\.effort)?|output_config(?:\.effort)?|thinking(?:\.\w+)?)$|(?:^|\.)thinking_?(?:config|level|budget)\b/,
    name: /reasoning(?:_?effort)?(?! models?\b)|output_config|thinking(?:_?(?:config|level|budget))?|effort|推理强度|思考/,
    rows: [
      {
        phrase: /\bextra inputs are not permitted, field: 'reasoning_effort'/,
        gateway: 'Fireworks',
        seen: 'https://github.com/CherryHQ/cherry-studio/issues/1094',
        sample:
          '400 {"error":{"message":"Extra inputs are not permitted, field: \'reasoning_effort\', value: \'low\'","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /\bonly enabled when thinking is enabled\b/,
        gateway: 'Gemini, thinking off',
        seen: 'https://github.com/google-gemini/gemini-cli/issues/1953',
        asked: 'generateContent',
        sample:
          '400 {"error":{"code":400,"message":"Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini","status":"INVALID_ARGUMENT"}}',
      },
    ],
  },
  noUserAfterResults: {
    rows: [
      {
        phrase: /\bunexpected role ['"`]?user['"`]? after role ['"`]?tool\b/,
        gateway: 'Mistral',
        seen: 'https://github.com/datapizza-labs/datapizza-ai/issues/98',
        asked: 'tools questionAfterResults',
        sample:
          '400 {"error":{"message":"Unexpected role \'user\' after role \'tool\'","type":"invalid_request_error","param":null,"code":"invalid_request_message_order"}}',
      },
      {
        phrase:
          /\broles must alternate user and assistant roles except for tool calls\b|\broles must alternate user\/assistant\b/,
        gateway: "Mistral's template",
        seen: 'https://github.com/sterlp/eclipse-peon-ai/issues/75',
        asked: 'tools questionAfterResults system',
        sample:
          '400 {"object":"error","message":"After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.","type":"BadRequestError","param":null,"code":400}',
      },
    ],
  },
  systemAsDeveloper: {
    rows: [
      {
        phrase:
          /\buse (?:the )?(?:role )?['"`‘“]?developer\b|\b(?:supported values are|expected|one of)\b[^\n]*\bdeveloper\b|\bdeveloper['"`’”]?(?: role| message)? instead|(?:使用|改用).{0,3}developer/,
        gateway: 'a Rust server',
        seen: 'unverified',
        sample:
          '400 {"error":{"message":"messages[0].role: unknown variant `system`, expected one of `developer`, `user`, `assistant` at line 1 column 52","type":"invalid_request_error","param":null,"code":null}}',
      },
    ],
  },
  /** Neighbors of one role are joined in every request, so the system prompt is in the way where roles must alternate. */
  systemInUser: {
    param: /^messages?(?:\[0\]|\.0)\.role$|^(?:instructions|system|system_?instruction)$/,
    name: /system (?:role|messages?|prompts?|instructions?)|developer (?:role|messages?|instructions?)|roles?:? ['"`‘“]?(?:system|developer)\b['"`’”]?|system_?instruction|messages?(?:\[0\]|\.0)\.role|系统(?:角色|消息|提示词?|指令)|(?:system|developer) ?(?:角色|消息|提示词?)|角色 ?(?:system|developer)/,
    rows: [
      {
        phrase:
          /\bunknown variant [`'"]?(?:system|developer)\b|\b(?:invalid|unsupported|unexpected) (?:message )?role:? [`'"]?(?:system|developer)\b/,
        gateway: 'MiniMax',
        seen: 'https://github.com/BigPizzaV3/CodexPlusPlus/issues/267',
        sample:
          '400 {"error":{"message":"invalid params, chat content has invalid message role: system (2013)","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /\b(?:developer|system) instruction is not enabled\b/,
        gateway: 'Google, Gemma',
        seen: 'https://github.com/AstrBotDevs/AstrBot/blob/19d00fb1f0/astrbot/core/provider/sources/gemini_source.py',
        sample:
          '400 [{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}]',
      },
      {
        phrase:
          /\bonly (?:the )?(?:roles? )?['"`]?(?:user|assistant|model)['"`]?(?:(?:,? (?:and|or|&) |, ?| ?\/ ?)['"`]?(?:user|assistant|model|tool)['"`]?){1,3}(?: roles?| messages?)?(?: (?:is|are|can be|may be))? (?:supported|allowed|accepted|permitted|valid|used)\b/,
        gateway: 'Mistral’s chat template',
        seen: 'https://github.com/vllm-project/vllm/issues/2112',
        sample:
          '400 {"error":{"message":"Only user and assistant roles are supported!","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase:
          /\b(?:roles? (?:must|should) be(?: one of| either| in)?|input should be|supported roles(?: are)?:?) \W{0,2}user\W{1,4}(?:(?:and|or) )?\W{0,2}(?:assistant|model)\b/,
        gateway: 'Pydantic',
        seen: 'https://github.com/pydantic/pydantic-core/blob/383eb95a19/src/errors/types.rs',
        sample:
          '422 {"detail":[{"loc":["body","messages",0,"role"],"msg":"Input should be \'user\' or \'assistant\'"}]}',
      },
      {
        phrase:
          /\broles? (?:must|should|need to|have to|has to)(?: \w+){0,2} alternat|\bmessages? (?:must|should)(?: be)? alternat|\balternating (?:\w+[/ ]){0,4}roles?/,
        gateway: 'vLLM, template',
        seen: 'https://github.com/vllm-project/vllm/issues/6862',
        sample:
          '400 {"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /角色[^\n]{0,8}交替|交替[^\n]{0,8}角色/,
        gateway: 'Tencent Hunyuan',
        seen: 'https://github.com/FoundationAgents/OpenManus/issues/894',
        sample:
          '400 {"error":{"message":"messages 中 user（tool） 和 assistant 角色需交替出现 (一问一答)","type":"invalid_request_error"}}',
      },
      {
        phrase:
          /\bvalid roles?(?: is| are)?:? ['"`]?user['"`]?(?:,| and| or) ['"`]?(?:model|assistant)\b|(?:只|仅)支持 ?(?:user|用户)[^\n]{0,6}(?:assistant|助手)/,
        gateway: 'Google',
        seen: 'https://github.com/router-for-me/CLIProxyAPI/issues/17',
        sample:
          '400 [{"error":{"code":400,"message":"Please use a valid role: user, model.","status":"INVALID_ARGUMENT"}}]',
      },
    ],
  },
  noImages: {
    param: /(?:^|\.)(?:image_url|input_image|image)$/,
    name: /image_url|input_image|inline_?data|(?:image|picture) (?:inputs?|parts?|content|urls?|understanding|modality)|vision|multi-?modal|images|pictures|图片|图像|多模态/,
    statuses: [400, 404, 422, 500],
    rows: [
      {
        phrase: /\bunknown variant [`'"]?image|\bunsupported value:? [`'"]?image_url/,
        gateway: 'DeepSeek',
        seen: 'https://github.com/farion1231/cc-switch/blob/5ca9459d50/docs/release-notes/v3.16.3-en.md',
        asked: 'images',
        sample:
          '400 {"error":{"message":"Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 118","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /\bno endpoints found that support image/,
        gateway: 'OpenRouter, 404',
        seen: 'https://github.com/openclaw/openclaw/issues/99079',
        asked: 'images',
        sample:
          '404 {"error":{"message":"No endpoints found that support image input","code":404}}',
      },
      {
        phrase: /\bimage_url\b[^\n]{0,6}(?:is )?only supported by/,
        gateway: 'OpenAI',
        seen: 'https://github.com/browser-use/web-ui/issues/274',
        asked: 'images',
        sample:
          '400 {"error":{"message":"Invalid content type. image_url is only supported by certain models.","type":"invalid_request_error","param":"messages.[1].content.[0].type","code":null}}',
      },
      {
        phrase:
          /\b(?:is not|isn['’]t) (?:a )?(?:multi-?modal|vision)\b(?! (?:inputs?|content|prompts?|requests?))/,
        gateway: 'vLLM, current',
        seen: 'https://github.com/studio-dots-ai/dots.ocr/issues/61',
        asked: 'images',
        sample:
          '400 {"object":"error","message":"facebook/opt-125m is not a multimodal model None","type":"BadRequestError","code":400}',
      },
      {
        phrase: /\bat most 0 image/,
        gateway: 'vLLM, no images',
        seen: 'https://github.com/HabanaAI/vllm-fork/blob/95af70093f/vllm/entrypoints/chat_utils.py',
        asked: 'images',
        sample:
          '400 {"object":"error","message":"At most 0 image(s) may be provided in one request.","code":400}',
      },
      {
        phrase: /\bmissing data required for image input|\bnot compiled for multimodal\b/,
        gateway: 'Ollama, 500',
        seen: 'https://github.com/valentinfrlch/ha-llmvision/issues/691',
        asked: 'images',
        sample:
          '500 {"error":"Failed to create new sequence: failed to process inputs: this model is missing data required for image input"}',
      },
      {
        phrase: /\bunsupported content (?:part )?type:? \W*image/,
        gateway: 'llama.cpp, 500, with the messages',
        seen: 'https://github.com/ggml-org/llama.cpp/issues/12947',
        asked: 'images',
        sample:
          '500 {"error":{"code":500,"message":"Failed to parse messages: Unsupported content part type: \\"image_url\\"; messages = [\\n  {\\n    \\"role\\": \\"user\\",\\n    \\"content\\": [\\n      {\\n        \\"type\\": \\"image_url\\",\\n        \\"image_url\\": {\\n          \\"url\\": \\"data:image/png;base64,iVBORw0KGgo=\\"\\n","type":"server_error"}}',
      },
      {
        phrase: /\bcontent\b[^\n]{0,60}\binput should be \W{0,2}text\b(?! or\b|,)/,
        gateway: 'Tinker',
        seen: 'https://github.com/thinking-machines-lab/tinker-feedback/issues/83',
        asked: 'images',
        sample:
          '422 {"detail":"Validation Error","errors":[{"loc":"body -> messages -> 0 -> content -> list[TextContentPart] -> 0 -> type","msg":"Input should be \'text\'","type":"literal_error"}]}',
      },
      {
        phrase: /\bmessages\[\d+\](?:\.content)?: invalid type: sequence, expected a string\b/,
        gateway: 'DeepSeek',
        seen: 'https://github.com/chatboxai/chatbox/issues/1740',
        asked: 'images',
        sample:
          '422 {"error":{"message":"Failed to deserialize the JSON body into the target type: messages[2]: invalid type: sequence, expected a string at line 1 column 2901","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      },
      {
        phrase: /\bany variant of untagged enum chatcompletionrequestcontent\b/,
        gateway: 'DeepSeek',
        seen: 'https://github.com/browser-use/web-ui/issues/99',
        asked: 'images',
        sample:
          '422 {"error":{"message":"Failed to deserialize the JSON body into the target type: messages[2]: data did not match any variant of untagged enum ChatCompletionRequestContent at line 1 column 18254","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      },
      {
        phrase: /\bunexpected item type in content\b/,
        gateway: 'DashScope',
        seen: 'https://github.com/can1357/oh-my-pi/issues/1859',
        asked: 'images',
        sample:
          '400 {"error":{"message":"<400> InternalError.Algo.InvalidParameter: The provided messages input is invalid. The error info is [Unexpected item type in content.]","type":"invalid_request_error","param":null,"code":"invalid_parameter_error"}}',
      },
      {
        phrase:
          /\bcontent\b[^\n]{0,30}(?:(?:must be|should be) a (?:valid )?|expected (?:a )?)string\b/,
        gateway: 'a Rust server',
        seen: 'unverified',
        asked: 'images',
        sample:
          '400 {"error":{"message":"messages[0].content: invalid type: sequence, expected a string at line 1 column 55","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase:
          /\bcannot unmarshal array into go struct field [\w.]*content of type string\b|\b(?:text-only|text only) model\b|\bonly (?:supports?|accepts?|support for) text\b/,
        gateway: 'Ollama',
        seen: 'https://github.com/cloud-apim/otoroshi-llm-extension/issues/72',
        asked: 'images',
        sample:
          '400 {"error":"json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string"}',
      },
      {
        phrase: /(?:只|仅)支持(?:纯)?文本/,
        gateway: 'DashScope',
        seen: 'unverified',
        asked: 'images',
        sample: '400 {"code":"InvalidParameter","message":"该模型仅支持纯文本输入"}',
      },
    ],
  },
  noPrefill: {
    name: /prefill(?:ing|s)?/,
    rows: [
      {
        phrase:
          /\bprefill\w*\b[^\n]{0,40} (?:not supported (?:when|with|while|if)|incompatible with) (?:extended |enable_)?thinking\b/,
        gateway: 'llama.cpp',
        seen: 'https://github.com/ggml-org/llama.cpp/issues/20861',
        asked: 'messages prefill',
        sample:
          '400 {"error":{"code":400,"message":"Assistant response prefill is incompatible with enable_thinking.","type":"invalid_request_error"}}',
      },
      {
        phrase:
          /\b(?:must|should|has to|have to|needs to) end with (?:a |an |the )?['"`‘“]?(?:user|human)\b|\blast (?:message|role|turn)\b[^\n]{0,40}\b(?:must|should|has to|expected)\b[^\n]{0,20}\buser\b/,
        gateway: 'Anthropic',
        seen: 'https://github.com/aaif-goose/goose/issues/7425',
        asked: 'messages prefill',
        sample:
          '400 {"type":"error","error":{"type":"invalid_request_error","message":"This model does not support assistant message prefill. The conversation must end with a user message."}}',
      },
      {
        phrase:
          /\bexpected last role\b[^\n]{0,20}\buser\b|\bassistant\b[^\n]{0,30}\bcannot be prefill/,
        gateway: 'Mistral',
        seen: 'https://github.com/mistralai/mistral-common/blob/bc022b91aa/src/mistral_common/protocol/instruct/validator.py',
        asked: 'messages prefill',
        sample:
          '400 {"error":{"message":"Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant","type":"invalid_request_error","param":"messages","code":null}}',
      },
      {
        phrase: /最后一?(?:条|个)消息[^\n]{0,12}(?:必须|应)[^\n]{0,10}(?:user|用户)/,
        gateway: 'Zhipu',
        seen: 'unverified',
        asked: 'messages prefill',
        sample: '400 {"error":{"message":"最后一条消息必须是 user 消息","code":"1214"}}',
      },
    ],
  },
  noStream: {
    param: /^stream$/,
    name: /stream(?:ing|ed)?|流式/,
    rows: [
      {
        phrase:
          /\bverified to stream\b|\bcannot be streamed\b|\bstream\b[^\n]{0,12} must be (?:set to )?['"`]?false\b|\bonly (?:support|allow)s? (?:for )?non-?stream/,
        gateway: 'OpenAI, an organization that is not verified',
        seen: 'https://github.com/openai/codex/issues/1006',
        sample:
          '400 {"error":{"message":"Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}',
      },
      {
        phrase: /(?:只|仅)支持非流式/,
        seen: 'unverified',
        sample: '400 {"message":"该模型仅支持非流式调用"}',
      },
    ],
  },
  onlyStream: {
    name: /non[- ]?stream(?:ing|ed)?|stream['"`]? ?[:=] ?false|非流式/,
    rows: [
      {
        phrase:
          /\bonly (?:support|allow|accept|work)s?(?: with| in| for)? (?:the )?stream|\bonly (?:available|supported|works) (?:in|with|as|via|through) (?:a )?stream/,
        gateway: 'DashScope, QwQ',
        seen: 'https://github.com/QwenLM/Qwen3/issues/1300',
        asked: 'unstreamed',
        sample:
          '400 {"error":{"message":"This model only support stream mode, please enable the stream parameter to access the model. ","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase:
          /\bstream(?:ing)?\b[^\n]{0,12} (?:must be (?:set to )?(?:['"`]?true\b|enabled)|is required\b)/,
        gateway: 'Codex’ backend',
        seen: 'https://github.com/BerriAI/litellm/issues/18174',
        asked: 'responses unstreamed',
        sample: '400 {"detail":"Stream must be set to true"}',
      },
      {
        phrase:
          /\b(?:requires?|must use|please (?:enable|use)) (?:the )?['"`]?stream(?:ing)?\b|\b(?:set|with) ['"`]?stream['"`]? ?(?:=|:|to) ?['"`]?true\b/,
        gateway: 'DashScope, QwQ',
        seen: 'https://github.com/QwenLM/Qwen3/issues/1300',
        asked: 'unstreamed',
        sample:
          '400 {"error":{"message":"This model only support stream mode, please enable the stream parameter to access the model. ","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase:
          /\bonly stream(?:ing|ed)?(?: (?:mode|responses?|requests?|output))?(?: (?:is|are))? (?:supported|allowed)/,
        seen: 'unverified',
        asked: 'messages unstreamed',
        sample: '400 {"error":"Only streaming is supported by this model."}',
      },
      {
        phrase: /\bfor non-?streaming calls\b/,
        gateway: 'DashScope, Qwen3',
        seen: 'https://github.com/labring/aiproxy/blob/aebeb5ec60/core/relay/adaptor/ali/chat.go',
        asked: 'unstreamed',
        sample:
          '400 {"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /(?:只|仅)(?:能|支持|允许)(?:使用)?流式|(?:必须|请|需要?)(?:使用|开启|启用)?流式/,
        seen: 'unverified',
        asked: 'unstreamed',
        sample: '400 {"message":"该模型仅支持流式调用"}',
      },
    ],
  },
  noStore: {
    param: /^store$/,
    name: /store/,
    rows: [
      {
        gateway: 'Mistral',
        seen: 'https://github.com/Gitlawb/openclaude/issues/739',
        asked: 'responses',
        sample:
          '422 {"detail":[{"type":"extra_forbidden","loc":["body","store"],"msg":"Extra inputs are not permitted","input":false}]}',
      },
      {
        gateway: 'Cerebras',
        seen: 'https://github.com/Gitlawb/openclaude/issues/740',
        asked: 'responses',
        sample: '422 {"message":"body.store: property \'body.store\' is unsupported"}',
      },
    ],
  },
  noStreamedTools: {
    rows: [
      {
        phrase:
          /\btool (?:use|call(?:s|ing)?)\b[^\n.]{0,20}\b(?:in|with|while|when) stream|\bstream(?:ing)?\b[^\n.]{0,30}\b(?:not (?:yet )?supported|unsupported|not allowed)\b[^\n.]{0,20}\b(?:with|when|if|while)\b[^\n.]{0,12}\b(?:tools?|functions?)\b|\btools?\b[^\n.]{0,20}\bnot (?:yet )?supported (?:in|with|while|when) stream/,
        gateway: 'Bedrock',
        seen: 'https://github.com/earendil-works/pi/issues/3739',
        asked: 'tools',
        sample: '400 {"message":"This model doesn\'t support tool use in streaming mode."}',
      },
    ],
  },
  noToolChoice: {
    param: /^(?:tool_choice|tool_config|function_calling_config)\b/,
    name: /tool_choice|tool choice|function_calling_config/,
    statuses: [400, 404, 422],
    rows: [
      {
        phrase: /\bno endpoints found that support the provided ['"`]?tool_choice\b/,
        gateway: 'OpenRouter',
        seen: 'https://github.com/zed-industries/zed/issues/36094',
        asked: 'requiredTool',
        sample:
          '404 {"error":{"message":"No endpoints found that support the provided \'tool_choice\' value. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing","code":404}}',
      },
      {
        phrase: /\bdoes(?: not|n['’]t) support (?:this|the|required|forced) ['"`]?tool[_ ]choice\b/,
        gateway: 'DeepSeek',
        seen: 'https://github.com/shareAI-lab/Kode-CLI/issues/182',
        asked: 'requiredTool',
        sample:
          '400 {"error":{"message":"Thinking mode does not support this tool_choice","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      },
      {
        phrase: /\bthinking may not be enabled when tool_choice forces tool use\b/,
        gateway: 'Anthropic',
        seen: 'https://github.com/mastra-ai/mastra/issues/7507',
        asked: 'messages requiredTool',
        sample:
          '400 {"type":"error","error":{"type":"invalid_request_error","message":"Thinking may not be enabled when tool_choice forces tool use."}}',
      },
      {
        phrase: /\btool_choice\b[^\n]{0,60}\bset to ['"`]?required\b/,
        gateway: 'DashScope',
        seen: 'https://github.com/cloudwego/eino/issues/994',
        asked: 'requiredTool',
        sample:
          '400 {"error":{"message":"<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode","type":"invalid_request_error","param":null,"code":"invalid_parameter_error"}}',
      },
      {
        phrase: /\btoolchoice\.any\b/,
        gateway: 'Bedrock',
        seen: 'https://github.com/strands-agents/harness-sdk/issues/1241',
        asked: 'messages requiredTool',
        sample:
          '400 {"message":"This model doesn\'t support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again."}',
      },
    ],
  },
  noTools: {
    param: /^(?:tools|functions|tool_choice)$/,
    // A path to one of them, such as `tools[0].function`, is no name of all.
    name: /tools(?!\.?\[?\d)|tool[ _](?:use|call(?:s|ing)?)|function[ _-]?call(?:s|ing)?|functions|工具|函数调用/,
    statuses: [400, 404, 422, 500],
    rows: [
      {
        phrase: /\bno endpoints found that support tool use\b/,
        gateway: 'OpenRouter',
        seen: 'https://github.com/bobrware/bobrchat/issues/60',
        asked: 'tools',
        sample:
          '404 {"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection","code":404}}',
      },
      {
        phrase: /\btool choice requires --enable-auto-tool-choice\b/,
        gateway: 'vLLM',
        seen: 'https://github.com/langchain4j/langchain4j/issues/3475',
        asked: 'tools',
        sample:
          '400 {"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}',
      },
      {
        phrase: /\btools param requires --jinja\b/,
        gateway: 'llama.cpp without templates',
        seen: 'https://github.com/defilantech/LLMKube/issues/126',
        asked: 'tools',
        sample:
          '500 {"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}',
      },
      {
        phrase: /\bunsupported param: tools\b/,
        gateway: 'llama.cpp, older',
        seen: 'https://github.com/ggml-org/llama.cpp/issues/10920',
        asked: 'tools',
        sample: '500 {"code":500,"message":"Unsupported param: tools","type":"server_error"}',
      },
      {
        phrase: /\bfunction calling is not enabled for\b/,
        gateway: 'Gemini',
        seen: 'https://github.com/agno-agi/agno/issues/3505',
        asked: 'model=gemma-3-12b-it generateContent tools',
        sample:
          '400 {"error":{"code":400,"message":"Function calling is not enabled for models/gemma-3-12b-it","status":"INVALID_ARGUMENT"}}',
      },
      {
        phrase: /\barguments? supplied: (?:tool_choice, )?tools\b/,
        gateway: 'Azure, older API versions',
        seen: 'https://github.com/MicrosoftDocs/azure-docs/issues/118069',
        asked: 'tools',
        sample:
          '404 {"error":{"message":"Unrecognized request argument supplied: tools","type":"invalid_request_error","param":null,"code":null}}',
      },
      {
        phrase: /\bfunction calling not support/,
        gateway: 'Novita',
        seen: 'https://github.com/hotovo/aider-desk/issues/86',
        asked: 'tools',
        sample:
          '400 {"code":400,"reason":"INVALID_REQUEST_BODY","message":"model features function calling not support","metadata":{}}',
      },
    ],
  },
  noEncryptedReasoning: {
    param: /^include\b/,
    name: /reasoning\.encrypted_content|encrypted[ _](?:content|reasoning)|include(?=['"`:])/,
    rows: [
      {
        gateway: 'OpenAI',
        seen: 'https://github.com/pydantic/pydantic-ai/issues/3326',
        asked: 'responses tools',
        sample:
          '400 {"error":{"message":"Encrypted content is not supported with this model.","type":"invalid_request_error","param":"include","code":null}}',
      },
      {
        gateway: 'OpenAI, without the parameter',
        seen: 'https://github.com/NousResearch/hermes-agent/issues/24234',
        asked: 'responses tools',
        sample:
          '400 {"error":{"message":"Encrypted content is not supported with this model.","type":"invalid_request_error","param":null,"code":null}}',
      },
    ],
  },
  shortCallIds: {
    rows: [
      {
        phrase: /\btool call id\b[^\n]{0,100}\bmust be a-z, a-z, 0-9, with a length of 9\b/,
        gateway: 'Mistral',
        seen: 'https://github.com/anomalyco/opencode/issues/1680',
        asked: 'tools results',
        sample:
          '400 {"error":{"message":"Tool call id was call_12345678 but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_request_error","param":null,"code":"invalid_request_message_order"}}',
      },
    ],
  },
  signedCalls: {
    rows: [
      {
        phrase: /\bfunction call\b[^\n]{0,80}\bis missing a ['"`]?thought_?signature\b/,
        gateway: 'Gemini 3',
        seen: 'https://github.com/continuedev/continue/issues/8785',
        asked: 'generateContent tools results',
        sample:
          '400 {"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.","status":"INVALID_ARGUMENT"}}',
      },
    ],
  },
  noReturnedReasoning: {
    param: /(?:^|\.)reasoning_content$/,
    name: /reasoning_content/,
    rows: [
      {
        gateway: 'Cerebras',
        seen: 'https://github.com/Kilo-Org/kilocode/issues/10375',
        asked: 'tools reasoning',
        sample:
          '400 {"message":"messages.2.assistant.reasoning_content: property \'messages.2.assistant.reasoning_content\' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}',
      },
    ],
  },
  reasonedAnswers: {
    rows: [
      {
        phrase: /\breasoning_content\b[^\n]{0,40}\bmust be passed back\b/,
        gateway: 'DeepSeek',
        seen: 'https://github.com/Astro-Han/pawwork/issues/250',
        asked: 'tools results',
        sample:
          '400 {"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      },
      {
        phrase: /\bmissing [`'"]?reasoning_content\b/,
        gateway: 'DeepSeek, V3.2',
        seen: 'https://github.com/abhigyanpatwari/GitNexus/issues/43',
        asked: 'tools results',
        sample:
          '400 {"error":{"message":"Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      },
      {
        phrase: /\breasoning_content is missing\b|\bmissing reasoning_content$/,
        gateway: 'Kimi',
        seen: 'https://github.com/continuedev/continue/issues/11711',
        asked: 'tools results',
        sample:
          '400 {"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 19","type":"invalid_request_error"}}',
      },
    ],
  },
};
