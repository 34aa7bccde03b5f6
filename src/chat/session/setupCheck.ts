// Opens the first setup step that is missing instead of sending the question.
import type { SetupStep } from '../../shared/conversation/connectionState';
import type { FailureKind } from '../../shared/conversation/failure';
import { isFailure } from '../gatewayPort';
import type { ChatSession } from './chatSession';
import type { SendCheck } from './sendPipeline';

const stepByFailure: Readonly<Partial<Record<FailureKind, SetupStep>>> = {
  notConfigured: 'baseUrl',
  keyMissing: 'apiKey',
  keyLost: 'apiKey',
};

export function setupCheck(
  session: ChatSession,
  openStep: (step: SetupStep) => Promise<unknown>,
): SendCheck {
  return async (_send, connection) => {
    const connectionStep = isFailure(connection) ? stepByFailure[connection.kind] : undefined;
    const step = connectionStep ?? (session.conversation.model === '' ? 'model' : undefined);
    if (step !== undefined) {
      await openStep(step);
    }
    return step === undefined;
  };
}
