// What the chat view shows of the setup: whether the chat may continue on another gateway.
import type { SetupCommand } from './setupViewCommands';

/** Asks for consent before a chat continues on another gateway. All texts are for the user. */
export interface GatewayChangePrompt {
  readonly sentence: string;
  readonly sendLabel: string;
  readonly switchBackLabel: string;
}

export interface SetupViewState {
  readonly gatewayChangePrompt?: GatewayChangePrompt | undefined;
}

type SetupEvent = { readonly type: 'gatewayChangePrompt' } & Required<SetupViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly setup: {
      readonly state: SetupViewState;
      readonly event: SetupEvent;
      readonly command: SetupCommand;
    };
  }
}
