// What the chat view shows of VS Code's own chat.
import type { VscodeChatCommand } from './vscodeChatViewCommands';

/** The same for all chats of a window. */
export interface VscodeChatViewState {
  /** Whether VS Code's own chat lists the gateway's models, or does once a setting of VS Code is on. */
  readonly vscodeChatHint?: 'none' | 'listed' | 'needsSetting';
}

type VscodeChatEvent = { readonly type: 'vscodeChat' } & Required<VscodeChatViewState>;

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly vscodeChat: {
      readonly state: VscodeChatViewState;
      readonly event: VscodeChatEvent;
      readonly command: VscodeChatCommand;
    };
  }
}
