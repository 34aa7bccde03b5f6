// The quirk rules of tools. Samples with their sources: test/unit/gateway/node/quirks/toolSamples.ts.
import { anyOf } from '../../../base/anyOf';
import type { CompletionRequest } from '../../common/ports';
import type { Quirk } from '../../common/quirk';
import type { QuirkRule } from './quirkRule';

type ToolQuirk = Extract<
  Quirk,
  | 'noStreamedTools'
  | 'noToolChoice'
  | 'noTools'
  | 'noEncryptedReasoning'
  | 'noUserAfterResults'
  | 'shortCallIds'
  | 'signedCalls'
>;

/** Something about one tool, its schema, a call or their number. */
const aboutOneTool = anyOf(
  /\b(?:schema|json|propert(?:y|ies)|additionalproperties)\b|\bparameters?\b.{0,40}\btools?\[/,
  /\btools?(?:\[\d+\]|\.\d+)\.|\bfunctions?\[\d+\]|\bfunction_declarations\[\d+\]/,
  /\btool_call_id\b|\btool_use_id\b|\btool_(?:use|result|calls)\b.{0,20}\b(?:ids?|blocks?|must)\b/,
  /\b(?:unknown|no such|undefined) tool\b|\btool ['"`][\w.-]+['"`] (?:is )?not\b/,
  /\btoo many tools\b|\b(?:maximum|max|at most|up to|more than) \d+ (?:tools|functions)\b/,
  /\bparallel\b|\bserver tools?\b|\bweb[ _]search\b|\bcode[ _](?:execution|interpreter)\b/,
  /\bcomputer[ _]use\b|\bimage[ _]generation\b|\bfile[ _]search\b|\burl[ _]context\b|\bmcp\b/,
  /\bstrict\b|\bstructured outputs?\b|\bresponse_format\b/,
);

export const toolRules: Readonly<Record<ToolQuirk, QuirkRule>> = {
  noStreamedTools: {
    name: '(?:tools?|tool (?:use|calls?|calling)|function calling) (?:in|with|while|when) stream\\w*',
    // Bedrock: "This model doesn't support tool use in streaming mode." (earendil-works/pi#3739).
    phrase: anyOf(
      /\btool (?:use|call(?:s|ing)?)\b[^\n.]{0,20}\b(?:in|with|while|when) stream/,
      /\bstream(?:ing)?\b[^\n.]{0,30}\b(?:not (?:yet )?supported|unsupported|not allowed)\b[^\n.]{0,20}\b(?:with|when|if|while)\b[^\n.]{0,12}\b(?:tools?|functions?)\b/,
      /\btools?\b[^\n.]{0,20}\bnot (?:yet )?supported (?:in|with|while|when) stream/,
    ),
    apply: (request) => (request.tools === undefined ? request : { ...request, stream: false }),
  },
  noToolChoice: {
    param: /^(?:tool_choice|tool_config|function_calling_config)\b/,
    name: 'tool_choice|tool choice|function_calling_config',
    // DeepSeek: "Thinking mode does not support this tool_choice" (shareAI-lab/Kode-CLI#182). OpenRouter, with status
    // 404: "No endpoints found that support the provided 'tool_choice' value" (zed-industries/zed#36094).
    phrase: anyOf(
      /\bno endpoints found that support the provided ['"`]?tool_choice\b/,
      /\bdoes(?: not|n['’]t) support (?:this|the|required|forced) ['"`]?tool[_ ]choice\b/,
      /\bthinking may not be enabled when tool_choice forces tool use\b/,
      // DashScope (cloudwego/eino#994). Bedrock (strands-agents/harness-sdk#1241).
      /\btool_choice\b[^\n]{0,60}\bset to ['"`]?required\b|\btoolchoice\.any\b/,
    ),
    // vLLM's "auto" is what is sent without any.
    except: /["'`]auto["'`]? tool choice|--enable-auto-tool-choice/,
    statuses: [400, 404, 422],
    apply: withAutoMode,
  },
  noTools: {
    param: /^(?:tools|functions|tool_choice)$/,
    name: 'tools|tool[ _](?:use|call(?:s|ing)?)|function[ _-]?call(?:s|ing)?|functions|工具(?:调用)?|函数调用',
    phrase: anyOf(
      // OpenRouter, with status 404 (bobrware/bobrchat#60).
      /\bno endpoints found that support tool use\b/,
      // vLLM (langchain4j/langchain4j#3475).
      /\btool choice requires --enable-auto-tool-choice\b|--tool-call-parser to be set\b/,
      // llama.cpp, with status 500 (defilantech/LLMKube#126, ggml-org/llama.cpp#10920).
      /\btools param requires --jinja\b|\bunsupported param: tools\b/,
      // Gemini (agno-agi/agno#3505).
      /\bfunction calling is not enabled for\b/,
      // Azure (run-llama/llama_index#9037). Novita (hotovo/aider-desk#86).
      /\barguments? supplied: (?:tool_choice, )?tools\b|\bfunction calling not support/,
    ),
    except: aboutOneTool,
    statuses: [400, 404, 422, 500],
    apply: ({ tools: _omitted, ...request }) => request,
  },
  noEncryptedReasoning: {
    param: /^include\b/,
    name: 'reasoning\\.encrypted_content|encrypted[ _](?:content|reasoning)',
    word: 'include',
  },
  noUserAfterResults: {
    name: 'role [\'"`]?user[\'"`]? after role [\'"`]?tool[\'"`]?',
    // Mistral and its template; samples with their sources are in toolSamples.ts.
    phrase:
      /\bunexpected role ['"`]?user['"`]? after role ['"`]?tool\b|\broles must alternate user and assistant roles except for tool calls\b|\broles must alternate user\/assistant\b/,
  },
  shortCallIds: {
    name: 'tool call ids? of other lengths',
    // Mistral: "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9." (anomalyco/opencode#1680).
    phrase: /\btool call id\b[^\n]{0,100}\bmust be a-z, a-z, 0-9, with a length of 9\b/,
  },
  signedCalls: {
    name: 'calls without (?:a )?thought[_ ]?signatures?',
    // Gemini 3: "Function call is missing a thought_signature in functionCall parts." (continuedev/continue#8785).
    phrase: /\bfunction call\b[^\n]{0,80}\bis missing a ['"`]?thought_?signature\b/,
  },
};

function withAutoMode(request: CompletionRequest): CompletionRequest {
  const { tools } = request;
  return tools === undefined ? request : { ...request, tools: { ...tools, mode: 'auto' } };
}
