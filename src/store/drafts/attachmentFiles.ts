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
import { attachmentFileNames, parseDraft } from './draftFile';

/** In the folder of all conversations; no conversation has a hidden name. */
const folderName = '.attachments';

/** Of files that are being removed. */
const pendingRemovalSuffix = '.removed';

/** A temp file, and one that is being removed, has more after the hash. */
const savedName = /^[0-9a-f]{64}\b/;
const hashLength = 64;

/** Half of the age at which the cleanup removes a file that no draft refers to. */
const refreshAgeMs = dayMs / 2;

export class AttachmentFiles {
  readonly #folder: string;
  /** Attachments do not change, so each is hashed once. */
  readonly #contents = new WeakMap<
    Attachment,
    { readonly hash: string; readonly content: string }
  >();

  constructor(
    private readonly deps: {
      readonly disk: Disk;
      readonly now: () => number;
      /** The folders that hold drafts: that of all conversations, then the trash. */
      readonly folders: readonly [string, ...string[]];
      readonly writer: string;
    },
  ) {
    this.#folder = join(deps.folders[0], folderName);
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

  /**
   * Removes those that no draft refers to any more: what the user has removed or masked must not stay on the disk.
   * Resolves to the names that remain.
   */
  async removeUnused(names: readonly string[]): Promise<readonly string[]> {
    const { disk } = this.deps;
    const unused = await this.#unusedOf(names);
    for (const name of unused) {
      await disk
        .rename(join(this.#folder, name), this.#pendingRemovalPath(name))
        .catch(undefinedIfMissing);
    }
    // Another window may have begun to refer to one meanwhile.
    const stillUnused = unused.length === 0 ? [] : await this.#unusedOf(unused);
    for (const name of unused) {
      if (stillUnused.includes(name)) {
        await disk.rm(this.#pendingRemovalPath(name), { force: true });
      } else {
        await disk
          .rename(this.#pendingRemovalPath(name), join(this.#folder, name))
          .catch(undefinedIfMissing);
      }
    }
    return names.filter((name) => !stillUnused.includes(name));
  }

  async #unusedOf(names: readonly string[]): Promise<readonly string[]> {
    const { disk, folders } = this.deps;
    const used = names.length === 0 ? undefined : await usedFileNames(disk, folders);
    return used === undefined ? [] : names.filter((name) => !used.has(name));
  }

  #pendingRemovalPath(name: string): string {
    return `${join(this.#folder, name)}.${this.deps.writer}${pendingRemovalSuffix}`;
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
    const { disk } = this.deps;
    const path = join(this.#folder, name);
    const bytes =
      (await readFileIfExists(disk, path)) ??
      (await this.#readPendingRemoval(name)) ??
      // It was put back meanwhile.
      (await readFileIfExists(disk, path));
    const content = bytes?.toString('utf8') ?? '';
    const parsed = v.safeParse(attachmentSchema, parseJson(content));
    return parsed.success && hashOf(content) === name ? parsed.output : undefined;
  }

  /** A window that was removing it may have crashed. */
  async #readPendingRemoval(name: string): Promise<Buffer | undefined> {
    const { disk } = this.deps;
    const renamed = (await readFolder(disk, this.#folder)).find(
      (each) => each.startsWith(name) && each.endsWith(pendingRemovalSuffix),
    );
    return renamed === undefined ? undefined : readFileIfExists(disk, join(this.#folder, renamed));
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
export async function removeStaleAttachments(
  disk: Disk,
  folders: readonly [string, ...string[]],
  now: number,
): Promise<void> {
  const folder = join(folders[0], folderName);
  const files = (await readFolder(disk, folder)).filter((name) => savedName.test(name));
  if (files.length === 0) {
    return;
  }
  const used = await usedFileNames(disk, folders);
  if (used === undefined) {
    return;
  }
  await forEachSettled(files, async (name) => {
    const path = join(folder, name);
    const state = await disk.stat(path).catch(undefinedIfMissing);
    if (
      !used.has(name.slice(0, hashLength)) &&
      state !== undefined &&
      now - state.mtimeMs > dayMs
    ) {
      await disk.rm(path, { force: true });
    }
  });
}

/** The attachments of all drafts. Undefined if a newer version wrote a draft: which ones that needs is not known. */
async function usedFileNames(
  disk: Disk,
  folders: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  let paths = await draftPaths(disk, folders);
  for (;;) {
    const contents = await Promise.all(paths.map((path) => readFileIfExists(disk, path)));
    const pathsBefore = paths;
    paths = await draftPaths(disk, folders);
    // A file that is new, or disappeared while reading, may have taken the place of another one.
    if (paths.join() === pathsBefore.join() && !contents.includes(undefined)) {
      const drafts = contents.map((content) => parseDraft(content?.toString('utf8') ?? ''));
      return drafts.includes(undefined)
        ? undefined
        : new Set(drafts.flatMap((draft) => (draft === undefined ? [] : attachmentFileNames(draft))));
    }
  }
}

async function draftPaths(disk: Disk, folders: readonly string[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    const names = (await readFolder(disk, folder)).filter((name) => name.endsWith('.draft'));
    paths.push(...names.toSorted().map((name) => join(folder, name)));
  }
  return paths;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
