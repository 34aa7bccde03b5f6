// The forms of the interface in which a gateway can be asked; which one is never told by a model's name.

export const apiFormats = ['chat', 'responses', 'messages', 'generateContent'] as const;

/**
 * `chat`: POST /v1/chat/completions. `responses`: POST /v1/responses. `messages`: POST /v1/messages,
 * Claude's. `generateContent`: POST /v1beta/models/{model}:generateContent, Gemini's.
 */
export type ApiFormat = (typeof apiFormats)[number];
