// Conversations on disk, one append-only journal each, so that a reload loses at most half a second.
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { ConversationStore } from '../chat/ports';
import type { Conversation } from '../shared/conversation';
import type { ConversationEvent } from '../shared/conversationEvent';
import { type Draft, emptyDraft, isEmptyDraft } from '../shared/draft';
import { draftFileText, readDraftFile } from './draftFile';
import { eventLine, headerLine, readJournal } from './journalRecords';
import { replaceFile } from './replaceFile';

/** How long deltas and drafts wait to be written together, in ms. */
const gatherMs = 400;

/** Journals are plain text; only their owner may read them. */
const fileMode = 0o600;
const folderMode = 0o700;

type DeltaEvent = ConversationEvent & { readonly type: 'delta' };

/**
 * Writes in the order of the calls. A write that fails is told by `onDidFail`; its lines go with the
 * next one to the same journal.
 */
export class JournalStore implements ConversationStore, Disposable {
  readonly #failed = new Emitter<unknown>();
  readonly #deltas = new Map<string, DeltaEvent>();
  /** Those that wait to be written. */
  readonly #drafts = new Map<string, Draft>();
  /** By conversation: lines that wait, or that the disk refused. */
  readonly #unwritten = new Map<string, string>();
  readonly #folder: string;
  readonly #clock: Clock;
  #timer: Disposable | undefined;
  #written: Promise<void> = Promise.resolve();

  readonly onDidFail = this.#failed.event;

  /** `folder` is made on the first write. */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async load(id: string): Promise<Conversation | undefined> {
    const text = await readIfThere(this.#journal(id));
    return text === undefined ? undefined : readJournal(text);
  }

  async loadDraft(id: string): Promise<Draft> {
    await this.#written;
    const waiting = this.#drafts.get(id);
    if (waiting !== undefined) {
      return waiting;
    }
    const text = await readIfThere(this.#draft(id));
    return text === undefined ? emptyDraft : readDraftFile(text);
  }

  create(conversation: Conversation): void {
    this.#appendLine(conversation.id, headerLine(conversation));
  }

  append(id: string, event: ConversationEvent): void {
    if (event.type !== 'delta') {
      this.#writeDeltas();
      this.#appendLine(id, eventLine(event));
      return;
    }
    const waiting = this.#deltas.get(id);
    if (waiting !== undefined && waiting.answerId !== event.answerId) {
      this.#writeDeltas();
    }
    const before = this.#deltas.get(id);
    this.#deltas.set(id, {
      ...event,
      text: (before?.text ?? '') + event.text,
      reasoning: (before?.reasoning ?? '') + event.reasoning,
    });
    this.#writeSoon();
  }

  saveDraft(id: string, draft: Draft): void {
    this.#drafts.set(id, draft);
    this.#writeSoon();
  }

  async flush(): Promise<void> {
    this.#writeAll();
    await this.#written;
  }

  dispose(): void {
    this.#writeAll();
    this.#failed.dispose();
  }

  #writeSoon(): void {
    this.#timer ??= this.#clock.after(gatherMs, () => this.#writeAll());
  }

  #writeAll(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#writeDeltas();
    for (const [id, draft] of this.#drafts) {
      const path = this.#draft(id);
      this.#enqueue(() =>
        isEmptyDraft(draft) ? rm(path, { force: true }) : replaceFile(path, draftFileText(draft)),
      );
    }
    this.#drafts.clear();
  }

  #writeDeltas(): void {
    for (const [id, delta] of this.#deltas) {
      this.#appendLine(id, eventLine(delta));
    }
    this.#deltas.clear();
  }

  /** A line end stands on both sides, so that a line torn earlier takes no other with it. */
  #appendLine(id: string, line: string): void {
    this.#unwritten.set(id, `${this.#unwritten.get(id) ?? ''}\n${line}\n`);
    this.#enqueue(async () => {
      const text = this.#unwritten.get(id) ?? '';
      if (text !== '') {
        await appendWhole(this.#journal(id), text);
        this.#unwritten.set(id, (this.#unwritten.get(id) ?? '').slice(text.length));
      }
    });
  }

  #enqueue(write: () => Promise<void>): void {
    this.#written = this.#written
      .then(() => mkdir(this.#folder, { recursive: true, mode: folderMode }))
      .then(write)
      .catch((error: unknown) => this.#failed.fire(error));
  }

  #journal(id: string): string {
    return join(this.#folder, `${encodeURIComponent(id)}.jsonl`);
  }

  #draft(id: string): string {
    return join(this.#folder, `${encodeURIComponent(id)}.draft`);
  }
}

/** Appends all of the text or nothing: a half that was written would be told twice. */
async function appendWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', fileMode);
  try {
    const { size } = await file.stat();
    await file.appendFile(text).catch(async (error: unknown) => {
      await file.truncate(size);
      throw error;
    });
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
