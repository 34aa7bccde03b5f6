// What the view tells of a question that waits for room.
import type { RoomChoice } from '../../chat/makingRoom';
import type { Room } from '../../shared/budget';
import type { Answer } from '../../shared/conversation';
import { noticeOf } from './noticeOf';

/** As much of a question as says which one it is, in characters. */
const longestBeginning = 40;

export function roomOf(choice: RoomChoice | undefined, model: string): Room | undefined {
  if (choice === undefined) {
    return undefined;
  }
  const { budget, turns, summarisable, summarising, queued, problem } = choice;
  const sentence = problem && noticeOf(endedWith(model, problem))?.sentence;
  return {
    budget,
    model,
    turns: turns && {
      count: turns.questions.length,
      from: beginning(turns.questions[0]?.text ?? ''),
      tokensLeft: turns.tokensLeft,
    },
    summarisable,
    summarising,
    ...(queued ? { queued } : {}),
    ...(sentence === undefined ? {} : { problem: sentence }),
  };
}

function beginning(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const signs = Array.from(line.slice(0, 2 * longestBeginning));
  return signs.length > longestBeginning ? `${signs.slice(0, longestBeginning).join('')}…` : line;
}

/** A summary that did not end well is told as an answer is. */
function endedWith(model: string, problem: NonNullable<RoomChoice['problem']>): Answer {
  const nothing = { text: '', reasoning: '', startedAt: 0 };
  return { kind: 'answer', id: '', questionId: '', model, ...problem, ...nothing };
}
