// The forms of the interface in which a gateway can be asked; which one is never told by a model's name.

export const wireForms = ['chat', 'responses'] as const;

/**
 * `chat`: POST /v1/chat/completions. `responses`: POST /v1/responses.
 */
export type WireForm = (typeof wireForms)[number];
