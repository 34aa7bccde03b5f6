// The lines of a conversation's journal.
import * as v from 'valibot';
import type { Conversation } from '../shared/conversation';
import { type ConversationEvent, reduce } from '../shared/conversationEvent';
import { conversationSchema, eventSchema } from '../chat/conversationSchema';

const header = v.object({ version: v.literal(1), conversation: conversationSchema });

/** One line, without its line end. */
export function headerLine(started: Conversation): string {
  return JSON.stringify({ version: 1, conversation: started });
}

/** One line, without its line end. */
export function eventLine(kept: ConversationEvent): string {
  return JSON.stringify(kept);
}

/** The conversation that a journal tells; a line that cannot be read, a torn last one say, is passed over. */
export function readJournal(text: string): Conversation | undefined {
  let told: Conversation | undefined;
  for (const line of text.split('\n')) {
    const record = parseJson(line);
    const started = v.safeParse(header, record);
    if (started.success) {
      told = started.output.conversation;
      continue;
    }
    const kept = v.safeParse(eventSchema, record);
    if (kept.success && told !== undefined) {
      told = reduce(told, kept.output);
    }
  }
  return told;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
