// What the chat view shows of secrets: the question that is held because of them.
import type { SecretsCommand } from './secretsViewCommands';

/** Possible secrets in a question that is held. All texts are for the user. */
export interface SecretsPrompt {
  /** The question comes from the queue: the user may be typing, so the panel does not get the focus. */
  readonly isQueued?: boolean;
  readonly sentence: string;
  readonly findings: readonly {
    /** What kind of secret it is, such as “GitHub token”. */
    readonly rule: string;
    /** Where it is: the question or an attachment, with the line. */
    readonly place: string;
    /** Its first characters. */
    readonly masked: string;
  }[];
  /** False for secrets in earlier messages, which cannot be changed. */
  readonly canMask: boolean;
}

export interface SecretsViewState {
  /** Present while a question is held because secrets were found in it. */
  readonly secretsPrompt?: SecretsPrompt | undefined;
}

type SecretsEvent = { readonly type: 'secretsPrompt' } & Required<SecretsViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly secrets: {
      readonly state: SecretsViewState;
      readonly event: SecretsEvent;
      readonly command: SecretsCommand;
    };
  }
}
