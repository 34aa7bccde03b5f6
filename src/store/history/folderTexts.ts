// What can be searched of a conversation, out of its records: nothing is read that no search looks for.
import * as v from 'valibot';
import { Blobs } from '../journal/blobs';
import { nodeDisk } from '../disk';
import { type JournalRecord } from '../journal/record';
import { isMeta, readSegments } from '../journal/segments';
import type { MessageText } from './snippet';

const asked = v.object({ question: v.object({ id: v.string(), text: v.string() }) });
const kept = v.object({ message: v.object({ id: v.string(), text: v.string() }) });
const delta = v.object({ answerId: v.string(), text: v.string() });
/** Long data lies beside its record; pictures in it are left there. */
const beside = v.object({ blob: v.string(), in: v.literal('json') });

/** Of every message, those off the path that is shown too, in the order in which they began. */
export async function textsOf(folder: string, id: string): Promise<readonly MessageText[]> {
  const { records } = await readSegments(nodeDisk, folder, id, (segment) => !isMeta(segment));
  const blobs = new Blobs(nodeDisk, folder);
  const parts = new Map<string, string[]>();
  for (const record of records) {
    for (const { id: message, text } of textIn(await whole(record, blobs))) {
      const known = parts.get(message);
      if (known === undefined) {
        parts.set(message, [text]);
      } else {
        known.push(text);
      }
    }
  }
  return [...parts].map(([message, texts]) => ({ id: message, text: texts.join('') }));
}

async function whole(record: JournalRecord, blobs: Blobs): Promise<JournalRecord> {
  if (!v.is(beside, record.d)) {
    return record;
  }
  const text = await blobs.read(record.d.blob).catch(() => undefined);
  return { ...record, d: text && JSON.parse(text.toString('utf8')) };
}

function textIn({ k, d }: JournalRecord): readonly MessageText[] {
  switch (k) {
    case 'asked':
      return v.is(asked, d) ? [d.question] : [];
    case 'messageAdded':
      return v.is(kept, d) ? [d.message] : [];
    case 'textAppended':
      return v.is(delta, d) ? [{ id: d.answerId, text: d.text }] : [];
    default:
      return [];
  }
}
