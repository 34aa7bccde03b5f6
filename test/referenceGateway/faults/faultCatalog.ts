// All faults in one list, which test suites iterate over, and the models that show them.
import { formats } from '../formats/formats';
import type { GatewayModel } from '../models/modelCatalog';
import { brokenConnectionFaults } from './brokenConnections';
import { chatChunkFaults } from './chatChunks';
import { damagedStreamFaults } from './damagedStreams';
import { demandFaults } from './demands';
import { earlyEndFaults } from './earlyEnds';
import { errorBodyFaults } from './errorBodies';
import { eventFramingFaults } from './eventFraming';
import { supportsFormat, type Fault } from './fault';
import { finishReasonFaults } from './finishReasons';
import { generateContentFormatFaults } from './generateContentFormat';
import { hostileFaults } from './hostile';
import { mediaFaults } from './media';
import { messagesFormatFaults } from './messagesFormat';
import { oversizedResponseFaults } from './oversizedResponses';
import { quirkFaults } from './quirks';
import { rateLimitFaults } from './rateLimits';
import { reasoningFaults } from './reasoning';
import { redirectFaults } from './redirects';
import { rejectionFaults } from './rejections';
import { reportedErrorFaults } from './reportedErrors';
import { responsesFormatFaults } from './responsesFormat';
import { retryHintFaults } from './retryHints';
import { stallFaults } from './stalls';
import { statusFaults } from './statuses';
import { streamErrorFaults } from './streamErrors';
import { successBodyFaults } from './successBodies';
import { unusualAnswerFaults } from './unusualAnswers';

export const faults: readonly Fault[] = [
  ...brokenConnectionFaults,
  ...stallFaults,
  ...statusFaults,
  ...rejectionFaults,
  ...demandFaults,
  ...rateLimitFaults,
  ...retryHintFaults,
  ...errorBodyFaults,
  ...successBodyFaults,
  ...reportedErrorFaults,
  ...quirkFaults,
  ...redirectFaults,
  ...eventFramingFaults,
  ...damagedStreamFaults,
  ...chatChunkFaults,
  ...reasoningFaults,
  ...responsesFormatFaults,
  ...messagesFormatFaults,
  ...generateContentFormatFaults,
  ...finishReasonFaults,
  ...earlyEndFaults,
  ...mediaFaults,
  ...unusualAnswerFaults,
  ...streamErrorFaults,
  ...oversizedResponseFaults,
  ...hostileFaults,
];

/** The model that shows a fault for every question. */
function faultModel(fault: Fault): GatewayModel {
  const supported = formats.filter(({ name }) => supportsFormat(fault, name));
  return {
    id: fault.id,
    description: fault.description,
    ownedBy: 'faults',
    endpointTypes: supported.map(({ endpointType }) => endpointType),
    record: { description: fault.description },
    behavior: { kind: 'serves', serve: fault.serve, refuses: fault.refuses ?? false },
  };
}

export const faultModels: readonly GatewayModel[] = faults.map(faultModel);
