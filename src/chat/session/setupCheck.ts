// Leads through the missing setup steps instead of sending the question.
import {
  type ConnectionState,
  missingSetupSteps,
  type SetupStep,
} from '../../shared/conversation/connectionState';
import type { FailureKind } from '../../shared/conversation/failure';
import { isFailure } from '../gatewayPort';
import type { ChatSession } from './chatSession';
import type { SendCheck } from './sendPipeline';

const stepByFailure: Readonly<Partial<Record<FailureKind, SetupStep>>> = {
  notConfigured: 'baseUrl',
  keyMissing: 'apiKey',
  keyLost: 'apiKey',
};

export interface SetupCheckDeps {
  readonly session: ChatSession;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Resolves when the step's dialog is closed. */
  readonly openStep: (step: SetupStep) => Promise<unknown>;
}

/** Opens one missing step after the other, until the user leaves one as it is. */
export function setupCheck({ session, connectionState, openStep }: SetupCheckDeps): SendCheck {
  return async (_send, connection, signal) => {
    const connectionStep = isFailure(connection) ? stepByFailure[connection.kind] : undefined;
    const first = connectionStep ?? (session.conversation.model === '' ? 'model' : undefined);
    for (let step = first; step !== undefined && !signal.aborted;) {
      await openStep(step);
      const missing = missingSetupSteps(await connectionState(), session.conversation.model);
      step = missing.includes(step) ? undefined : missing[0];
    }
    return first === undefined;
  };
}
