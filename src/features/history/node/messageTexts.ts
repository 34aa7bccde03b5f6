// Reads the searchable texts of a conversation from its records, without rebuilding the conversation.
import * as v from 'valibot';
import { nodeDisk } from '../../../storage/node/disk';
import { BlobFiles } from '../../../storage/node/journal/blobs';
import type { JournalRecord } from '../../../storage/node/journal/record';
import { isMetaSegment, readSegments } from '../../../storage/node/journal/segments';
import type { MessageText } from './snippet';

const asked = v.object({ question: v.object({ id: v.string(), text: v.string() }) });
const messageAdded = v.object({ message: v.object({ id: v.string(), text: v.string() }) });
const textAppended = v.object({ answerId: v.string(), text: v.string() });
const textReclassified = v.object({ answerId: v.string(), textLength: v.number() });
/** Images, which are in base64 blobs, are not searched. */
const jsonBlobReference = v.object({ blob: v.string(), in: v.literal('json') });

/** The texts of all messages, including those off the visible path, in the order of their start. */
export async function readMessageTexts(
  folder: string,
  id: string,
): Promise<readonly MessageText[]> {
  const { records } = await readSegments(
    nodeDisk,
    folder,
    id,
    (segment) => !isMetaSegment(segment),
  );
  const blobs = new BlobFiles(nodeDisk, folder);
  const texts = new Map<string, string>();
  for (const record of records) {
    const data = await readData(record, blobs);
    const message = messageIn(record.type, data);
    if (record.type === 'textReclassified' && v.is(textReclassified, data)) {
      const { answerId, textLength } = data;
      texts.set(answerId, (texts.get(answerId) ?? '').slice(0, textLength));
    } else if (message !== undefined) {
      texts.set(message.id, (texts.get(message.id) ?? '') + message.text);
    }
  }
  return [...texts].map(([messageId, text]) => ({ id: messageId, text }));
}

async function readData({ data }: JournalRecord, blobs: BlobFiles): Promise<unknown> {
  if (!v.is(jsonBlobReference, data)) {
    return data;
  }
  const json = await blobs.read(data.blob).catch(() => undefined);
  return json && JSON.parse(json.toString('utf8'));
}

function messageIn(type: string, data: unknown): MessageText | undefined {
  switch (type) {
    case 'asked':
      return v.is(asked, data) ? data.question : undefined;
    case 'messageAdded':
      return v.is(messageAdded, data) ? data.message : undefined;
    case 'textAppended':
      return v.is(textAppended, data) ? { id: data.answerId, text: data.text } : undefined;
    default:
      return undefined;
  }
}
