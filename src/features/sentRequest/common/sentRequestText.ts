// What the chat view shows of an answer's request.
import type { SentRequestCommand } from './sentRequestViewCommands';

/** The label of the button that shows the request, or why it cannot be shown. */
export interface SentRequestText {
  readonly isAvailable: boolean;
  readonly text: string;
}

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly sentRequest: {
      readonly command: SentRequestCommand;
    };
  }
}
