// What the chat view shows of an answer's request.

/** The label of the button that shows the request, or why it cannot be shown. */
export interface SentRequestText {
  readonly isAvailable: boolean;
  readonly text: string;
}
