// Asks a model for a commit message and writes it into the commit box while it arrives.
import type { Disposable } from '../../../base/disposable';
import { replaceInvisibleCharacters } from '../../../base/text/invisibleCharacters';
import {
  sendAuxiliaryRequest,
  type AuxiliaryRequestDeps,
  type AuxiliaryRequestEnd,
} from '../../../conversation/node/request/auxiliaryRequest';
import type { ChatMessage } from '../../../gateway/common/chatModel';
import type { CommitBoxWriter } from './commitBoxWriter';

export interface GenerateDeps extends AuxiliaryRequestDeps {
  /** Returns the text to send in place of `text`; undefined if nothing must be sent. */
  readonly checkSecrets: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** How often the commit box is checked for edits: VS Code has no event for them. */
const editPollMs = 20;

/**
 * Aborting `signal`, or an edit of the box by the user, stops the request; what has been written stays. Never rejects
 * because of the gateway. Resolves to undefined if nothing was sent.
 */
export async function generateCommitMessage(
  deps: GenerateDeps,
  model: string,
  messages: readonly ChatMessage[],
  writer: CommitBoxWriter,
  signal: AbortSignal,
): Promise<AuxiliaryRequestEnd | undefined> {
  const checked: ChatMessage[] = [];
  for (const message of messages) {
    const visible = replaceInvisibleCharacters(message.content, () => '');
    const content = await deps.checkSecrets(visible, signal);
    if (content === undefined || signal.aborted) {
      return undefined;
    }
    checked.push({ ...message, content });
  }
  let editPoll: Disposable | undefined;
  const end = await new Promise<AuxiliaryRequestEnd>((resolve) => {
    const question = { purpose: 'commitMessage', model, messages: checked } as const;
    const run = sendAuxiliaryRequest(deps, question, resolve, (received) => {
      if (received === '') {
        writer.restore();
      } else {
        writer.write(cleanReply(received));
      }
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
  const text = cleanReply(end.text);
  if (end.state === 'filtered' || end.state === 'interrupted' || end.state === 'failed') {
    writer.restore();
    return end;
  }
  writer.finish(text);
  return end.state === 'complete' && text === ''
    ? { ...end, state: 'failed', outcome: { ...end.outcome, failure: { kind: 'emptyReply' } } }
    : end;
}

/** A reply of more UTF-16 code units isn't a commit message. */
export const maxMessageLength = 10_000;

/** How models introduce the message although they are asked not to. A subject does not end with a colon. */
const introduction = /^(?:here|sure|certainly|of course|okay)\b[^\n]*:\s*\n/iu;

/** The fence before the message, also half of one. */
const openingFence = /^(?:(?<fence>`{3,}|~{3,})[^\n]*|`{1,2}|~{1,2})(?:\n|$)/u;

const quotationMarks = /^(?:"([^"]+)"|“([^”]+)”|`([^`]+)`)$/u;

/**
 * Turns a model's reply into a commit message, also while it arrives: without the introduction, code fence or quotation
 * marks around it, and without invisible characters, which VS Code's commit box and Git's log do not show.
 */
export function cleanReply(reply: string): string {
  const text = replaceInvisibleCharacters(reply.slice(0, maxMessageLength), () => '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
  const message = text.trimStart().replace(introduction, '').trim();
  return withoutFence(message).replace(quotationMarks, '$1$2$3').trim();
}

/** What stands between the opening fence and the closing one, which may have arrived in part. */
function withoutFence(message: string): string {
  const opening = openingFence.exec(message);
  if (opening === null) {
    return message;
  }
  const lines = message.slice(opening[0].length).split('\n');
  const fence = opening.groups?.['fence'] ?? '';
  const end = lines.findIndex((line, index) => {
    const isLast = index === lines.length - 1;
    return line.trimEnd() === fence || (isLast && line !== '' && fence.startsWith(line));
  });
  return (end < 0 ? lines : lines.slice(0, end)).join('\n');
}
