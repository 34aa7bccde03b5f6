// The forms of the interface in which a gateway can be asked; which one is never told by a model's name.

export const wireForms = ['chat'] as const;

/**
 * `chat`: POST /v1/chat/completions.
 */
export type WireForm = (typeof wireForms)[number];
