// One state of a draft, as one window kept it: a file that is written once, so that whoever removes it knows what it held.
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';
import type { Draft } from '../../shared/conversation/draft';

/** What a question is being rewritten to; without a text that was left. */
export interface SavedEdit {
  readonly text?: string;
  /** When it was changed last, in ms since 1970. */
  readonly at: number;
}

export interface DraftState extends Omit<Draft, 'edits'> {
  /** By question. */
  readonly edits: Readonly<Record<string, SavedEdit>>;
  /** When it was written, and when its text was changed last; both in ms since 1970. */
  readonly savedAt: number;
  readonly typedAt: number;
  /** Questions that have left the queue, by their IDs: another file may hold them still. */
  readonly gone: readonly string[];
  /** The names of the files in whose place it was put. */
  readonly over: readonly string[];
}

const edit = v.object({ text: v.exactOptional(v.string()), at: v.number() });
const queue = v.array(v.object({ id: v.string(), text: v.string() }));

const state = v.object({
  version: v.literal(2),
  text: v.string(),
  queue,
  edits: v.optional(v.record(v.string(), edit), {}),
  savedAt: v.number(),
  typedAt: v.number(),
  gone: v.array(v.string()),
  over: v.array(v.string()),
});

/** Of a window's nth file, for a conversation whose folder is called `folder`. */
export function draftName(folder: string, writer: string, n: number): string {
  return `${folder}.${writer}-${n}.draft`;
}

/** Those that hold drafts of the conversation whose folder has, or would have, this name. */
export function draftNames(names: readonly string[], folder: string): readonly string[] {
  return names.filter(
    (name) => name.startsWith(`${folder}.`) && ending.test(name.slice(folder.length)),
  );
}

/** A writer's name has no dot, but an ID may. */
const ending = /^\.[^.]+-\d+\.draft$/;

export function draftFileText(kept: DraftState): string {
  return JSON.stringify({ version: 2, ...kept });
}

/** Undefined for what a later version wrote: that is left to it. */
export function readDraftFile(content: string): DraftState | undefined {
  const read = v.safeParse(state, parseJson(content));
  if (!read.success) {
    return undefined;
  }
  const { version: _version, ...kept } = read.output;
  return kept;
}
