// What the messages to and from a model consist of besides text.

export interface ToolCall {
  readonly name: string;
  /** JSON as the model wrote it; may be invalid. */
  readonly arguments: string;
}

/** What every API format accepts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export interface QuestionImage {
  /** `image/png`, for example. */
  readonly mediaType: string;
  /** Base64, without a `data:` prefix. */
  readonly data: string;
}
