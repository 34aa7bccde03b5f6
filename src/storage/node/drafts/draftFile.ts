// Draft files: each holds one state of a draft as one window saved it, and is never changed. So the window that
// removes a file knows its content.
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';

/** The new text of a question that is being edited; without `text` the edit was discarded. */
export interface SavedEdit {
  readonly text?: string;
  /** In ms since 1970. */
  readonly editedAt: number;
}

/** A question as a draft file has it. */
export interface SavedQuestion {
  readonly text: string;
  /** Names of files (see attachmentFiles.ts); absent if there are none. */
  readonly attachments?: readonly string[];
}

export interface SavedQueuedQuestion extends SavedQuestion {
  readonly id: string;
}

export interface DraftState extends SavedQuestion {
  readonly queue: readonly SavedQueuedQuestion[];
  /** By question ID. */
  readonly edits: Readonly<Record<string, SavedEdit>>;
  /** When the file was written, in ms since 1970. */
  readonly savedAt: number;
  /** When the text or its attachments were last changed, in ms since 1970. */
  readonly typedAt: number;
  /** IDs of questions that have left the queue; other files may still have them. */
  readonly dequeued: readonly string[];
  /** The names of the files that this one replaces. */
  readonly replacedFiles: readonly string[];
}

/** The names of the files of all attachments of a draft. */
export function attachmentFileNames(
  draft: SavedQuestion & { readonly queue: readonly SavedQuestion[] },
): readonly string[] {
  return [draft, ...draft.queue].flatMap(({ attachments = [] }) => attachments);
}

const savedQuestion = {
  text: v.string(),
  attachments: v.exactOptional(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))),
};

const draftState = v.object({
  version: v.literal(1),
  ...savedQuestion,
  queue: v.array(v.object({ id: v.string(), ...savedQuestion })),
  edits: v.record(
    v.string(),
    v.object({ text: v.exactOptional(v.string()), editedAt: v.number() }),
  ),
  savedAt: v.number(),
  typedAt: v.number(),
  dequeued: v.array(v.string()),
  replacedFiles: v.array(v.string()),
});

/** @param folder The name of the conversation's folder. @param count Of the writer's files so far. */
export function draftFileName(folder: string, writer: string, count: number): string {
  return `${folder}.${writer}-${count}.draft`;
}

/** A writer's name has no dot, but a folder's name may. */
const nameEnd = /^\.[^.]+-\d+\.draft$/;

/** The draft files of a conversation. @param folder The name of its folder. */
export function draftFileNames(names: readonly string[], folder: string): readonly string[] {
  return names.filter((name) => name.startsWith(folder) && nameEnd.test(name.slice(folder.length)));
}

export function serializeDraft(state: DraftState): string {
  return JSON.stringify({ version: 1, ...state });
}

/** Undefined for a file of a newer version, which only that version may remove. */
export function parseDraft(content: string): DraftState | undefined {
  const read = v.safeParse(draftState, parseJson(content));
  if (!read.success) {
    return undefined;
  }
  const { version: _version, ...state } = read.output;
  return state;
}
