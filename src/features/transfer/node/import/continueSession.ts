// Reads a session of Continue (`~/.continue/sessions/<id>.json`): a list of messages without IDs and times, in the
// formats used since 2023.
//
// Sources: core/util/history.ts and core/index.d.ts of continuedev/continue (`history` of messages since January 2024,
// content as a list and reasoning later), and server/continuedev/server/sessions.py and server/continuedev/core/main.py
// of 2023 for the two formats of steps before (`session_state`, and `history.timeline` before that).
import * as v from 'valibot';
import type { Answer, Message } from '../../../../conversation/common/conversation';
import type { QuestionImage, ToolCall } from '../../../../gateway/common/messageParts';
import { readParts } from './contentParts';
import {
  Counter,
  joinTexts,
  optionalField,
  optionalList,
  questionOf,
  type ChatReader,
  type ImportOptions,
  type LossCounter,
  type TextFile,
} from './importedChat';
import { chatOfProgram, missingAnswerId } from './normalizeTree';

const sessionSchema = v.object({
  sessionId: optionalField(v.string()),
  session_id: optionalField(v.string()),
  title: optionalField(v.string()),
  chatModelTitle: optionalField(v.string()),
  history: optionalField(
    v.union([v.array(v.unknown()), v.object({ timeline: v.array(v.unknown()) })]),
  ),
  session_state: optionalField(v.object({ history: v.array(v.unknown()) })),
  session_info: optionalField(
    v.object({ title: optionalField(v.string()), session_id: optionalField(v.string()) }),
  ),
});

const itemSchema = v.object({
  message: v.object({
    role: v.string(),
    content: v.optional(v.unknown()),
    toolCalls: optionalList,
  }),
  contextItems: optionalList,
  reasoning: optionalField(v.object({ text: optionalField(v.string()) })),
  promptLogs: optionalList,
});
const toolCallSchema = v.object({
  function: v.object({ name: v.string(), arguments: optionalField(v.string()) }),
});
const promptLogSchema = v.object({ modelTitle: v.string() });
/** An entry of the oldest format: a step and its result. */
const nodeSchema = v.object({ step: v.unknown() });
const stepSchema = v.object({
  step_type: optionalField(v.string()),
  class_name: optionalField(v.string()),
  name: optionalField(v.string()),
  description: optionalField(v.string()),
  hide: optionalField(v.boolean()),
  params: optionalField(v.object({ user_input: optionalField(v.string()) })),
  user_input: optionalField(v.string()),
});

interface ContinueEntry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly QuestionImage[];
  readonly files: readonly TextFile[];
  readonly model: string | undefined;
  readonly toolCalls: readonly ToolCall[];
}

/** An entry of `sessions.json`, which lists the sessions without their messages. */
const indexEntrySchema = v.union([
  v.object({ sessionId: v.string(), dateCreated: v.unknown() }),
  v.object({ session_id: v.string(), date_created: v.unknown() }),
]);

export const readContinueSession: ChatReader = (json, options) => {
  if (v.is(indexEntrySchema, json)) {
    return 'onlyListed';
  }
  const parsed = v.safeParse(sessionSchema, json);
  const history = parsed.success ? historyOf(parsed.output) : undefined;
  if (!parsed.success || history === undefined) {
    return undefined;
  }
  const session = parsed.output;
  const losses: LossCounter = new Counter();
  const id =
    session.sessionId ??
    session.session_id ??
    session.session_info?.session_id ??
    options.digest(JSON.stringify(history));
  const entries = history.flatMap((entry) => readContinueEntries(entry, losses));
  const messages = createMessages(entries, id, session.chatModelTitle ?? '', options, losses);
  return chatOfProgram(
    {
      program: 'continue',
      id,
      title: session.title ?? session.session_info?.title,
      createdAt: options.now,
      messages,
      shownId: messages.at(-1)?.id,
    },
    losses,
    options,
  );
};

function historyOf({
  history,
  session_state: state,
}: v.InferOutput<typeof sessionSchema>): readonly unknown[] | undefined {
  return Array.isArray(history) ? history : (state?.history ?? history?.timeline);
}

/**
 * Each message gets a hash of all messages up to it as its ID: so a session that has new messages is
 * recognized when it is imported again, and an edited message becomes a version.
 */
function createMessages(
  entries: readonly ContinueEntry[],
  sessionId: string,
  model: string,
  { digest, now }: ImportOptions,
  losses: LossCounter,
): readonly Message[] {
  const messages: Message[] = [];
  let hash = sessionId;
  // Increased with each entry: times decide the order of messages.
  let time = now;
  let turn: ContinueEntry[] = [];
  const endTurn = (): void => {
    const question = messages.at(-1);
    if (question === undefined) {
      losses.add('answerWithoutQuestion', turn.length);
    } else if (turn.length > 0) {
      messages.push(createAnswer(turn, idFrom(hash), question.id, model, time));
    }
    turn = [];
  };
  for (const entry of entries) {
    const { role, text, images, files } = entry;
    if (role === 'assistant') {
      turn.push(entry);
    } else {
      endTurn();
    }
    hash = digest(JSON.stringify([hash, role, text]));
    time += 1;
    if (role === 'user') {
      const last = messages.at(-1);
      const parentId = last?.kind === 'question' ? missingAnswerId(last.id) : (last?.id ?? '');
      messages.push(questionOf({ id: idFrom(hash), text, images, files, parentId, askedAt: time }));
    }
  }
  endTurn();
  return messages;
}

function idFrom(hash: string): string {
  return `c-${hash.slice(0, 32)}`;
}

/** One answer of all entries between two questions. */
function createAnswer(
  turn: readonly ContinueEntry[],
  id: string,
  questionId: string,
  defaultModel: string,
  time: number,
): Answer {
  const text = joinTexts(turn.map((entry) => entry.text));
  const toolCalls = turn.flatMap((entry) => entry.toolCalls);
  return {
    kind: 'answer',
    id,
    questionId,
    model: turn.findLast(({ model }) => model !== undefined)?.model ?? defaultModel,
    state: text !== '' || toolCalls.length > 0 ? 'complete' : 'truncated',
    text,
    reasoning: joinTexts(turn.map(({ reasoning }) => reasoning)),
    startedAt: time,
    outcome: { endedAt: time, ...(toolCalls.length === 0 ? {} : { toolCalls }) },
  };
}

/** Returns one entry, or none if it is blank or not imported; the latter counts as a loss. */
function readContinueEntries(json: unknown, losses: LossCounter): readonly ContinueEntry[] {
  return readEntry(json, losses).filter(
    ({ text, reasoning, images, files, toolCalls }) =>
      text.trim() !== '' ||
      reasoning.trim() !== '' ||
      [...images, ...files, ...toolCalls].length > 0,
  );
}

function readEntry(json: unknown, losses: LossCounter): readonly ContinueEntry[] {
  const item = v.safeParse(itemSchema, json);
  if (item.success) {
    return readItem(item.output, losses);
  }
  const node = v.safeParse(nodeSchema, json);
  const step = v.safeParse(stepSchema, node.success ? node.output.step : json);
  if (!step.success || (step.output.step_type ?? step.output.class_name) === undefined) {
    losses.add('unreadableMessage');
    return [];
  }
  return readStep(step.output, losses);
}

function readItem(
  { message, contextItems, reasoning, promptLogs }: v.InferOutput<typeof itemSchema>,
  losses: LossCounter,
): readonly ContinueEntry[] {
  const { text, images, ...read } = readParts(message.content, losses);
  const files = [...read.files, ...contextItems.flatMap(fileOf)];
  losses.add('attachment', contextItems.length + read.files.length - files.length);
  const entry = { text, reasoning: '', images, files, model: undefined, toolCalls: [] };
  switch (message.role) {
    case 'user':
      return [{ ...entry, role: 'user' }];
    case 'assistant':
      return [
        {
          ...entry,
          role: 'assistant',
          reasoning: joinTexts([read.reasoning, reasoning?.text ?? '']),
          model: promptLogs.flatMap(modelOf).at(-1),
          toolCalls: message.toolCalls.flatMap(toolCallOf),
        },
      ];
    case 'thinking':
      return [{ ...entry, role: 'assistant', text: '', reasoning: text }];
    case 'system':
      losses.add('systemMessage', text === '' ? 0 : 1);
      return [];
    default:
      losses.add('toolMessage');
      return [];
  }
}

/** Steps of Continue's own work are hidden or have no description. */
function readStep(
  step: v.InferOutput<typeof stepSchema>,
  losses: LossCounter,
): readonly ContinueEntry[] {
  const isQuestion = (step.step_type ?? step.class_name) === 'UserInputStep';
  const input = isQuestion ? (step.params?.user_input ?? step.user_input) : undefined;
  const text = input ?? step.description ?? '';
  if (!isQuestion && (step.hide === true || text === '')) {
    losses.add('toolMessage');
    return [];
  }
  const role = isQuestion ? 'user' : 'assistant';
  return [{ role, text, reasoning: '', images: [], files: [], model: undefined, toolCalls: [] }];
}

const contextItemSchema = v.fallback(
  v.object({
    name: optionalField(v.string()),
    description: optionalField(v.string()),
    content: optionalField(v.string()),
  }),
  {},
);
/** How the providers of files write a file. */
const fencedFile = /^```[^\n`]*\n([^]*)\n```$/u;

/** `description` of a file is its path. */
function fileOf(item: unknown): readonly TextFile[] {
  const { name, description, content = '' } = v.parse(contextItemSchema, item);
  const [, text = content] = fencedFile.exec(content) ?? [];
  return content === '' ? [] : [{ name: description ?? name ?? 'context', text }];
}

function modelOf(log: unknown): readonly string[] {
  const { success, output } = v.safeParse(promptLogSchema, log);
  return success ? [output.modelTitle] : [];
}

function toolCallOf(json: unknown): readonly ToolCall[] {
  const { success, output } = v.safeParse(toolCallSchema, json);
  return success
    ? [{ name: output.function.name, arguments: output.function.arguments ?? '' }]
    : [];
}
