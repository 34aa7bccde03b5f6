// The whole table of misbehaviours, so that one suite can walk it and a person can try each.
import type { GatewayModel } from '../models/modelCatalog';
import { bodyFaults } from './successBodies';
import { connectionFaults } from './brokenConnections';
import { damageFaults } from './damagedStreams';
import { deltaFaults } from './chatChunks';
import { errorBodyFaults } from './errorBodies';
import { speaks, type Fault } from './fault';
import { finishFaults } from './finishReasons';
import { framingFaults } from './eventFraming';
import { generateContentFaults } from './generateContentFormat';
import { hostileFaults } from './hostile';
import { messagesFaults } from './messagesFormat';
import { rateLimitFaults } from './rateLimits';
import { reasoningFaults } from './reasoning';
import { redirectFaults } from './redirects';
import { responsesFaults } from './responsesFormat';
import { silenceFaults } from './stalls';
import { sizeFaults } from './oversizedResponses';
import { statusFaults } from './statuses';
import { streamErrorFaults } from './streamErrors';
import { forms } from '../formats/formats';

export const faults: readonly Fault[] = [
  ...connectionFaults,
  ...silenceFaults,
  ...statusFaults,
  ...rateLimitFaults,
  ...errorBodyFaults,
  ...bodyFaults,
  ...redirectFaults,
  ...framingFaults,
  ...damageFaults,
  ...deltaFaults,
  ...reasoningFaults,
  ...responsesFaults,
  ...messagesFaults,
  ...generateContentFaults,
  ...finishFaults,
  ...streamErrorFaults,
  ...sizeFaults,
  ...hostileFaults,
];

/** The model that misbehaves so, whatever it is asked. */
export function faultModel(fault: Fault): GatewayModel {
  const spoken = forms.filter(({ name }) => speaks(fault, name));
  return {
    id: fault.id,
    about: fault.about,
    ownedBy: 'faults',
    endpointTypes: spoken.map(({ endpointType }) => endpointType),
    record: { description: fault.about },
    behaviour: { kind: 'serves', serve: fault.serve, refuses: fault.refuses ?? false },
  };
}

export const faultModels: readonly GatewayModel[] = faults.map(faultModel);
