// What gateways say about a request that is too large: in tokens for the model, or in bytes.
import type { Sighting, Signature, SignatureGroup } from '../signature';

/** A limit on a part of the request. */
const ofOnePart = /\bper (?:image|file|message|tool)\b/;

/**
 * The conversation exceeds the context window. In a phrase, LIMIT and NEEDED stand for the numbers of tokens that the model
 * accepts and that the request has.
 */
export const contextTooLong: SignatureGroup = {
  kind: 'contextTooLong',
  // LM Studio reports it in the stream, DeepInfra with status 500 (langchain-ai/langchain#25671), relays with others.
  statuses: [200, 400, 413, 422, 500, 502, 503],
  notThis: ofOnePart,
  rows: [
    {
      codes: ['context_length_exceeded'],
      gateway: 'Cerebras',
      seen: 'https://github.com/anomalyco/opencode/issues/1551',
      sample:
        '400 {"message":"Please reduce the length of the messages or completion. Current length is 69553 while limit is 65536","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}',
    },
    {
      codes: ['exceed_context_size_error'],
      gateway: 'llama.cpp',
      seen: 'https://github.com/oobabooga/textgen/issues/7257',
      sample:
        '400 {"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}}',
    },
    {
      codes: ['context_window_exceeded', 'model_context_window_exceeded'],
      seen: 'https://github.com/openperf/moltbot/blob/28b72e5cb0/src/agents/pi-embedded-helpers/errors.ts',
      sample:
        '400 {"error":{"message":"The prompt does not fit.","type":"invalid_request_error","param":null,"code":"context_window_exceeded"}}',
    },
    {
      codes: ['tokens_limit_reached', 'model_max_prompt_tokens_exceeded'],
      gateway: 'GitHub Models',
      seen: 'https://github.com/tashfeenahmed/freellmapi/issues/426',
      sample:
        '413 {"error":{"message":"Request body too large for gpt-4.1 model. Max size: 8000 tokens.","code":"tokens_limit_reached"}}',
    },
    {
      codes: ['tokens_too_long', 'characters_too_long'],
      gateway: 'Baidu Qianfan',
      seen: 'https://cloud.baidu.com/doc/qianfan-api/s/Om9b4yj3w',
      sample:
        '400 {"error":{"code":"tokens_too_long","message":"Prompt tokens too long","type":"invalid_request_error"},"id":"as-xi6mm8"}',
    },
    {
      codes: ['1261'],
      gateway: 'Zhipu',
      seen: 'https://github.com/tashfeenahmed/freellmapi/blob/291556df04/server/src/lib/error-classify.ts',
      sample: '400 {"error":{"code":"1261","message":"Prompt exceeds max length"}}',
    },
    {
      codes: ['1039'],
      gateway: 'MiniMax',
      seen: 'https://github.com/MiniMax-AI/MiniMax-01/issues/15',
      sample: '200 {"base_resp":{"status_code":1039,"status_msg":"token limit"}}',
    },
    {
      codes: ['oversizetext'],
      gateway: 'Volcengine',
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"Total tokens of image and text exceed max message tokens. Request id: 021","code":"OversizeText","type":"BadRequest"}}',
    },
    {
      phrase: /input tokens exceed the configured limit of LIMIT/,
      gateway: 'OpenAI, GPT-5',
      seen: 'https://github.com/bytedance/deer-flow/issues/721',
      sample:
        '400 {"error":{"message":"Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 312045 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 312045, limit: 272000 },
    },
    {
      phrase: /prompt is too long: NEEDED, model maximum context length: LIMIT/,
      gateway: 'Fireworks',
      seen: 'https://github.com/fw-ai/cookbook/issues/134',
      sample:
        '400 {"error":{"message":"The prompt is too long: 140000, model maximum context length: 131071","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 140000, limit: 131071 },
    },
    {
      phrase: /number of input tokens must be no more than LIMIT, got NEEDED/,
      gateway: 'YandexGPT',
      seen: 'https://github.com/community-of-python/any-llm-client/blob/3bd50156d5/any_llm_client/clients/yandexgpt.py',
      sample:
        '400 {"error":{"message":"The number of input tokens must be no more than 32768, got 59830","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 59830, limit: 32768 },
    },
    {
      phrase: /\btext length is \d+, which is outside the range/,
      gateway: 'YandexGPT',
      seen: 'https://github.com/community-of-python/any-llm-client/blob/3bd50156d5/any_llm_client/clients/yandexgpt.py',
      sample:
        '400 {"error":{"message":"text length is 1250000, which is outside the range","type":"invalid_request_error","param":null,"code":null}}',
    },
    {
      phrase: /prompt length NEEDED must (?:be )?less than the maximum input length LIMIT/,
      gateway: 'Huawei MaaS',
      seen: 'https://support.huaweicloud.com/model-call-maas/model-call-035.html',
      sample:
        '400 {"error_code":"ModelArts.81001","error_msg":"Inference failed: Unknown error: Tokenizer encode failed. the prompt length 151499 must less than the maximum input length 129024.Request failed with status: 400 BAD_REQUEST."}',
      tokens: { needed: 151499, limit: 129024 },
    },
    {
      phrase: /\(NEEDED\) exceeded this model context window limit \(LIMIT/,
      gateway: 'Workers AI',
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (24000).","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 35000, limit: 24000 },
    },
    {
      phrase: /requested tokens \(NEEDED\) exceed context window of LIMIT/,
      gateway: 'llama-cpp-python',
      seen: 'https://github.com/abetlen/llama-cpp-python/blob/3691546f1c/llama_cpp/llama.py',
      sample:
        '400 {"error":{"message":"Requested tokens (2285) exceed context window of 2048","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 2285, limit: 2048 },
    },
    {
      phrase:
        /(?:prompt|input|request|conversation) (?:is )?too long:? NEEDED(?: tokens?)? (?:>|exceeds) LIMIT/,
      gateway: 'Anthropic',
      seen: 'https://github.com/anthropics/claude-code/issues/11281',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 201130 tokens > 200000 maximum"},"request_id":"req_011CUxvgPsLcjkyzm6NHj17F"}',
    },
    {
      phrase: /exceeds? (?:the )?context (?:limit|window|length): \d[\d,]* ?\+ ?\d[\d,]* > LIMIT/,
      gateway: 'Anthropic, with the tokens for the answer',
      seen: 'https://github.com/Gitlawb/openclaude/blob/421f45992c/src/services/api/withRetry.test.ts',
      sample:
        '400 {"error":{"message":"input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { limit: 200000 },
    },
    {
      phrase:
        /(?:input|prompt) token count (?:of |is )?\(?NEEDED\)? (?:exceeds (?:the )?(?:maximum number of (?:input )?tokens allowed|limit of|maximum(?: of)?)|but (?:the )?model (?:only )?supports up to) \(?LIMIT/,
      gateway: 'Copilot',
      seen: 'https://github.com/microsoft/vscode-copilot-chat/blob/31acd00a86/test/inline/inlineEditCode.stest.ts',
      sample:
        '400 {"error":{"message":"prompt token count of 145000 exceeds the limit of 128000","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 145000, limit: 128000 },
    },
    {
      phrase:
        /input (?:length )?\(?NEEDED(?: tokens)?\)? (?:exceeds (?:the )?maximum (?:allowed )?(?:input )?length|is longer than the model['’]?s context length)(?: of)? \(?LIMIT/,
      gateway: 'SGLang',
      seen: 'https://github.com/QwenLM/Qwen3/issues/1321',
      sample:
        '400 {"error":{"message":"Input length 265330 exceeds the maximum allowed input length of 262144 tokens.","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 265330, limit: 262144 },
    },
    {
      phrase:
        /prompt length \((?<needed>\d{1,9})(?:\.0)?\).{0,40}should not exceed max_(?:num_tokens|seq_len) \((?<limit>\d{1,9})\)/,
      gateway: 'TensorRT-LLM',
      seen: 'https://github.com/NVIDIA/TensorRT-LLM/issues/9277',
      sample:
        '400 {"error":{"message":"The sum of prompt length (72417.0), query length (0) should not exceed max_num_tokens (69632)","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 72417, limit: 69632 },
    },
    {
      phrase:
        /(?:prompt|input) length \(?NEEDED\)? exceeds (?:the )?(?:maximum (?:input |sequence )?|session )length(?: of)? \(?LIMIT/,
      gateway: 'DeepInfra',
      seen: 'https://github.com/langchain-ai/langchain/pull/25671',
      sample:
        '400 {"error":{"message":"The input length 40000 exceeds the session length 32768","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 40000, limit: 32768 },
    },
    {
      phrase:
        /(?:input|prompt) tokens? \(?NEEDED\)? (?:has |have )?exceed(?:s|ed)? (?:the )?(?:max\w*|allowed|limit|context)\D{0,30}LIMIT/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"Input tokens 140000 exceeds the allowed limit of 128000","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 140000, limit: 128000 },
    },
    {
      phrase: /prompt \(NEEDED tokens\) is too long and exceeds limit of LIMIT/,
      gateway: 'vLLM, in a stream',
      seen: 'https://github.com/HabanaAI/vllm-fork/blob/95af70093f/vllm/core/scheduler.py',
      sample:
        '400 {"error":{"message":"Input prompt (36893 tokens) is too long and exceeds limit of 32768","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 36893, limit: 32768 },
    },
    {
      phrase: /prompt length NEEDED exceeds the available context size of LIMIT/,
      gateway: 'TabbyAPI',
      seen: 'https://github.com/theroyallab/tabbyAPI/blob/e632af41eb/common/errors.py',
      sample:
        '400 {"error":{"message":"Prompt length 40000 exceeds the available context size of 32768 tokens","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 40000, limit: 32768 },
    },
    {
      phrase:
        /(?:maximum|max\.?|model['’]?s|available|configured|supported|allowed)(?: input)? context (?:length|window|size|limit)(?: (?:is|of))?(?: only)?:? ?\(?LIMIT/,
      gateway: 'OpenAI',
      seen: 'https://github.com/Significant-Gravitas/AutoGPT/issues/4985',
      sample:
        '400 {"error":{"message":"This model\'s maximum context length is 8192 tokens. However, you requested 8192 tokens (815 in the messages, 7377 in the completion). Please reduce the length of the messages or completion.","type":"invalid_request_error"}}',
    },
    {
      phrase: /context (?:length|window|size) (?:is|of) only LIMIT/,
      gateway: 'vLLM',
      seen: 'https://github.com/vllm-project/vllm/blob/017638d701/vllm/renderers/params.py',
      sample:
        '400 {"error":{"message":"You passed 33000 input tokens and requested 100 output tokens. However, the model\'s context length is only 32768 tokens.","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 33000, limit: 32768 },
    },
    {
      phrase: /\(n_keep: NEEDED ?>= ?n_ctx: LIMIT\)/,
      gateway: 'LM Studio',
      seen: 'https://github.com/Gitlawb/openclaude/issues/353',
      sample:
        '400 {"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input."}',
    },
    {
      phrase: /too large for model with LIMIT maximum context length/,
      gateway: 'Mistral',
      seen: 'https://github.com/badlogic/pi-mono/blob/83378aad7e/packages/ai/src/utils/overflow.ts',
      sample:
        '400 {"error":{"message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 40000, limit: 32768 },
    },
    {
      phrase: /prompt \(length NEEDED\) is longer than the maximum model length of LIMIT/,
      gateway: 'vLLM',
      seen: 'https://github.com/HabanaAI/vllm-fork/blob/95af70093f/vllm/engine/llm_engine.py',
      sample:
        '400 {"error":{"message":"The decoder prompt (length 9000) is longer than the maximum model length of 8192."}}',
    },
    {
      phrase: /number of input tokens NEEDED cannot exceed the total tokens limit LIMIT/,
      gateway: 'watsonx.ai',
      seen: 'https://github.com/agno-agi/agno/blob/5650ec7cc8/libs/agno/tests/unit/models/ibm/test_watsonx_errors.py',
      sample:
        '400 {"error":{"message":"the number of input tokens 140000 cannot exceed the total tokens limit 131072 for this model"}}',
    },
    {
      phrase: /maximum prompt length is LIMIT/,
      gateway: 'xAI',
      seen: 'https://github.com/badlogic/pi-mono/blob/83378aad7e/packages/ai/src/utils/overflow.ts',
      sample:
        '400 {"code":"Client specified an invalid argument","error":"This model\'s maximum prompt length is 131072 but the request contains 140000 tokens."}',
    },
    {
      phrase: /exceeded model token limit ?: ?LIMIT/,
      gateway: 'Moonshot',
      seen: 'https://platform.kimi.ai/docs/api/errors.md',
      sample:
        '400 {"error":{"message":"Your request exceeded model token limit : 262144","type":"invalid_request_error"}}',
    },
    {
      phrase: /length of prompt_tokens \(NEEDED\) must be less than max_seq_len \(LIMIT/,
      gateway: 'SiliconFlow',
      seen: 'https://github.com/chatboxai/chatbox/issues/2060',
      sample:
        '400 {"code":20015,"message":"length of prompt_tokens (68957) must be less than max_seq_len (65536).","data":null}',
    },
    {
      phrase: /current length is NEEDED while limit is LIMIT/,
      gateway: 'Cerebras',
      seen: 'https://github.com/cline/cline/issues/5140',
      sample:
        '400 {"message":"Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}',
    },
    {
      phrase: /range of input length should be \[\d, ?LIMIT\]/,
      gateway: 'DashScope',
      seen: 'https://github.com/charmbracelet/fantasy/blob/f6d4d1e302/providers/openai/openai_test.go',
      sample:
        '400 {"error":{"message":"Range of input length should be [1, 30720]","type":"invalid_request_error","code":"invalid_parameter_error"}}',
    },
    {
      phrase: /`inputs` (?:tokens \+ `max_new_tokens` must be <=|must have less than) LIMIT/,
      gateway: 'Text Generation Inference',
      seen: 'https://github.com/huggingface/text-generation-inference/blob/db931fcf42/router/src/validation.rs',
      sample:
        '400 {"error":{"message":"`inputs` must have less than 4096 tokens. Given: 5000","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 5000, limit: 4096 },
    },
    {
      phrase:
        /number of tokens in the (?:prompt|input|messages?) (?:\(NEEDED\) )?(?:cannot exceed|exceeds the (?:model['’]?s maximum )?limit of) LIMIT/,
      gateway: 'Cohere',
      seen: 'https://github.com/cohere-ai/cohere-developer-experience/blob/e814c8a182/fern/pages/cohere-api/errors.mdx',
      sample:
        '400 {"message":"too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt."}',
    },
    {
      phrase:
        /requires a sequence length of NEEDED, but the maximum supported sequence length is (?:just |only )?LIMIT/,
      gateway: 'SambaNova',
      seen: 'https://github.com/cline/cline/issues/294',
      sample:
        '400 {"error":{"message":"Requested generation length 1 is not possible! The provided prompt is 20000 tokens long, so generating 1 tokens requires a sequence length of 20001, but the maximum supported sequence length is just 16384!","type":"Error"}}',
    },
    {
      phrase:
        /(?:最大|最长|允许的?)(?:的)?(?:上下文|输入)(?:窗口)?(?:长度|大小|限制)?(?:限制|上限)?(?:为|是|[:：])? ?[(（[]? ?LIMIT/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"请求过长：该模型最大上下文长度为 8192 tokens","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { limit: 8192 },
    },
    {
      phrase:
        /上下文(?:窗口|长度)?的?(?:大小)?(?:上限|限制|最大值?|最长)(?:为|是|[:：])? ?[(（]?LIMIT/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"上下文窗口上限为65536，请求共 70000 个 token","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 70000, limit: 65536 },
    },
    {
      phrase: /上下文(?:长度)?(?:超|过长)/,
      seen: 'https://github.com/openperf/moltbot/blob/28b72e5cb0/src/agents/pi-embedded-helpers/errors.ts',
      sample: '502 {"error":{"message":"上下文长度超出限制"}}',
    },
    {
      phrase:
        /\b(?:context|prompt|input)(?: (?:size|length|window|limit|tokens?|\d+|has been|was|is))* (?:exceed|too (?:long|large)\b|overflow)/,
      gateway: 'Bedrock',
      seen: 'https://github.com/aws-samples/bedrock-chat/issues/95',
      sample: '400 {"message":"Input is too long for requested model."}',
    },
    {
      phrase:
        /\bexceed(?:s|ed)? (?:the )?(?:maximum |available |model(?:['’]?s)? )*(?:context|input|prompt) (?:size|length|window|limit)/,
      gateway: 'SGLang',
      seen: 'https://github.com/bytedance-iaas/sglang/blob/6ed5780c4f/rust/sglang-server/src/tokenizer_manager/ingress.rs',
      sample:
        '400 {"error":{"message":"Requested token count exceeds the model\'s maximum context length of 131072 tokens. You requested a total of 140000 tokens.","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 140000, limit: 131072 },
    },
    {
      phrase: /(?:tokens?|输入|长度).{0,24}超(?:出|过)了?模型(?:的?最大输入|上限)/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"请求的 tokens 总数 140000 超过模型上限 131072，请压缩上下文后重试"}}',
    },
    {
      phrase: /tokens?(?:数量)?超(?:出|过)上限/,
      seen: 'unverified',
      sample:
        '200 {"error":{"message":"token数量超过上限。对话历史+问题的字数太多，需要精简输入"}}',
    },
  ],
};

export const perhapsContextTooLong: SignatureGroup = {
  kind: 'contextTooLong',
  statuses: [400, 413, 422],
  notThis: ofOnePart,
  rows: [
    {
      phrase: /model_context_window_exceeded/,
      gateway: 'Anthropic',
      seen: 'https://github.com/openperf/moltbot/blob/28b72e5cb0/src/agents/pi-embedded-helpers/errors.ts',
      sample:
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"model_context_window_exceeded"}}',
    },
    {
      phrase: /maximum context/,
      gateway: 'vLLM',
      seen: 'https://github.com/HabanaAI/vllm-fork/blob/95af70093f/vllm/entrypoints/openai/serving_engine.py',
      sample:
        '400 {"error":{"message":"This model\'s maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages, Please reduce the length of the messages.","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 5000, limit: 4096 },
    },
    {
      phrase: /too many (?:input )?tokens/,
      gateway: 'Cohere',
      seen: 'https://github.com/cohere-ai/cohere-developer-experience/blob/e814c8a182/fern/pages/cohere-api/errors.mdx',
      sample:
        '400 {"message":"too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt."}',
    },
    {
      phrase: /(?:prompt|input)(?: tokens?)?(?: length)? (?:is )?too long/,
      gateway: 'Moonshot',
      seen: 'https://platform.kimi.ai/docs/api/errors.md',
      sample:
        '400 {"error":{"message":"Input token length too long","type":"invalid_request_error"}}',
    },
    {
      phrase: /maximum (?:supported )?sequence length/,
      gateway: 'SambaNova',
      seen: 'https://github.com/cline/cline/issues/294',
      sample:
        '400 {"error":{"message":"Prompt length (5056) exceeds maximum sequence length (2048)","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 5056, limit: 2048 },
    },
    {
      phrase: /exceeds? (?:the )?max(?:imum)? (?:message|prompt|input) tokens/,
      gateway: 'Volcengine',
      seen: 'https://github.com/bytedance/deer-flow/issues/583',
      sample:
        '400 {"error":{"message":"Total tokens of image and text exceed max message tokens. Request id: 021","code":"OversizeText","type":"BadRequest"}}',
    },
    {
      phrase: /max_tokens must be at least 1, got -\d/,
      gateway: 'vLLM',
      seen: 'https://github.com/HabanaAI/vllm-fork/blob/95af70093f/vllm/sampling_params.py',
      sample:
        '400 {"object":"error","message":"max_tokens must be at least 1, got -1200.","type":"BadRequestError","param":null,"code":400}',
    },
    {
      phrase: /default_max_tokens`? \((?:0|-\d+)\) must be greater than 0/,
      gateway: 'TensorRT-LLM',
      seen: 'https://github.com/NVIDIA/TensorRT-LLM/blob/000bd1a6c3/tensorrt_llm/executor/base_worker.py',
      sample:
        '400 {"error":{"message":"`default_max_tokens` (-120) must be greater than 0, `default_max_tokens` (-120) = max_seq_len (8192) - `splited_prompt_len` (8312)"}}',
    },
    {
      phrase: /total length of messages exceeds/,
      gateway: 'Writer',
      seen: 'unverified',
      sample: '400 {"error":{"message":"The total length of messages exceeds 1000000 tokens."}}',
    },
    {
      phrase: /\b(?:conversation|chat) is too long\b/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"The conversation is too long, please start a new chat"}}',
    },
    {
      phrase: /上下文(?:长度|窗口|超|过长|限制)/,
      seen: 'https://github.com/NousResearch/hermes-agent/blob/0003295a28/agent/error_classifier.py',
      sample:
        '400 {"error":{"message":"输入内容超过最大上下文长度 32,768，当前输入 40,001 tokens，请缩短后重试","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 40001, limit: 32768 },
    },
    {
      phrase: /超(?:出|过)了?(?:模型)?的?(?:最大)?上下文/,
      seen: 'https://github.com/openperf/moltbot/blob/28b72e5cb0/src/agents/pi-embedded-helpers/errors.ts',
      sample:
        '400 {"error":{"message":"输入内容超出最大上下文 32,768，当前输入 40,001 tokens，请缩短后重试","type":"invalid_request_error","param":null,"code":null}}',
      tokens: { needed: 40001, limit: 32768 },
    },
    {
      phrase: /(?:输入|提示词|对话|消息)(?:内容)?[太过超]长|超(?:出|过)了?模型.{0,6}长度/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"提示词太长"}}',
    },
    {
      phrase: /превышен\S* .{0,20}(?:длин\S+|размер\S*) контекста/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"Превышена максимальная длина контекста: 140000 > 131072 токенов"}}',
    },
    {
      phrase: /überschreitet .{0,20}kontext(?:länge|fenster)/,
      seen: 'unverified',
      sample:
        '400 {"error":{"message":"Die Eingabe überschreitet die maximale Kontextlänge von 131072 Token"}}',
    },
    {
      phrase: /컨텍스트.{0,12}초과/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"최대 컨텍스트 길이를 초과했습니다."}}',
    },
    {
      phrase: /(?:入力|コンテキスト).{0,30}上限.{0,20}超え/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"入力トークン数が上限（128000）を超えています。"}}',
    },
  ],
};

/** Too many bytes, or more tokens than the rate limit ever allows. */
export const requestTooLarge: SignatureGroup = {
  kind: 'requestTooLarge',
  // 429: the rate limit allows fewer tokens than the request has, so waiting does not help.
  statuses: [200, 400, 413, 429, 500],
  rows: [
    {
      codes: ['request_too_large', 'payload_too_large', 'badrequest.toolarge'],
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/developer-reference/return-status-code-description',
      sample: '413 {"code":"BadRequest.TooLarge","message":"Payload Too Large"}',
    },
    {
      phrase: /\brequest (?:entity |body |payload )?(?:is )?too large\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/vanna-ai/vanna-flask/issues/11',
      sample:
        '429 {"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}',
    },
    {
      phrase: /\b(?:payload|entity|body) (?:is )?too (?:large|big)\b|\brequest too long\b/,
      gateway: 'DashScope',
      seen: 'https://help.aliyun.com/zh/dashscope/developer-reference/return-status-code-description',
      sample: '413 {"code":"BadRequest.TooLarge","message":"Payload Too Large"}',
    },
    {
      phrase: /\bmessages\[\d+\]\.content[^:]{0,20}: string too long\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/gptscript-ai/clio/issues/41',
      sample:
        '400 {"error":{"message":"Invalid \'messages[3].content\': string too long. Expected a string with maximum length 1048576, but got a string with length 1200000 instead.","type":"invalid_request_error","param":null,"code":"string_above_max_length"}}',
    },
    {
      phrase: /\bcontent length exceeded \d|\brequest size limit exceeded\b/,
      gateway: 'Amazon API Gateway',
      seen: 'https://github.com/koki-develop/lgtm-generator/issues/10',
      sample: '413 HTTP content length exceeded 10485760 bytes.',
    },
    {
      phrase: /\brequest exceeds the maximum (?:allowed )?(?:size|number of bytes)/,
      gateway: 'Anthropic',
      seen: 'https://anthropic.mintlify.app/en/api/errors',
      sample:
        '413 {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum allowed number of bytes."}}',
    },
    {
      phrase: /\b(?:request|body|payload)\b.{0,40}\bexceeds?\b.{0,30}\b(?:bytes|[kmg]i?b)\b/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"Request body exceeds 10 MB"}}',
    },
    {
      phrase: /\bbuffer the request body\b.{0,20}\blimit exceeded\b/,
      gateway: 'axum',
      seen: 'https://github.com/tokio-rs/axum/blob/3d78036dca/axum-core/src/extract/rejection.rs',
      sample:
        '400 {"error":{"message":"Failed to buffer the request body: length limit exceeded"}}',
    },
    {
      phrase: /(?:请求|请求体|消息体).{0,6}(?:过大|太大)/,
      seen: 'unverified',
      sample: '413 {"error":{"message":"请求体过大"}}',
    },
  ],
};

interface LengthSignature extends Sighting, Required<Pick<Signature, 'phrase' | 'tokens'>> {}

/** How a message names the length of the request next to a limit, the total first. */
export const requestLengths: readonly LengthSignature[] = [
  {
    phrase: /(?:total of|in total|总(?:计|共)|共计?)(?: at least| about)? ?NEEDED/,
    gateway: 'vLLM',
    seen: 'https://github.com/AIDotNet/OpenCowork/issues/82',
    sample:
      '400 {"error":{"message":"This model\'s maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens."}}',
    tokens: { needed: 262145, limit: 262144 },
  },
  {
    phrase:
      /(?:resulted in|you requested|requested:|(?:request|prompt|input|messages) (?:has|have|contains?|is|are)|given:)(?: about| at least| approximately)? NEEDED(?! (?:output|completion))/,
    gateway: 'OpenAI',
    seen: 'https://github.com/Significant-Gravitas/AutoGPT/issues/4985',
    sample:
      '400 {"error":{"message":"This model\'s maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages."}}',
    tokens: { needed: 9000, limit: 8192 },
  },
  {
    phrase: /you passed NEEDED input tokens/,
    gateway: 'vLLM',
    seen: 'https://github.com/vllm-project/vllm/blob/017638d701/vllm/renderers/params.py',
    sample:
      '400 {"error":{"message":"You passed 33000 input tokens and requested 100 output tokens. However, the model\'s context length is only 32768 tokens."}}',
    tokens: { needed: 33000, limit: 32768 },
  },
  {
    phrase: /keep the first NEEDED tokens/,
    gateway: 'LM Studio',
    seen: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237',
    sample:
      '400 {"error":"Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}',
    tokens: { needed: 9000, limit: 4096 },
  },
  {
    phrase: /(?:请求|输入|实际|当前|消息|提示词?)[^\d。；;]{0,12}NEEDED/,
    seen: 'unverified',
    sample:
      '400 {"error":{"message":"输入内容超过最大上下文长度 32,768，当前输入 40,001 tokens，请缩短后重试"}}',
    tokens: { needed: 40001, limit: 32768 },
  },
];
