// A request that left and was refused costs nothing, but it was sent: only the gateway's status proves that.
import type { Conversation, Outcome } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';

/** How many there were beside those of `paid`, each time that a question was asked again too. */
export function countRefusedRequests(
  conversation: Conversation,
  paid: ReadonlySet<Outcome>,
): number {
  const { offPath, messages, failedSummaries = [] } = conversation;
  const answers = [...offPath, ...messages].filter((message) => message.kind === 'answer');
  const ends = [
    ...answers.flatMap(({ earlierOutcomes = [], outcome }) => [...earlierOutcomes, outcome]),
    ...failedSummaries.map(({ outcome }) => outcome),
  ];
  const failures = [
    ...ends.flatMap((end) => (end?.failure === undefined || paid.has(end) ? [] : [end.failure])),
    ...answers.flatMap(({ autoRetries = [] }) =>
      autoRetries.flatMap((again) => (again.kind === 'omitted' ? [] : [again.failure])),
    ),
  ];
  return failures.filter(wasAnswered).length;
}

function wasAnswered({ kind, status }: Failure): boolean {
  return status !== undefined && kind !== 'proxy';
}
