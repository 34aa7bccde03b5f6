// Asks a chat's own model for a title, only when the user requests one.
import { titleFromText } from '../../../base/text/title';
import type { Conversation } from '../../../conversation/common/conversation';
import {
  sendAuxiliaryRequest,
  type AuxiliaryRequestDeps,
  type AuxiliaryRequestEnd,
} from '../../../conversation/node/request/auxiliaryRequest';

/** The beginning of the question and of the answer suffices for a title. */
const maxExcerptUnits = 2_000;

const instruction =
  'Give the conversation that begins below a title of at most six words, in its language. Answer with the title alone, without quotation marks.';

/** The title, or how the request ended without one. Aborting `signal` stops the request. */
export function suggestTitle(
  deps: AuxiliaryRequestDeps,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<{ readonly title: string } | { readonly problem: AuxiliaryRequestEnd }> {
  const { id: chatId, model } = conversation;
  const content = `${instruction}\n\n${firstTurn(conversation)}`;
  return new Promise((resolve) => {
    const run = sendAuxiliaryRequest(
      deps,
      { purpose: 'title', model, messages: [{ role: 'user', content }], chatId },
      (end) => {
        const title = titleFromText(end.text.replaceAll(/["“”„«»]/gu, ''));
        resolve(end.state === 'complete' && title !== '' ? { title } : { problem: end });
      },
    );
    if (signal.aborted) {
      run.stop();
    }
    signal.addEventListener('abort', () => run.stop(), { once: true });
  });
}

function firstTurn({ messages }: Conversation): string {
  return messages
    .slice(0, 2)
    .map(({ kind, text }) => `${kind === 'question' ? 'User' : 'Assistant'}: ${excerpt(text)}`)
    .join('\n\n');
}

function excerpt(text: string): string {
  return text.slice(0, maxExcerptUnits).replace(/[\ud800-\udbff]$/u, '');
}
