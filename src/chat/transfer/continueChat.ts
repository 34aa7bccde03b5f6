// A session of Continue, from `~/.continue/sessions/<id>.json`, in the shapes that it has had since 2023.
//
// Sources: core/index.d.ts and core/util/history.ts of continuedev/continue (`history` of messages since
// January 2024, `content` in parts and reasoning later), and server/continuedev/server/sessions.py of
// November 2023 for the two before (`session_state`, and `history.timeline` before that).
import * as v from 'valibot';
import type { Answer, Message, Picture, ToolCall } from '../../shared/conversation';
import { pictureOnly } from './chatGptMessage';
import { fittedTree, unansweredId } from './fittedTree';
import { chatId } from './ownIds';
import { LossCount, type ReadChat, type ReadingParts, type RefusedChat } from './readChat';

const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.nullish(schema), undefined);
const list = v.fallback(v.array(v.unknown()), []);

const stepSchema = v.object({
  step_type: optional(v.string()),
  class_name: optional(v.string()),
  name: optional(v.string()),
  description: optional(v.string()),
  hide: optional(v.boolean()),
  params: optional(v.object({ user_input: optional(v.string()) })),
  user_input: optional(v.string()),
});
const sessionSchema = v.object({
  sessionId: optional(v.string()),
  session_id: optional(v.string()),
  title: optional(v.string()),
  chatModelTitle: optional(v.string()),
  history: optional(v.union([v.array(v.unknown()), v.object({ timeline: v.array(v.unknown()) })])),
  session_state: optional(v.object({ history: v.array(v.unknown()) })),
  session_info: optional(
    v.object({ title: optional(v.string()), session_id: optional(v.string()) }),
  ),
});
const itemSchema = v.object({
  message: v.object({
    role: v.string(),
    content: v.fallback(v.nullable(v.union([v.string(), v.array(v.unknown())])), null),
    toolCalls: list,
  }),
  contextItems: list,
  reasoning: optional(v.object({ text: optional(v.string()) })),
  promptLogs: list,
});
const partSchema = v.object({
  type: v.string(),
  text: optional(v.string()),
  imageUrl: optional(v.object({ url: v.string() })),
});
const toolCallSchema = v.object({
  function: v.object({ name: optional(v.string()), arguments: optional(v.string()) }),
});
const promptLogSchema = v.object({ modelTitle: v.string() });
const nodeSchema = v.object({ step: v.unknown() });

/** One entry of a session, whatever its generation. */
interface Entry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly pictures: readonly Picture[];
  readonly model: string | undefined;
  readonly toolCalls: readonly ToolCall[];
}

export function isContinueChat(json: unknown): boolean {
  const read = v.safeParse(sessionSchema, json);
  return read.success && entriesIn(read.output) !== undefined;
}

/** One line of `sessions.json`, which lists the sessions and holds none. */
export function isContinueListing(json: unknown): boolean {
  return (
    v.is(v.object({ sessionId: v.string(), dateCreated: v.unknown() }), json) ||
    v.is(v.object({ session_id: v.string(), date_created: v.unknown() }), json)
  );
}

/** `now` stands for the time of its messages, since a session tells none. */
export function continueChat(json: unknown, parts: ReadingParts): ReadChat | RefusedChat {
  const read = v.safeParse(sessionSchema, json);
  const told = read.success ? entriesIn(read.output) : undefined;
  if (!read.success || told === undefined) {
    return 'unreadable';
  }
  const session = read.output;
  const lost = new LossCount();
  const id = session.sessionId ?? session.session_id ?? session.session_info?.session_id;
  const own = id ?? parts.digest(JSON.stringify(told));
  const entries = told.flatMap((entry) => readEntry(entry, lost)).filter(isSaid);
  const messages = messagesOf(entries, own, session.chatModelTitle ?? '', parts, lost);
  const tree = fittedTree(messages, messages.at(-1)?.id, lost);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = (session.title ?? session.session_info?.title ?? '').trim();
  return {
    ...(title === '' || title === 'New Session' ? {} : { title }),
    conversation: {
      id: chatId(`continue-${own.toLowerCase()}`, parts.digest),
      createdAt: parts.now,
      model: parts.model,
      ...tree,
    },
    losses: lost.losses,
  };
}

function entriesIn({
  history,
  session_state: state,
}: v.InferOutput<typeof sessionSchema>): readonly unknown[] | undefined {
  return Array.isArray(history) ? history : (state?.history ?? history?.timeline);
}

function isSaid({ text, reasoning, pictures, toolCalls }: Entry): boolean {
  return (
    text.trim() !== '' || reasoning.trim() !== '' || pictures.length > 0 || toolCalls.length > 0
  );
}

function readEntry(json: unknown, lost: LossCount): readonly Entry[] {
  const item = v.safeParse(itemSchema, json);
  if (item.success) {
    return ofItem(item.output, lost);
  }
  const node = v.safeParse(nodeSchema, json);
  const step = v.safeParse(stepSchema, node.success ? node.output.step : json);
  if (!step.success || (step.output.step_type ?? step.output.class_name) == null) {
    lost.add('unreadableMessage');
    return [];
  }
  return ofStep(step.output, lost);
}

function ofItem(
  { message, contextItems, reasoning, promptLogs }: v.InferOutput<typeof itemSchema>,
  lost: LossCount,
): readonly Entry[] {
  const { text, pictures } = contentOf(message.content, lost);
  lost.add('attachment', contextItems.length);
  const entry = { pictures, model: undefined, toolCalls: [] };
  switch (message.role) {
    case 'user':
      return [{ ...entry, role: 'user', text, reasoning: '' }];
    case 'assistant':
      return [
        {
          ...entry,
          role: 'assistant',
          text,
          reasoning: reasoning?.text ?? '',
          model: promptLogs.flatMap(modelOf).at(-1),
          toolCalls: message.toolCalls.flatMap(toolCallOf),
        },
      ];
    case 'thinking':
      return [{ ...entry, role: 'assistant', text: '', reasoning: text }];
    case 'system':
      lost.add('systemMessage', text === '' ? 0 : 1);
      return [];
    default:
      lost.add('toolMessage');
      return [];
  }
}

/** Steps of Continue's own work are hidden, or have nothing to say. */
function ofStep(step: v.InferOutput<typeof stepSchema>, lost: LossCount): readonly Entry[] {
  const type = step.step_type ?? step.class_name;
  const asked = step.params?.user_input ?? step.user_input;
  const text = (type === 'UserInputStep' ? asked : undefined) ?? step.description ?? '';
  const entry = { text, reasoning: '', pictures: [], model: undefined, toolCalls: [] };
  if (type === 'UserInputStep') {
    return [{ ...entry, role: 'user' }];
  }
  if (step.hide === true || text === '') {
    lost.add('toolMessage');
    return [];
  }
  return [{ ...entry, role: 'assistant' }];
}

function contentOf(
  content: string | readonly unknown[] | null,
  lost: LossCount,
): { readonly text: string; readonly pictures: readonly Picture[] } {
  if (content === null || typeof content === 'string') {
    return { text: content ?? '', pictures: [] };
  }
  const texts: string[] = [];
  const pictures: Picture[] = [];
  for (const json of content) {
    const read = v.safeParse(partSchema, json);
    const { text, imageUrl } = read.success ? read.output : {};
    const picture = imageUrl == null ? undefined : pictureOf(imageUrl.url);
    if (picture !== undefined) {
      pictures.push(picture);
    } else if (text != null) {
      texts.push(text);
    } else {
      lost.add(imageUrl == null ? 'otherContent' : 'picture');
    }
  }
  const text = texts.join('\n\n');
  return { text: text.trim() === '' && content.length > 0 ? pictureOnly : text, pictures };
}

function pictureOf(url: string): Picture | undefined {
  const [, mediaType, data] =
    /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/u.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

function modelOf(log: unknown): readonly string[] {
  const read = v.safeParse(promptLogSchema, log);
  return read.success ? [read.output.modelTitle] : [];
}

function toolCallOf(json: unknown): readonly ToolCall[] {
  const read = v.safeParse(toolCallSchema, json);
  const { name, arguments: given } = read.success ? read.output.function : {};
  return name == null ? [] : [{ name, arguments: given ?? '' }];
}

/**
 * A session's messages have no IDs: each gets one of all that was said up to it, so that a session that
 * has grown is recognised, and one that was edited becomes a version.
 */
function messagesOf(
  entries: readonly Entry[],
  session: string,
  model: string,
  { digest, now }: ReadingParts,
  lost: LossCount,
): readonly Message[] {
  const messages: Message[] = [];
  let said = session;
  // What has no time of its own keeps its order by it.
  let at = now;
  let turn: Entry[] = [];
  const endTurn = (): void => {
    const question = messages.at(-1);
    if (question === undefined) {
      lost.add('questionlessAnswer', turn.length);
    } else if (turn.length > 0) {
      messages.push(answerOf(turn, idOf(said), question.id, model, at));
    }
    turn = [];
  };
  for (const entry of entries) {
    if (entry.role === 'user') {
      endTurn();
    } else {
      turn.push(entry);
    }
    said = digest(JSON.stringify([said, entry.role, entry.text]));
    at += 1;
    if (entry.role === 'user') {
      const last = messages.at(-1);
      const parent = last?.kind === 'question' ? unansweredId(last.id) : (last?.id ?? '');
      const pictures = entry.pictures.length === 0 ? {} : { pictures: entry.pictures };
      messages.push({
        kind: 'question',
        id: idOf(said),
        text: entry.text,
        ...pictures,
        parent,
        at,
      });
    }
  }
  endTurn();
  return messages;
}

function idOf(said: string): string {
  return `c-${said.slice(0, 32)}`;
}

/** All that was said, thought and called between two questions. */
function answerOf(
  turn: readonly Entry[],
  id: string,
  questionId: string,
  model: string,
  at: number,
): Answer {
  const joined = (field: 'text' | 'reasoning'): string =>
    turn
      .map((entry) => entry[field])
      .filter((text) => text !== '')
      .join('\n\n');
  const text = joined('text');
  const toolCalls = turn.flatMap((entry) => entry.toolCalls);
  const said = text !== '' || toolCalls.length > 0;
  return {
    kind: 'answer',
    id,
    questionId,
    model: turn.findLast((entry) => entry.model !== undefined)?.model ?? model,
    state: said ? 'complete' : 'truncated',
    text,
    reasoning: joined('reasoning'),
    startedAt: at,
    outcome: { endedAt: at, ...(toolCalls.length === 0 ? {} : { toolCalls }) },
  };
}
