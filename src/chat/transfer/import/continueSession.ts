// A session of Continue, from `~/.continue/sessions/<id>.json`: a list of what was said, without IDs and times.
//
// Sources: core/util/history.ts of continuedev/continue (`history` of messages since January 2024), and
// server/continuedev/server/sessions.py of November 2023 for the two generations before
// (`session_state`, and `history.timeline` before that).
import * as v from 'valibot';
import type { Answer, Message } from '../../../shared/conversation/conversation';
import { readContinueEntries, type Entry } from './continueEntries';
import { normalizeTree, unansweredId } from './normalizeTree';
import { optionalField } from './lenient';
import { chatId } from './safeIds';
import { Counter, type ImportedChat, type ReaderOptions, type SkipReason } from './importedChat';

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

export function isContinueSession(json: unknown): boolean {
  const read = v.safeParse(sessionSchema, json);
  return read.success && entriesIn(read.output) !== undefined;
}

/** One line of `sessions.json`, which lists the sessions and holds none. */
export function isContinueIndexEntry(json: unknown): boolean {
  return (
    v.is(v.object({ sessionId: v.string(), dateCreated: v.unknown() }), json) ||
    v.is(v.object({ session_id: v.string(), date_created: v.unknown() }), json)
  );
}

/** `now` stands for the time of its messages, since a session tells none. */
export function readContinueSession(json: unknown, parts: ReaderOptions): ImportedChat | SkipReason {
  const read = v.safeParse(sessionSchema, json);
  const told = read.success ? entriesIn(read.output) : undefined;
  if (!read.success || told === undefined) {
    return 'unreadable';
  }
  const session = read.output;
  const lost = new Counter();
  const id = session.sessionId ?? session.session_id ?? session.session_info?.session_id;
  const own = id ?? parts.digest(JSON.stringify(told));
  const entries = told.flatMap((entry) => readContinueEntries(entry, lost));
  const messages = messagesOf(entries, own, session.chatModelTitle ?? '', parts, lost);
  const tree = normalizeTree(messages, messages.at(-1)?.id, lost);
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
    losses: lost.counts,
  };
}

function entriesIn({
  history,
  session_state: state,
}: v.InferOutput<typeof sessionSchema>): readonly unknown[] | undefined {
  return Array.isArray(history) ? history : (state?.history ?? history?.timeline);
}

/**
 * A session's messages have no IDs: each gets one of all that was said up to it, so that a session that
 * has grown is recognised, and one that was edited becomes a version.
 */
function messagesOf(
  entries: readonly Entry[],
  session: string,
  model: string,
  { digest, now }: ReaderOptions,
  lost: Counter,
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
      const images = entry.images.length === 0 ? {} : { images: entry.images };
      messages.push({
        kind: 'question',
        id: idOf(said),
        text: entry.text,
        ...images,
        parentId: parent,
        askedAt: at,
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
