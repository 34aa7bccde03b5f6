// Opens the first setup step that is missing instead of sending the question.
import type { SetupStep } from '../../shared/conversation/connectionState';
import type { Failure } from '../../shared/conversation/failure';
import { type Connection, isFailure } from '../gatewayPort';
import type { ChatSession } from './chatSession';
import type { SendCheck } from './sendPipeline';

export function setupCheck(
  session: ChatSession,
  openStep: (step: SetupStep) => Promise<unknown>,
): SendCheck {
  return async (_send, connection) => {
    const step = missingStep(connection, session.conversation.model);
    if (step !== undefined) {
      await openStep(step);
    }
    return step === undefined;
  };
}

function missingStep(connection: Connection | Failure, model: string): SetupStep | undefined {
  if (isFailure(connection)) {
    switch (connection.kind) {
      case 'notConfigured':
        return 'baseUrl';
      case 'keyMissing':
      case 'keyLost':
        return 'apiKey';
      default:
        break;
    }
  }
  return model === '' ? 'model' : undefined;
}
