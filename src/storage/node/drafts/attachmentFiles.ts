// AttachmentFiles: the attachments of drafts, each in a file named by the SHA-256 of its content. A draft refers to
// them by that name, so each key press saves the text alone.
//
// Several windows save and remove them without locks. The window that saves a draft writes its temp file, then the
// attachments that are missing or old, and only then renames the temp file. The window that removes an attachment moves
// it out of the way first, and then looks for drafts that refer to it, their temp files included. So either the saving
// window finds that the attachment is missing, or the removing window finds that it is used. The daily cleanup removes
// only files that are a day old, and a window that needs one writes it again before that.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { attachmentSchema } from '../../../conversation/node/conversationSchema';
import type { Attachment } from '../../../conversation/common/attachment';
import {
  type Disk,
  finalName,
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

/** `<hash>.<writer>.removed` is a file that its writer is about to remove, if still no draft refers to it. */
const pendingRemovalSuffix = '.removed';

/** Every name in the folder starts with a hash; those of temp files and pending removals have more after it. */
const hashPattern = /^[0-9a-f]{64}\b/;

/** Half of the age at which the cleanup removes a file that no draft refers to. */
const refreshAgeMs = dayMs / 2;

export class AttachmentFiles {
  readonly #folder: string;
  /** Attachments do not change, so each is hashed once. */
  readonly #contents = new WeakMap<
    Attachment,
    { readonly hash: string; readonly content: string }
  >();
  /** By the path of a draft (see `usedFileNames`). */
  readonly #draftReferences = new Map<string, readonly string[]>();

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

  /** The names of their files, in the same order, whether or not they are saved. */
  fileNames(attachments: readonly Attachment[]): readonly string[] {
    return attachments.map((attachment) => this.#contentOf(attachment).hash);
  }

  /** Saves what is not saved yet. */
  async save(attachments: readonly Attachment[]): Promise<void> {
    for (const attachment of attachments) {
      const { hash, content } = this.#contentOf(attachment);
      await this.#write(hash, content);
    }
  }

  /** Leaves out what is missing or damaged. */
  async load(names: readonly string[]): Promise<readonly Attachment[]> {
    const loaded = await Promise.all(names.map((name) => this.#read(name)));
    return loaded.filter((attachment) => attachment !== undefined);
  }

  /**
   * Removes the files that no draft refers to any more: what the user has removed or masked must not stay on the disk.
   * Resolves to the names that are still referred to.
   */
  async removeUnused(names: readonly string[]): Promise<readonly string[]> {
    const { disk } = this.deps;
    const unused = await this.#unusedOf(names);
    if (unused.size === 0) {
      return names;
    }
    const pathsOf = (name: string) =>
      [join(this.#folder, name), this.#pendingRemovalPath(name)] as const;
    let stillUnused: ReadonlySet<string> = new Set();
    const steps = [
      // First out of the way: a window that refers to it from now on does not find it and saves it again.
      () =>
        forEachSettled(unused, async (name) => {
          const [path, pendingPath] = pathsOf(name);
          await disk.rename(path, pendingPath).catch(undefinedIfMissing);
        }),
      // Another window may have begun to refer to one before that.
      async () => {
        stillUnused = await this.#unusedOf([...unused]);
      },
      () =>
        forEachSettled(unused, async (name) => {
          const [path, pendingPath] = pathsOf(name);
          await (stillUnused.has(name)
            ? disk.rm(pendingPath, { force: true })
            : disk.rename(pendingPath, path).catch(undefinedIfMissing));
        }),
    ];
    await forEachSettled(steps, (step) => step());
    return names.filter((name) => !stillUnused.has(name));
  }

  /** None if that is not known. */
  async #unusedOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const { disk, folders } = this.deps;
    const used =
      names.length === 0 ? undefined : await usedFileNames(disk, folders, this.#draftReferences);
    return new Set(used === undefined ? [] : names.filter((name) => !used.has(name)));
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
      // Put back after the first read.
      (await readFileIfExists(disk, path));
    const content = bytes?.toString('utf8') ?? '';
    const parsed = v.safeParse(attachmentSchema, parseJson(content));
    return parsed.success && hashOf(content) === name ? parsed.output : undefined;
  }

  /** Finds a file that a window is about to remove, or was when it crashed. */
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

/**
 * Removes files older than a day that no draft refers to, and temp files and pending removals that a crash has left.
 * @param folders Those that hold drafts; files are in the first.
 */
export async function removeStaleAttachments(
  disk: Disk,
  folders: readonly [string, ...string[]],
  now: number,
): Promise<void> {
  const folder = join(folders[0], folderName);
  const names = await readFolder(disk, folder);
  const files = names.flatMap((name) => {
    const hash = hashPattern.exec(name)?.[0];
    return hash === undefined ? [] : [{ name, hash }];
  });
  const used = files.length === 0 ? undefined : await usedFileNames(disk, folders);
  if (used === undefined) {
    return;
  }
  const saved = new Set(names);
  /** A temp file may be incomplete, so it is no copy. */
  const isOnlyCopy = (name: string, hash: string): boolean =>
    name === hash || (name.endsWith(pendingRemovalSuffix) && !saved.has(hash));
  await forEachSettled(files, async ({ name, hash }) => {
    const path = join(folder, name);
    const state = await disk.stat(path).catch(undefinedIfMissing);
    const isNeeded = used.has(hash) && isOnlyCopy(name, hash);
    if (!isNeeded && state !== undefined && now - state.mtimeMs > dayMs) {
      await disk.rm(path, { force: true });
    }
  });
}

/** Drafts change while they are read, but not as often as this. */
const maxListings = 20;

/**
 * The files that the drafts refer to. Undefined if that is not known: a newer version wrote a draft, or one cannot be
 * read although it is listed.
 * @param known What drafts refer to, by path, from earlier calls: a complete draft or temp file never changes.
 */
async function usedFileNames(
  disk: Disk,
  folders: readonly string[],
  known = new Map<string, readonly string[]>(),
): Promise<ReadonlySet<string> | undefined> {
  /** Temp files that are being written: the window that writes them saves missing attachments after that. */
  const incomplete = new Set<string>();
  let listedBefore: string | undefined;
  for (let listings = 0; listings < maxListings; listings += 1) {
    const paths = await draftPaths(disk, folders);
    const listed = paths.join();
    const unread = paths.filter((path) => !known.has(path) && !incomplete.has(path));
    // A draft that is replaced, or moved to the trash or back, can be missing in one listing.
    if (unread.length === 0 && listed === listedBefore) {
      const gone = [...known.keys()].filter((path) => !paths.includes(path));
      gone.forEach((path) => known.delete(path));
      return new Set([...known.values()].flat());
    }
    listedBefore = listed;
    // One after another: there may be more drafts than a process can have open files.
    for (const path of unread) {
      const content = (await readFileIfExists(disk, path))?.toString('utf8');
      const draft = content === undefined ? undefined : parseDraft(content);
      if (draft !== undefined) {
        known.set(path, attachmentFileNames(draft));
      } else if (content !== undefined) {
        if (finalName(basename(path)) === undefined || parseJson(content) !== undefined) {
          return undefined;
        }
        incomplete.add(path);
      }
    }
  }
  return undefined;
}

/** The paths of drafts and of their temp files. */
async function draftPaths(disk: Disk, folders: readonly string[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    const names = (await readFolder(disk, folder)).filter((name) =>
      (finalName(name) ?? name).endsWith('.draft'),
    );
    paths.push(...names.toSorted().map((name) => join(folder, name)));
  }
  return paths;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
