// A request that left and was refused costs nothing, but it was sent: only the gateway's status proves that.
import type { Conversation, Outcome } from '../shared/conversation';
import type { Failure } from '../shared/failure';

/** How many there were beside those of `paid`, each time that a question was asked again too. */
export function refusedRequests(conversation: Conversation, paid: ReadonlySet<Outcome>): number {
  const { aside, messages, lostSummaries = [] } = conversation;
  const answers = [...aside, ...messages].filter((message) => message.kind === 'answer');
  const ends = [
    ...answers.flatMap(({ earlier = [], outcome }) => [...earlier, outcome]),
    ...lostSummaries.map(({ outcome }) => outcome),
  ];
  const failures = [
    ...ends.flatMap((end) => (end?.failure === undefined || paid.has(end) ? [] : [end.failure])),
    ...answers.flatMap(({ askedAgain = [] }) =>
      askedAgain.flatMap((again) => (again.kind === 'leftOut' ? [] : [again.failure])),
    ),
  ];
  return failures.filter(wasAnswered).length;
}

function wasAnswered({ kind, status }: Failure): boolean {
  return status !== undefined && kind !== 'proxy';
}
