// What providers say about a call of a tool that they could not read. Asked again, the model may write it well.
import type { SignatureGroup } from '../signature';

export const malformedCall: SignatureGroup = {
  kind: 'malformedCall',
  statuses: [200, 400],
  rows: [
    {
      codes: ['tool_use_failed'],
      gateway: 'Groq',
      seen: 'https://github.com/groq/groq-typescript/issues/28',
      sample:
        '400 {"error":{"message":"Failed to call a function. Please adjust your prompt. See \'failed_generation\' for more details.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<function=read_file{\\"path\\": \\"a.ts\\"}</function>"}}',
    },
    {
      phrase: /\b(?:malformed_function_call|unexpected_tool_call)\b/,
      statuses: [200],
      gateway: 'Gemini',
      seen: 'https://github.com/google-gemini/gemini-cli/issues/12674',
      sample:
        '200 {"error":{"message":"Malformed function call: print(default_api.read_file(path=a.ts)\\nfinish_reason: MALFORMED_FUNCTION_CALL"}}',
    },
    {
      phrase: /\bmalformed_tool_use\b/,
      statuses: [200],
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/UKGovernmentBEIS/inspect_ai/issues/2941',
      sample: '200 {"error":{"message":"finish_reason: malformed_tool_use"}}',
    },
  ],
};
