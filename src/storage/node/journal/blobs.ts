// Blobs: images and long data, stored next to the journal in files that are named by their SHA-256.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { makeFolderInside, readFileIfExists, writeFileAtomic, type Disk } from '../disk';

/** Longer data goes into a blob. */
const maxInlineJsonBytes = 32 * 1024;

export interface Blob {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Replaces a value by its blob, which holds decoded base64 or JSON. */
const reference = v.strictObject({
  blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  in: v.picklist(['base64', 'json']),
});
type Reference = v.InferOutput<typeof reference>;

const image = v.object({ mediaType: v.string(), data: v.string() });

interface ExtractedBlobs {
  /** The data with references to the blobs. */
  readonly json: string;
  readonly blobs: readonly Blob[];
}

export function extractBlobs(data: unknown): ExtractedBlobs {
  const blobs: Blob[] = [];
  const addBlob = (bytes: Buffer, form: Reference['in']): Reference => {
    const hash = hashOf(bytes);
    blobs.push({ hash, bytes });
    return { blob: hash, in: form };
  };
  const json = JSON.stringify(data, (_key, value: unknown) => {
    const { success, output } = v.safeParse(image, value);
    if (!success) {
      return value;
    }
    const bytes = Buffer.from(output.data, 'base64');
    return bytes.toString('base64') === output.data
      ? { ...output, data: addBlob(bytes, 'base64') }
      : output;
  });
  if (Buffer.byteLength(json) <= maxInlineJsonBytes) {
    return { json, blobs };
  }
  return { json: JSON.stringify(addBlob(Buffer.from(json), 'json')), blobs };
}

export function hasBlobReferences(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    ('blob' in data || Object.values(data).some(hasBlobReferences))
  );
}

/** Replaces references by their blobs. Objects with a missing blob become undefined, and are dropped from lists. */
export async function inlineBlobs(
  data: unknown,
  read: (hash: string) => Promise<Buffer | undefined>,
): Promise<unknown> {
  if (typeof data !== 'object' || data === null) {
    return data;
  }
  const found = v.safeParse(reference, data);
  if (found.success) {
    const bytes = await read(found.output.blob);
    return found.output.in === 'base64'
      ? bytes?.toString('base64')
      : await inlineBlobs(bytes && JSON.parse(bytes.toString('utf8')), read);
  }
  if (Array.isArray(data)) {
    const items = await Promise.all(data.map((item) => inlineBlobs(item, read)));
    return items.filter((item) => item !== undefined);
  }
  const entries = await Promise.all(
    Object.entries(data).map(
      async ([key, value]) => [key, await inlineBlobs(value, read)] as const,
    ),
  );
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

export class BlobFiles {
  readonly #folder: string;

  constructor(
    private readonly disk: Disk,
    conversationFolder: string,
  ) {
    this.#folder = join(conversationFolder, 'blobs');
  }

  /** Undefined if it is missing or its content does not match its hash. */
  async read(hash: string): Promise<Buffer | undefined> {
    const bytes = await readFileIfExists(this.disk, join(this.#folder, hash));
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** @throws `ENOENT` if the conversation has no folder. */
  async write({ hash, bytes }: Blob, writer: string): Promise<void> {
    if ((await this.read(hash)) === undefined) {
      await makeFolderInside(this.disk, this.#folder);
      await writeFileAtomic(this.disk, join(this.#folder, hash), bytes, writer);
    }
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
