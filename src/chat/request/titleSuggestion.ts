// Asks a conversation's model what to call it; nobody is asked before the user clicks.
import type { Conversation } from '../../shared/conversation/conversation';
import { titleOf } from '../../shared/text/title';
import {
  sendAuxiliaryRequest,
  type AuxiliaryRequestEnd,
  type AsideParts,
} from './auxiliaryRequest';

/** Of a question or an answer, in UTF-16 units: the beginning tells what it is about. */
const longestExcerpt = 2_000;

const instruction =
  'Give the conversation that begins below a title of at most six words, in its language. Answer with the title alone, without quotation marks.';

/** A title, or how the request ended without one. The request ends when `signal` aborts. */
export function suggestTitle(
  parts: AsideParts,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<{ readonly title: string } | { readonly problem: AuxiliaryRequestEnd }> {
  const content = `${instruction}\n\n${beginning(conversation)}`;
  return new Promise((resolve) => {
    const run = sendAuxiliaryRequest(
      parts,
      conversation.model,
      [{ role: 'user', content }],
      (end) => {
        const title = titleOf(end.text.replaceAll(/["“”„«»]/gu, ''));
        resolve(end.state === 'complete' && title !== '' ? { title } : { problem: end });
      },
    );
    if (signal.aborted) {
      run.stop();
    }
    signal.addEventListener('abort', () => run.stop(), { once: true });
  });
}

/** The first question and its answer. */
function beginning({ messages }: Conversation): string {
  return messages
    .slice(0, 2)
    .map(({ kind, text }) => `${kind === 'question' ? 'User' : 'Assistant'}: ${excerpt(text)}`)
    .join('\n\n');
}

function excerpt(text: string): string {
  return text.slice(0, longestExcerpt).replace(/[\ud800-\udbff]$/u, '');
}
