// AttachmentFiles: the attachments of drafts, each in a file named by the SHA-256 of its content. A draft refers to
// them by that name, so each key press saves the text alone.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';
import { attachmentSchema } from '../../chat/conversationSchema';
import type { Attachment } from '../../shared/conversation/attachment';
import {
  type Disk,
  forEachSettled,
  makeFolder,
  readFileIfExists,
  readFolder,
  undefinedIfMissing,
  writeFileAtomic,
} from '../disk';
import { dayMs } from '../staleFiles';
import { parseDraft } from './draftFile';

/** In the folder of all conversations; no conversation has a hidden name. */
const folderName = '.attachments';

/** A temp file has more after the hash. */
const savedName = /^[0-9a-f]{64}\b/;

/** Half of the age at which the cleanup removes a file that no draft refers to. */
const refreshAgeMs = dayMs / 2;

export class AttachmentFiles {
  readonly #folder: string;
  /** Attachments do not change, so each is hashed once. */
  readonly #contents = new WeakMap<
    Attachment,
    { readonly hash: string; readonly content: string }
  >();

  /** @param conversations The folder of all conversations. */
  constructor(
    private readonly deps: {
      readonly disk: Disk;
      readonly now: () => number;
      readonly conversations: string;
      readonly writer: string;
    },
  ) {
    this.#folder = join(deps.conversations, folderName);
  }

  /** Saves what is not saved yet. Resolves to their names, in the same order. */
  async save(attachments: readonly Attachment[]): Promise<readonly string[]> {
    const names: string[] = [];
    for (const attachment of attachments) {
      const { hash, content } = this.#contentOf(attachment);
      await this.#write(hash, content);
      names.push(hash);
    }
    return names;
  }

  /** Leaves out what is missing or damaged. */
  async load(names: readonly string[]): Promise<readonly Attachment[]> {
    const loaded = await Promise.all(names.map((name) => this.#read(name)));
    return loaded.filter((attachment) => attachment !== undefined);
  }

  async #write(hash: string, content: string): Promise<void> {
    const { disk, now, writer } = this.deps;
    const path = join(this.#folder, hash);
    const saved = await disk.stat(path).catch(undefinedIfMissing);
    if (saved === undefined || now() - saved.mtimeMs > refreshAgeMs) {
      await makeFolder(disk, this.#folder);
      await writeFileAtomic(disk, path, content, writer);
    }
  }

  async #read(name: string): Promise<Attachment | undefined> {
    const bytes = await readFileIfExists(this.deps.disk, join(this.#folder, name));
    const content = bytes?.toString('utf8') ?? '';
    const parsed = v.safeParse(attachmentSchema, parseJson(content));
    return parsed.success && hashOf(content) === name ? parsed.output : undefined;
  }

  #contentOf(attachment: Attachment): { readonly hash: string; readonly content: string } {
    const known = this.#contents.get(attachment);
    if (known !== undefined) {
      return known;
    }
    const content = JSON.stringify(attachment);
    const hashed = { hash: hashOf(content), content };
    this.#contents.set(attachment, hashed);
    return hashed;
  }
}

/** Removes files older than a day that no draft refers to. @param folders Those that hold drafts; files are in the first. */
export async function removeUnusedAttachments(
  disk: Disk,
  folders: readonly [string, ...string[]],
  now: number,
): Promise<void> {
  const folder = join(folders[0], folderName);
  const files = (await readFolder(disk, folder)).filter((name) => savedName.test(name));
  if (files.length === 0) {
    return;
  }
  const used = new Set<string>();
  for (const drafts of folders) {
    for (const name of (await readFolder(disk, drafts)).filter((each) => each.endsWith('.draft'))) {
      const content = await readFileIfExists(disk, join(drafts, name));
      const draft = content && parseDraft(content.toString('utf8'));
      if (content !== undefined && draft === undefined) {
        // A newer version wrote it: which attachments it needs is not known.
        return;
      }
      for (const saved of draft === undefined ? [] : [draft, ...draft.queue]) {
        saved.attachments?.forEach((each) => used.add(each));
      }
    }
  }
  await forEachSettled(files, async (name) => {
    const path = join(folder, name);
    const state = await disk.stat(path).catch(undefinedIfMissing);
    if (!used.has(name) && state !== undefined && now - state.mtimeMs > dayMs) {
      await disk.rm(path, { force: true });
    }
  });
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
