// Names a gateway: its Base URL and the name of the key.

/** The gateway that a chat is sent to. */
export interface GatewayRef {
  /** The normalized Base URL. */
  readonly baseUrl: string;
  /** The name of the API key, if it has one. */
  readonly keyLabel?: string;
}
