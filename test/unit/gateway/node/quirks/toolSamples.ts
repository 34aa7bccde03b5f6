// Rejections of tools by real gateways with their sources, and errors about tools that show no quirk.
import type { CompletionRequest } from '../../../../../src/gateway/common/ports';
import type { OfferedTools } from '../../../../../src/gateway/common/tools';
import type { Quirk } from '../../../../../src/gateway/common/quirk';
import type { LookAlike } from './lookAlikes';
import type { Rejection } from './rejections';
import { openAi } from './samples';

const tools: OfferedTools = {
  definitions: [
    {
      name: 'look_up',
      description: 'Looks up a word.',
      inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
    },
  ],
  mode: 'auto',
};
const withTools: Partial<CompletionRequest> = { tools };
const withRequired: Partial<CompletionRequest> = { tools: { ...tools, mode: 'required' } };
const responses: Partial<CompletionRequest> = { tools, apiFormat: 'responses' };
const gemini: Partial<CompletionRequest> = { tools, apiFormat: 'generateContent' };
const messages: Partial<CompletionRequest> = { tools, apiFormat: 'messages' };

const called: CompletionRequest['messages'] = [
  { role: 'user', content: 'Look it up.' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'call_12345678', name: 'look_up', input: { word: 'a' } }],
  },
  { role: 'user', content: '', toolResults: [{ callId: 'call_12345678', text: 'A letter.' }] },
];
const withCall: Partial<CompletionRequest> = { tools, messages: called };
const withResultsAndQuestion: Partial<CompletionRequest> = {
  tools,
  messages: [...called, { role: 'user', content: 'Stop that.' }],
};
const geminiWithCall: Partial<CompletionRequest> = { ...gemini, messages: called };

const anthropic = (message: string): unknown => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
});
const vllm = (message: string): unknown => ({
  object: 'error',
  message,
  type: 'BadRequestError',
  param: null,
  code: 400,
});

type Row = readonly [
  quirk: Quirk,
  source: string,
  body: unknown,
  request?: Partial<CompletionRequest>,
  status?: number,
];

const rejected: readonly Row[] = [
  [
    'noUserAfterResults',
    'Mistral (datapizza-labs/datapizza-ai#98)',
    openAi("Unexpected role 'user' after role 'tool'", null, 'invalid_request_message_order'),
    withResultsAndQuestion,
  ],
  [
    'noUserAfterResults',
    'vLLM with a tokenizer of Mistral (mistralai/mistral-vibe#454)',
    vllm("Unexpected role 'user' after role 'tool'"),
    withResultsAndQuestion,
  ],
  [
    'noUserAfterResults',
    "Mistral's template (sterlp/eclipse-peon-ai#75)",
    vllm(
      'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
    ),
    {
      tools,
      messages: [
        { role: 'system', content: 'Be brief.' },
        ...called,
        { role: 'user', content: 'Stop that.' },
      ],
    },
  ],
  [
    'shortCallIds',
    'Mistral (anomalyco/opencode#1680)',
    openAi(
      'Tool call id was call_12345678 but must be a-z, A-Z, 0-9, with a length of 9.',
      null,
      'invalid_request_message_order',
    ),
    withCall,
  ],
  [
    'signedCalls',
    'Gemini 3 (continuedev/continue#8785)',
    {
      error: {
        code: 400,
        message:
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
        status: 'INVALID_ARGUMENT',
      },
    },
    geminiWithCall,
  ],
  [
    'signedCalls',
    'Vertex (GewoonJaap/gemini-cli-openai#156)',
    {
      error: {
        code: 400,
        message:
          'Unable to submit request because function call `look_up` in the 5. content block is missing a `thought_signature`.',
        status: 'INVALID_ARGUMENT',
      },
    },
    geminiWithCall,
  ],
  [
    'noTools',
    'Ollama (ollama/ollama#11131)',
    openAi('registry.ollama.ai/library/deepseek-r1:14b does not support tools'),
    { tools, model: 'deepseek-r1:14b' },
  ],
  [
    'noTools',
    'Ollama, its own API (ollama/ollama#14795)',
    { error: 'registry.ollama.ai/library/Qwen3.5:0.8b does not support tools' },
  ],
  [
    'noTools',
    'Ollama, older (ollama/ollama#6027)',
    {
      error: {
        message: 'stablelm2:latest does not support tools',
        type: 'api_error',
        param: null,
        code: null,
      },
    },
  ],
  [
    'noTools',
    'OpenRouter (bobrware/bobrchat#60)',
    {
      error: {
        message:
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
        code: 404,
      },
    },
    withTools,
    404,
  ],
  [
    'noTools',
    'OpenRouter, with the tool to disable (Kilo-Org/kilocode#9006)',
    {
      error: {
        message:
          'No endpoints found that support tool use. Try disabling "question". To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
        code: 404,
      },
    },
    withTools,
    404,
  ],
  [
    'noTools',
    'vLLM (langchain4j/langchain4j#3475)',
    vllm('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
  ],
  [
    'noTools',
    'llama.cpp without templates (defilantech/LLMKube#126)',
    { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
    withTools,
    500,
  ],
  [
    'noTools',
    'llama.cpp, older (ggml-org/llama.cpp#10920)',
    { code: 500, message: 'Unsupported param: tools', type: 'server_error' },
    withTools,
    500,
  ],
  [
    'noTools',
    'Gemini (agno-agi/agno#3505)',
    {
      error: {
        code: 400,
        message: 'Function calling is not enabled for models/gemma-3-12b-it',
        status: 'INVALID_ARGUMENT',
      },
    },
    { ...gemini, model: 'gemma-3-12b-it' },
  ],
  [
    'noTools',
    'DeepSeek (spring-projects/spring-ai#2643)',
    openAi('deepseek-reasoner does not support Function Calling', null, 'invalid_request_error'),
    { tools, model: 'deepseek-reasoner' },
  ],
  [
    'noTools',
    'OpenAI (sbintuitions/flexeval#242)',
    openAi(
      'tools is not supported in this model. For a list of supported models, refer to https://platform.openai.com/docs/guides/function-calling#models-supporting-function-calling.',
      null,
      'unsupported_parameter',
    ),
  ],
  [
    'noTools',
    'Azure, older API versions (MicrosoftDocs/azure-docs#118069)',
    openAi('Unrecognized request argument supplied: tools'),
    withTools,
    404,
  ],
  [
    'noTools',
    'Azure, with the tool choice (run-llama/llama_index#9037)',
    openAi('Unrecognized request arguments supplied: tool_choice, tools'),
    withTools,
  ],
  [
    'noTools',
    'Perplexity (pipecat-ai/pipecat#4862)',
    openAi('Tool calling is not supported for this model'),
  ],
  [
    'noTools',
    'Novita (hotovo/aider-desk#86)',
    {
      code: 400,
      reason: 'INVALID_REQUEST_BODY',
      message: 'model features function calling not support',
      metadata: {},
    },
  ],
  [
    'noTools',
    'DashScope (spring-ai-alibaba/website#39)',
    {
      code: 'InvalidParameter',
      message: '<400> InternalError.Algo.InvalidParameter: The tool call is not supported.',
      request_id: '5',
    },
  ],
  [
    'noTools',
    'Bedrock (langchain-ai/langchain-aws#447)',
    { message: "This model doesn't support tool use." },
    messages,
  ],
  ['noTools', 'another wording', openAi('Function calling is not enabled for this model')],
  ['noTools', 'another wording, quoted', openAi('`tools` is not supported with this model')],
  ['noTools', 'a Chinese gateway', openAi('该模型不支持工具调用')],
  ['noTools', 'a Chinese gateway, another wording', openAi('当前模型不支持函数调用')],
  [
    'noToolChoice',
    'DeepSeek (shareAI-lab/Kode-CLI#182)',
    openAi('Thinking mode does not support this tool_choice', null, 'invalid_request_error'),
    withRequired,
  ],
  [
    'noToolChoice',
    'DeepSeek, its Anthropic API (deepseek-ai/awesome-deepseek-integration#598)',
    openAi('deepseek-reasoner does not support this tool_choice'),
    { ...withRequired, apiFormat: 'messages' },
  ],
  [
    'noToolChoice',
    'DashScope (cloudwego/eino#994)',
    openAi(
      '<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode',
      null,
      'invalid_parameter_error',
    ),
    withRequired,
  ],
  [
    'noToolChoice',
    'OpenRouter (zed-industries/zed#36094)',
    {
      error: {
        message:
          "No endpoints found that support the provided 'tool_choice' value. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing",
        code: 404,
      },
    },
    withRequired,
    404,
  ],
  [
    'noToolChoice',
    'Anthropic (mastra-ai/mastra#7507)',
    anthropic('Thinking may not be enabled when tool_choice forces tool use.'),
    { ...withRequired, apiFormat: 'messages' },
  ],
  [
    'noToolChoice',
    'LiteLLM (RooCodeInc/Roo-Code#10701)',
    openAi(
      "litellm.UnsupportedParamsError: azure does not support parameters: ['tool_choice'], for model=responses/gpt-5-chat. To drop these, set `litellm.drop_params=True` or for proxy:  `litellm_settings:  drop_params: true` .",
    ),
    withRequired,
  ],
  [
    'noToolChoice',
    'Bedrock (strands-agents/harness-sdk#1241)',
    {
      message:
        "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again.",
    },
    { ...withRequired, apiFormat: 'messages' },
  ],
  [
    'noStreamedTools',
    'Bedrock (earendil-works/pi#3739)',
    { message: "This model doesn't support tool use in streaming mode." },
    withTools,
  ],
  [
    'noEncryptedReasoning',
    'OpenAI (pydantic/pydantic-ai#3326)',
    openAi('Encrypted content is not supported with this model.', 'include'),
    responses,
  ],
  [
    'noEncryptedReasoning',
    'OpenAI, without the parameter (NousResearch/hermes-agent#24234)',
    openAi('Encrypted content is not supported with this model.'),
    responses,
  ],
  [
    'noEncryptedReasoning',
    'a server that does not know the parameter',
    openAi('include: Extra inputs are not permitted'),
    responses,
  ],
];

export const toolRejections: readonly Rejection[] = rejected.map(
  ([quirk, source, body, request = withTools, status = 400]) => ({
    quirk,
    source,
    body,
    request,
    status,
  }),
);

const similar: readonly (readonly [
  why: string,
  body: unknown,
  request?: Partial<CompletionRequest>,
])[] = [
  [
    'an invalid schema (nspady/google-calendar-mcp#39)',
    openAi(
      "Invalid schema for function 'update-event': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
      'tools[5].function.parameters',
      'invalid_function_parameters',
    ),
  ],
  [
    'an invalid schema (anthropics/claude-code#5319)',
    anthropic(
      'tools.106.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ),
    messages,
  ],
  [
    'a member of a schema (zed-industries/zed#44875)',
    {
      error: {
        code: 400,
        message:
          'Invalid JSON payload received. Unknown name "const" at \'tools[0].function_declarations[5].parameters.properties[8].value.any_of[2]\': Cannot find field.',
        status: 'INVALID_ARGUMENT',
      },
    },
    gemini,
  ],
  [
    'too many tools',
    openAi(
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 200 instead.",
      'tools',
      'array_above_max_length',
    ),
  ],
  ['too many tools, in other words', openAi('At most 64 tools are supported.')],
  [
    'a call that the model got wrong (HunorLaczko/ha-groq-cloud-api#20)',
    openAi(
      'tool call validation failed: parameters for tool HassTurnOff did not match schema: errors: [`/domain`: expected array, but got string]',
      '',
      'tool_use_failed',
    ),
  ],
  [
    'a call that the model got wrong, in other words (huggingface/smolagents#1119)',
    openAi(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      null,
      'tool_use_failed',
    ),
  ],
  [
    'a result without its call (continuedev/continue#10092)',
    openAi('No tool call found for function call output with call_id call_uelfkqtHf.', 'input'),
    responses,
  ],
  [
    'a result without its call, chat completions',
    openAi("tool_call_id call_1 not found in the 'tool_calls' of the previous message"),
  ],
  [
    'a result without its call (AnkRoot/Augment-BYOK#8)',
    vllm('Message has tool role, but there was no previous assistant message with a tool call!'),
  ],
  [
    'a missing signature (langgenius/dify-official-plugins#2088)',
    {
      error: {
        code: 400,
        message:
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
        status: 'INVALID_ARGUMENT',
      },
    },
    gemini,
  ],
  [
    'the ID of a call (anomalyco/opencode#1680)',
    openAi(
      'Tool call id was call_PTLP8xhu3uwZk4l3nlnrrJha but must be a-z, A-Z, 0-9, with a length of 9.',
    ),
  ],
  ['a tool that is not known', openAi("The tool 'look_up' is not supported by this server.")],
  ['a tool of the server', openAi('The web_search tool is not supported with this model.')],
  ['calls at the same time', openAi('parallel_tool_calls is not supported with this model')],
  ['structured outputs', openAi('Tools with strict set to true are not supported by this model.')],
  ['for now', openAi('Tool use is temporarily not supported, please try again later.')],
  [
    'with something else',
    openAi('Function calling with a response mime type is unsupported: tools in JSON mode'),
    gemini,
  ],
  ['tools that were not sent', openAi('This model does not support tools.'), {}],
  [
    'a choice that was not sent',
    openAi('Thinking mode does not support this tool_choice'),
    withTools,
  ],
  [
    'a choice that names a tool of the list',
    openAi("Tool choice 'look_up' not found in 'tools' parameter.", 'tool_choice'),
    withRequired,
  ],
];

export const toolLookAlikes: readonly LookAlike[] = similar.map(
  ([why, body, request = withTools]) => ({ why, body, request, status: 400 }),
);
