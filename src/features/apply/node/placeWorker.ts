// The worker thread that reads code blocks and places them: neither an answer nor a file can block the extension host.
import { parentPort } from 'node:worker_threads';
import { answerRequests } from '../../../platform/node/workerThread';
import { parseProposals } from '../common/blockFormats';
import type { FileProposal } from '../common/fileProposal';
import { place } from '../common/matcher';
import type { PlaceInput, Placement } from '../common/placement';

export type PlaceRequest =
  | {
      readonly type: 'read';
      readonly code: string;
      readonly info: string;
      readonly named: string | undefined;
    }
  | { readonly type: 'place'; readonly input: PlaceInput };

export interface PlaceAnswer {
  readonly proposals?: readonly FileProposal[];
  readonly placement?: Placement;
}

function answer(request: PlaceRequest): PlaceAnswer {
  return request.type === 'read'
    ? { proposals: parseProposals(request.code, request.info, request.named) }
    : { placement: place(request.input) };
}

parentPort?.on('message', answerRequests(answer));
