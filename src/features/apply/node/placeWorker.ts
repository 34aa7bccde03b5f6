// The worker thread that reads code blocks and places them: neither an answer nor a file can block the extension host.
import { parentPort } from 'node:worker_threads';
import { assertNever } from '../../../base/assertNever';
import { answerRequests } from '../../../platform/node/workerThread';
import { parseProposals } from '../common/blockFormats';
import type { FileProposal } from '../common/fileProposal';
import { place } from '../common/matcher';
import type { PlaceInput, Placement } from '../common/placement';
import { joinBlocks, type JoinedBlocks, type JoinedFile } from './fileChanges';

export type PlaceRequest =
  | {
      readonly type: 'read';
      readonly code: string;
      readonly info: string;
      readonly named: string | undefined;
    }
  | { readonly type: 'place'; readonly input: PlaceInput }
  | {
      readonly type: 'join';
      readonly files: readonly JoinedFile[];
      readonly unplaced: readonly string[];
    };

export interface PlaceAnswer {
  readonly proposals?: readonly FileProposal[];
  readonly placement?: Placement;
  readonly joined?: JoinedBlocks;
}

function answer(request: PlaceRequest): PlaceAnswer {
  switch (request.type) {
    case 'read':
      return { proposals: parseProposals(request.code, request.info, request.named) };
    case 'place':
      return { placement: place(request.input) };
    case 'join':
      return { joined: joinBlocks(request.files, request.unplaced) };
    default:
      return assertNever(request);
  }
}

parentPort?.on('message', answerRequests(answer));
