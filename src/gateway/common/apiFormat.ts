// API formats: the request and response formats that gateways offer. A model's name never implies one.

export const apiFormats = ['chat', 'responses', 'messages', 'generateContent'] as const;

/**
 * - `chat`: OpenAI chat completions, POST /v1/chat/completions
 * - `responses`: OpenAI Responses, POST /v1/responses
 * - `messages`: Anthropic Messages, POST /v1/messages
 * - `generateContent`: Gemini, POST /v1beta/models/{model}:generateContent
 */
export type ApiFormat = (typeof apiFormats)[number];
