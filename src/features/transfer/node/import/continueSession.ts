// Reads a session of Continue (`~/.continue/sessions/<id>.json`): a list of messages without IDs and times.
//
// Sources: core/util/history.ts of continuedev/continue (`history` of messages since January 2024), and
// server/continuedev/server/sessions.py of November 2023 for the two formats before it
// (`session_state`, and `history.timeline` before that).
import * as v from 'valibot';
import type { Answer, Message } from '../../../../conversation/common/conversation';
import { type ContinueEntry, readContinueEntries } from './continueEntries';
import {
  Counter,
  type ImportedChat,
  joinTexts,
  type LossCounter,
  optionalField,
  type ImportOptions,
  safeChatId,
  type SkipReason,
} from './importedChat';
import { missingAnswerId, normalizeTree } from './normalizeTree';

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
  const parsed = v.safeParse(sessionSchema, json);
  return parsed.success && historyOf(parsed.output) !== undefined;
}

/** An entry of `sessions.json`, which lists the sessions without their messages. */
export function isContinueIndexEntry(json: unknown): boolean {
  return (
    v.is(v.object({ sessionId: v.string(), dateCreated: v.unknown() }), json) ||
    v.is(v.object({ session_id: v.string(), date_created: v.unknown() }), json)
  );
}

export function readContinueSession(
  json: unknown,
  options: ImportOptions,
): ImportedChat | SkipReason {
  const parsed = v.safeParse(sessionSchema, json);
  const history = parsed.success ? historyOf(parsed.output) : undefined;
  if (!parsed.success || history === undefined) {
    return 'unknownFormat';
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
  const tree = normalizeTree(messages, messages.at(-1)?.id, losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = (session.title ?? session.session_info?.title ?? '').trim();
  return {
    ...(title === '' || title === 'New Session' ? {} : { title }),
    conversation: {
      id: safeChatId(`continue-${id.toLowerCase()}`, options.digest),
      createdAt: options.now,
      model: options.model,
      ...tree,
    },
    losses: losses.counts,
  };
}

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
    const { role, text, images } = entry;
    if (role === 'assistant') {
      turn.push(entry);
    } else {
      endTurn();
    }
    hash = digest(JSON.stringify([hash, role, text]));
    time += 1;
    if (role === 'user') {
      const last = messages.at(-1);
      messages.push({
        kind: 'question',
        id: idFrom(hash),
        text,
        ...(images.length === 0 ? {} : { images }),
        parentId: last?.kind === 'question' ? missingAnswerId(last.id) : (last?.id ?? ''),
        askedAt: time,
      });
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
