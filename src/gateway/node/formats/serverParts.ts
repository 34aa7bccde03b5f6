// Parts of an answer that are neither text nor calls for Portico: code that ran on the server and what it printed, which
// become code blocks of the text, and parts that need not be shown. All others are named under the answer.
import { fenced } from '../../../base/text/codeFence';
import { screenText } from '../../../base/text/screenText';
import type { ApiFormat } from '../../common/apiFormat';
import type { Sighting } from '../failures/signature';
import { isArray, isObject, isText, textAt, type JsonObject } from '../json';

/** Code or output. A path leads through members, and with `*` through the items of a list. */
export interface CodePart extends Pick<Sighting, 'seen' | 'sample'> {
  readonly format: ApiFormat;
  /** The part's `type`; in Gemini's format the name of the member that has it. */
  readonly type: string;
  /** The `name` that it must have. */
  readonly tool?: string;
  /** The info string of the block; a path where it starts with a dot. */
  readonly language?: string;
  readonly texts: readonly string[];
  /** What the sample shows. */
  readonly shows: string;
}

// prettier-ignore
export const codeParts: readonly CodePart[] = [
  { format: 'generateContent', type: 'executableCode', language: '.language', texts: ['code'], seen: 'https://ai.google.dev/gemini-api/docs/code-execution', sample: '{"executableCode":{"language":"PYTHON","code":"print(6*7)"}}', shows: '```python\nprint(6*7)\n```' },
  { format: 'generateContent', type: 'codeExecutionResult', texts: ['output'], seen: 'https://ai.google.dev/gemini-api/docs/code-execution', sample: '{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"42\\n"}}', shows: '```\n42\n```' },
  { format: 'messages', type: 'server_tool_use', tool: 'code_execution', language: 'python', texts: ['input.code'], seen: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool', sample: '{"type":"server_tool_use","id":"srvtoolu_1","name":"code_execution","input":{"code":"print(6*7)"}}', shows: '```python\nprint(6*7)\n```' },
  { format: 'messages', type: 'server_tool_use', tool: 'bash_code_execution', language: 'bash', texts: ['input.command'], seen: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool', sample: '{"type":"server_tool_use","id":"srvtoolu_1","name":"bash_code_execution","input":{"command":"ls -la"}}', shows: '```bash\nls -la\n```' },
  { format: 'messages', type: 'code_execution_tool_result', texts: ['content.stdout', 'content.stderr'], seen: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool', sample: '{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"code_execution_result","stdout":"42\\n","stderr":"","return_code":0}}', shows: '```\n42\n```' },
  { format: 'messages', type: 'bash_code_execution_tool_result', texts: ['content.stdout', 'content.stderr'], seen: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool', sample: '{"type":"bash_code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"bash_code_execution_result","stdout":"","stderr":"ls: no such file\\n","return_code":2}}', shows: '```\nls: no such file\n```' },
  { format: 'responses', type: 'code_interpreter_call', language: 'python', texts: ['code'], seen: 'https://openrouter.ai/docs/sdks/typescript/api-reference/models/outputcodeinterpretercallitem', sample: '{"type":"code_interpreter_call","id":"ci_1","container_id":"c","code":"print(6*7)","outputs":null,"status":"completed"}', shows: '```python\nprint(6*7)\n```' },
  { format: 'responses', type: 'code_interpreter_call', texts: ['outputs.*.logs'], seen: 'https://openrouter.ai/docs/sdks/typescript/api-reference/models/outputcodeinterpretercallitem', sample: '{"type":"code_interpreter_call","id":"ci_1","outputs":[{"type":"logs","logs":"42\\n"}]}', shows: '```\n42\n```' },
  { format: 'responses', type: 'shell_call', language: 'bash', texts: ['action.commands.*'], seen: 'https://developers.openai.com/api/docs/guides/tools-shell', sample: '{"type":"shell_call","id":"sh_1","action":{"commands":["ls","pwd"]},"status":"completed"}', shows: '```bash\nls\npwd\n```' },
  { format: 'responses', type: 'shell_call_output', texts: ['output.*.stdout', 'output.*.stderr'], seen: 'https://developers.openai.com/api/docs/guides/tools-shell', sample: '{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a.txt\\n","stderr":"","outcome":{"type":"exit","exit_code":0}}]}', shows: '```\na.txt\n```' },
];

/** What is shown in another place, or says nothing to a person. */
const silentTypes: Readonly<Record<ApiFormat, readonly string[]>> = {
  chat: words('text output_text input_text refusal reference tool_reference image_url'),
  responses: words(
    `message reasoning function_call custom_tool_call image_generation_call output_text text input_text refusal summary_text
     reasoning_text web_search_call file_search_call mcp_call mcp_list_tools code_interpreter_call shell_call shell_call_output
     tool_search_call tool_search_output compaction`,
  ),
  messages: words(
    `text thinking redacted_thinking tool_use server_tool_use mcp_tool_use mcp_tool_result web_search_tool_result
     web_fetch_tool_result tool_search_tool_result code_execution_tool_result bash_code_execution_tool_result
     text_editor_code_execution_tool_result compaction fallback`,
  ),
  generateContent: words(
    `text thought thoughtSignature functionCall functionResponse inlineData fileData executableCode codeExecutionResult
     toolCall toolResponse videoMetadata mediaResolution partMetadata`,
  ),
};

function words(list: string): readonly string[] {
  return list.split(/\s+/);
}

/** The code and the output in a part, as code blocks; `''` if there are none. */
export function codeBlocks(format: ApiFormat, type: string, part: JsonObject): string {
  return codeParts
    .filter((row) => row.format === format && row.type === type)
    .filter(({ tool }) => tool === undefined || tool === part['name'])
    .map(({ language, texts }) => {
      const written = texts.flatMap((path) => textsAt(part, path.split('.'))).join('\n');
      const text = language === undefined ? screenText(written) : written;
      const named = language?.startsWith('.') === true ? textAt(part, language.slice(1)) : language;
      const [info] = /^[\w+#-]*$/.exec(named?.toLowerCase() ?? '') ?? [''];
      // The blank lines end a paragraph or a list before it.
      return text === '' ? '' : `\n\n${fenced(text, info)}\n\n`;
    })
    .join('');
}

/** The type of a part that Portico does not know, to be named; `[]` for any other. */
export function unknownType(format: ApiFormat, type: string): readonly string[] {
  return type === '' || silentTypes[format].includes(type) ? [] : [type];
}

function textsAt(value: unknown, [name, ...rest]: readonly string[]): readonly string[] {
  if (name === undefined) {
    return isText(value) ? [value.replace(/\n$/, '')] : [];
  }
  return name === '*'
    ? (isArray(value) ? value : []).flatMap((item) => textsAt(item, rest))
    : isObject(value)
      ? textsAt(value[name], rest)
      : [];
}
