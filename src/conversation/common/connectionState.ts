// The gateway connection as the setup steps and the chat page see it, without the API key itself.

export const setupSteps = ['baseUrl', 'apiKey', 'model'] as const;

/** A step of the setup that a question needs before it can be sent. */
export type SetupStep = (typeof setupSteps)[number];

export interface ConnectionState {
  /** Normalized Base URL. Undefined if none is set or the one in the settings cannot be used. */
  readonly baseUrl: string | undefined;
  /** The user's name for the gateway, if it has one. */
  readonly gatewayName?: string;
  /** The name of the API key in use, if it has one. */
  readonly keyLabel?: string;
  /** Why the Base URL in the settings cannot be used, as one sentence for the user. */
  readonly baseUrlProblem: string | undefined;
  /**
   * `lost`: VS Code no longer has the stored key. `optional`: loopback gateway without a key.
   * `command`: a program prints the key (`portico.keyCommand`).
   */
  readonly key: 'stored' | 'missing' | 'lost' | 'optional' | 'command';
}

/** The missing steps, in the order in which the user takes them. */
export function missingSetupSteps(
  { baseUrl, key }: ConnectionState,
  model: string,
): readonly SetupStep[] {
  const isMissing = {
    baseUrl: baseUrl === undefined,
    apiKey: key === 'missing' || key === 'lost',
    model: model === '',
  };
  return setupSteps.filter((step) => isMissing[step]);
}

export const gatewayChangeAnswers = ['send', 'back', 'cancel'] as const;

/** The answer to whether a chat continues on another gateway; `back` switches to the previous one. */
export type GatewayChangeAnswer = (typeof gatewayChangeAnswers)[number];
