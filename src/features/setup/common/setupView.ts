// What the chat view shows of the setup: whether the chat may continue on another gateway.

/** Asks for consent before a chat continues on another gateway. All texts are for the user. */
export interface GatewayChangePrompt {
  readonly sentence: string;
  readonly sendLabel: string;
  readonly switchBackLabel: string;
}

export interface SetupPart {
  readonly gatewayChangePrompt?: GatewayChangePrompt | undefined;
}

/** An event without a prompt removes the one that the page shows. */
export interface SetupEvent {
  readonly type: 'gatewayChangePrompt';
  readonly gatewayChangePrompt: GatewayChangePrompt | undefined;
}
