// Exports chats as JSON with everything that is saved of them; media/exportedChats.schema.json describes the format.
import * as v from 'valibot';
import type { Conversation } from '../../../../conversation/common/conversation';
import { conversationSchema, namedSchemas } from '../../../../conversation/node/conversationSchema';

export const exportFormat = 'portico-chats';
/** Increased when an older Portico would misread a file. */
export const exportVersion = 1;

export interface ChatToExport {
  readonly title: string;
  readonly conversation: Conversation;
}

/** The file as it is written. The chats come last, so that a reader knows the version before it reads them. */
export const exportedChatsSchema = v.object({
  format: v.literal(exportFormat),
  version: v.literal(exportVersion),
  exportedAt: namedSchemas.time,
  conversations: v.array(
    v.object({ title: v.string(), ...v.omit(conversationSchema, ['access']).entries }),
  ),
});

/** A longer message is one chunk. */
const minChunkChars = 65_536;

/**
 * Yields the file in chunks: all chats together can exceed the length of a string, and a single long
 * one would block the extension host. `exportedAt` is in milliseconds since 1970.
 */
export async function* exportJson(
  chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
  exportedAt: number,
): AsyncGenerator<string> {
  let chunk = `{"format":${JSON.stringify(exportFormat)},"version":${exportVersion},"exportedAt":${exportedAt},"conversations":[`;
  let separator = '\n';
  for await (const chat of chats) {
    chunk += separator;
    separator = ',\n';
    for (const text of chatJson(chat)) {
      chunk += text;
      if (chunk.length >= minChunkChars) {
        yield chunk;
        chunk = '';
      }
    }
  }
  yield `${chunk}\n]}\n`;
}

function* chatJson({ title, conversation }: ChatToExport): Generator<string> {
  const {
    readOnly: _readOnly,
    title: _title,
    access: _access,
    messages,
    offPath,
    ...fields
  } = conversation;
  yield JSON.stringify({ title, ...fields }).slice(0, -1);
  for (const [key, list] of Object.entries({ messages, offPath })) {
    yield `,${JSON.stringify(key)}:[`;
    for (const [index, message] of list.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(message)}`;
    }
    yield ']';
  }
  yield '}';
}
