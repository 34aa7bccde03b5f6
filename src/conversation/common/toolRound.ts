// The rounds of tool calls in an answer, as messages of a request.
import { isJsonRecord, type JsonRecord } from '../../base/mergeObjects';
import { parseJson } from '../../base/parseJson';
import { openFenceLine } from '../../base/text/codeFence';
import type { ChatMessage } from '../../gateway/common/chatModel';
import type { ToolCall } from '../../gateway/common/messageParts';
import type { Answer, ToolRound, ToolRun } from './conversation';

function isComplete({ runs }: ToolRound): boolean {
  return runs.every(({ result }) => result !== undefined);
}

/** The arguments of a call; undefined if they are no JSON object. Some models send '' where there are none. */
export function inputOf({ arguments: text }: ToolCall): JsonRecord | undefined {
  const input: unknown = text.trim() === '' ? {} : parseJson(text);
  return isJsonRecord(input) ? input : undefined;
}

/** What makes a paragraph of the next request's text or reasoning. The model does not get it: it sent the two apart. */
export function gapAfter(before: string): string {
  const goesOn = before.trim() === '' || openFenceLine(before) !== undefined;
  return goesOn ? '' : before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
}

/** The text after a round's calls. */
function textAfter(text: string, { textLength = 0 }: Partial<ToolRound> = {}): string {
  const after = text.slice(textLength);
  const gap = gapAfter(text.slice(0, textLength));
  return after.startsWith(gap) ? after.slice(gap.length) : after;
}

/** What a model did with tools so far in an answer. */
export interface ReadRounds {
  /** The calls of each round but the open one with their results, and the text before them. */
  readonly messages: readonly ChatMessage[];
  /** The text after them. */
  readonly rest: string;
  /** The last round, if some of its calls have no result yet; `rest` has the text before its calls. */
  readonly open: ToolRound | undefined;
}

export function readRounds({ text, rounds = [] }: Answer): ReadRounds {
  const last = rounds.at(-1);
  // Where text follows, the user wanted no more calls.
  const open =
    last === undefined || isComplete(last) || last.textLength < text.length ? undefined : last;
  const ended = open === undefined ? rounds : rounds.slice(0, -1);
  const messages = ended.flatMap((round, index) =>
    roundMessages(round, textAfter(text.slice(0, round.textLength), ended[index - 1])),
  );
  return { messages, rest: textAfter(text, ended.at(-1)), open };
}

/** A part of an answer's text, and the rounds of calls after it. */
export interface AnswerPart {
  /** Offsets in UTF-16 units; the last part ends with the text. */
  readonly start: number;
  readonly end: number;
  readonly rounds: readonly ToolRound[];
}

/**
 * The texts of an answer's rounds, each a Markdown text of its own: what the model writes after it has read is no more of
 * the list before it. Only code that is open goes on.
 */
export function answerParts({ text, rounds = [] }: Answer): readonly AnswerPart[] {
  const parts: { start: number; end: number; rounds: ToolRound[] }[] = [];
  let held: ToolRound[] = [];
  let start = 0;
  for (const round of rounds) {
    const end = round.textLength;
    const before = text.slice(start, end);
    const last = parts.at(-1);
    if (last !== undefined && held.length === 0 && before.trim() === '') {
      last.rounds.push(round);
    } else if (openFenceLine(before) === undefined) {
      parts.push({ start, end, rounds: [...held, round] });
      start = end;
      held = [];
    } else {
      held.push(round);
    }
  }
  return [...parts, { start, end: text.length, rounds: held }];
}

/** The texts of the parts: read one after another, they have the code blocks that the page numbers. */
export function partTexts(answer: Answer): readonly string[] {
  return answerParts(answer).map(({ start, end }) => answer.text.slice(start, end));
}

/** The call that runs now: the tools run one after another. */
export function runningCall({ state, text, rounds }: Answer): ToolRun | undefined {
  const last = rounds?.at(-1);
  return state === 'streaming' && last?.textLength === text.length
    ? last.runs.find(({ result }) => result === undefined)
    : undefined;
}

/** Whether a call of the answer has a result. */
export function hasRead({ rounds = [] }: Answer): boolean {
  return rounds.some(({ runs }) => runs.some(({ result }) => result !== undefined));
}

/** The messages of an answer in the history of a request. */
export function answerMessages(answer: Answer): readonly ChatMessage[] {
  const { messages, rest, open } = readRounds(answer);
  if (open !== undefined) {
    return [...messages, ...roundMessages(open, rest)];
  }
  return rest === '' && messages.length > 0
    ? messages
    : [...messages, { role: 'assistant', content: rest }];
}

/**
 * @param content the answer's text before the calls. Arguments that are no JSON go back as the text of one member: as they
 * are, servers refuse them in each further request (vllm-project/vllm#47761, MoonshotAI/kimi-cli#1171).
 */
export function roundMessages(
  { runs, reasoning }: Pick<ToolRound, 'runs' | 'reasoning'>,
  content: string,
): readonly ChatMessage[] {
  const toolCalls = runs.map((run) => ({
    id: run.id,
    name: run.name,
    input: inputOf(run) ?? { invalidJson: run.arguments },
  }));
  return [
    { role: 'assistant', content, toolCalls, ...(reasoning === undefined ? {} : { reasoning }) },
    {
      role: 'user',
      content: '',
      toolResults: runs.flatMap(({ id, result }) =>
        result === undefined ? [] : [{ callId: id, text: result.text }],
      ),
    },
  ];
}

/**
 * The rounds that a retry takes over from an answer that did not end well. The user has paid for them. None where they are
 * too much for the model: the request would fail again.
 */
export function keptRounds({ state, text, rounds = [], outcome }: Answer): Partial<Answer> {
  const isTooLong = outcome?.failure?.kind === 'contextTooLong';
  const complete = state === 'complete' || isTooLong ? [] : rounds.filter(isComplete);
  const last = complete.at(-1);
  return last === undefined
    ? {}
    : {
        text: text.slice(0, last.textLength),
        rounds: complete.map(({ outcome: _counted, ...round }) => round),
      };
}
