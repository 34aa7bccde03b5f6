// What the chat view shows of VS Code's own chat.

/** The same for all chats of a window. */
export interface VscodeChatPart {
  /** VS Code's own chat offers the gateway's models, and can be opened. */
  readonly isInVscodeChat?: boolean;
}

export type VscodeChatEvent = { readonly type: 'vscodeChat' } & Required<VscodeChatPart>;
