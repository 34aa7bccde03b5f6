// The whole table of misbehaviours, so that one suite can walk it and a person can try each.
import type { GatewayModel } from './catalogue';
import { bodyFaults } from './faults/bodies';
import { connectionFaults } from './faults/connection';
import { damageFaults } from './faults/damage';
import { deltaFaults } from './faults/deltas';
import { errorBodyFaults } from './faults/errorBodies';
import { speaks, type Fault } from './faults/fault';
import { finishFaults } from './faults/finishes';
import { framingFaults } from './faults/framing';
import { generateContentFaults } from './faults/generateContentDialect';
import { hostileFaults } from './faults/hostile';
import { messagesFaults } from './faults/messagesDialect';
import { rateLimitFaults } from './faults/rateLimits';
import { reasoningFaults } from './faults/reasoning';
import { redirectFaults } from './faults/redirects';
import { responsesFaults } from './faults/responsesDialect';
import { silenceFaults } from './faults/silences';
import { sizeFaults } from './faults/sizes';
import { statusFaults } from './faults/statuses';
import { streamErrorFaults } from './faults/streamErrors';
import { forms } from './forms';

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
