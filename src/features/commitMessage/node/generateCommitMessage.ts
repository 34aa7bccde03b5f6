// Asks a model for a commit message and writes it into the commit box while it arrives.
import type { Disposable } from '../../../base/disposable';
import {
  type AuxiliaryRequestDeps,
  type AuxiliaryRequestEnd,
  sendAuxiliaryRequest,
} from '../../../conversation/node/request/auxiliaryRequest';
import {
  checkedText,
  type OutgoingTextCheck,
} from '../../../conversation/node/request/outgoingTextCheck';
import type { LoggedRequest } from '../../../conversation/node/request/sentRequestLog';
import type { ChatMessage } from '../../../gateway/common/ports';
import { cleanReply, maxMessageLength } from './cleanReply';
import type { CommitBoxWriter } from './commitBoxWriter';

export interface GenerateDeps extends AuxiliaryRequestDeps {
  /** What the outgoing text must pass, in this order. */
  readonly checks: readonly OutgoingTextCheck[];
  readonly onSent: (request: LoggedRequest) => void;
}

export type GenerateEnd =
  /** A check kept the text from being sent. */
  | { readonly type: 'canceled' }
  /** The user edited the box, and so ended it. */
  | { readonly type: 'edited' }
  /** The reply contains no message. */
  | { readonly type: 'empty' }
  | { readonly type: 'ended'; readonly end: Pick<AuxiliaryRequestEnd, 'state' | 'outcome'> };

/** How often the commit box is checked for edits, in ms: VS Code has no event for them. */
const editPollMs = 20;

/** Aborting `signal` stops the request; what has been written stays. Never rejects because of the gateway. */
export async function generateCommitMessage(
  deps: GenerateDeps,
  model: string,
  messages: readonly ChatMessage[],
  writer: CommitBoxWriter,
  signal: AbortSignal,
): Promise<GenerateEnd> {
  const checked: ChatMessage[] = [];
  for (const message of messages) {
    const content = await checkedText(message.content, deps.checks, signal);
    if (content === undefined) {
      return { type: 'canceled' };
    }
    checked.push({ ...message, content });
  }
  if (signal.aborted) {
    return { type: 'canceled' };
  }
  let editPoll: Disposable | undefined;
  const { text, ...end } = await new Promise<AuxiliaryRequestEnd>((resolve) => {
    const run = sendAuxiliaryRequest(deps, model, checked, resolve, {
      onText: (received) => {
        if (received === '') {
          writer.withdraw();
        } else {
          writer.write(cleanReply(received, false));
        }
        if (received.length > 2 * maxMessageLength) {
          run.stop();
        }
      },
      onSent: deps.onSent,
    });
    signal.addEventListener('abort', () => run.stop(), { once: true });
    const stopOnEdit = (): void => {
      if (writer.isEdited) {
        run.stop();
      } else {
        editPoll = deps.clock.after(editPollMs, stopOnEdit);
      }
    };
    stopOnEdit();
  });
  editPoll?.dispose();
  const message = cleanReply(text, true);
  if (end.state === 'filtered' || end.state === 'interrupted' || end.state === 'failed') {
    writer.restore();
    return { type: 'ended', end };
  }
  writer.finish(message);
  if (writer.isEdited) {
    return { type: 'edited' };
  }
  return end.state === 'complete' && message === '' ? { type: 'empty' } : { type: 'ended', end };
}
