// A draft and the questions queued behind it are one file: what goes from one to the other is never in neither.
import * as v from 'valibot';
import { parseJson } from '../base/parseJson';
import type { Draft } from '../shared/draft';

const kept = v.object({
  version: v.literal(1),
  text: v.string(),
  queue: v.array(v.object({ id: v.string(), text: v.string() })),
});

export function draftFileText({ text, queue }: Draft): string {
  return JSON.stringify({ version: 1, text, queue });
}

/** Versions before this one kept the message box's text alone. */
export function readDraftFile(content: string): Draft {
  const read = v.safeParse(kept, parseJson(content));
  return read.success
    ? { text: read.output.text, queue: read.output.queue }
    : { text: content, queue: [] };
}
