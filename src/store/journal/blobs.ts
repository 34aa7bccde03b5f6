// Pictures and long payloads lie beside the lines of a journal, named by what they hold.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Disk, makeFolderInside, putFile, readIfThere } from '../disk';

/** In bytes of JSON. */
const longestPayload = 32 * 1024;

export interface Blob {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Stands for a value that is kept in a blob: as the bytes that base64 says, or as JSON. */
const reference = v.strictObject({
  blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  in: v.picklist(['base64', 'json']),
});
type Reference = v.InferOutput<typeof reference>;

const picture = v.object({ mediaType: v.string(), data: v.string() });

/** The data as it is written into a line, as JSON, and what goes beside it. */
export function extractBlobs(d: unknown): {
  readonly json: string;
  readonly blobs: readonly Blob[];
} {
  const blobs: Blob[] = [];
  const keep = (bytes: Buffer, form: Reference['in']): Reference => {
    const hash = hashOf(bytes);
    blobs.push({ hash, bytes });
    return { blob: hash, in: form };
  };
  const json = JSON.stringify(d, (_key, value: unknown) => {
    const { success, output } = v.safeParse(picture, value);
    if (!success) {
      return value;
    }
    const bytes = Buffer.from(output.data, 'base64');
    return bytes.toString('base64') === output.data
      ? { ...output, data: keep(bytes, 'base64') }
      : output;
  });
  if (Buffer.byteLength(json) <= longestPayload) {
    return { json, blobs };
  }
  return { json: JSON.stringify(keep(Buffer.from(json), 'json')), blobs };
}

/** Whether something of a record's data lies beside it. */
export function hasBlobs(d: unknown): boolean {
  return typeof d === 'object' && d !== null && ('blob' in d || Object.values(d).some(hasBlobs));
}

/** The data with what lies beside it; what is lost there is undefined, in a list it is left out. */
export async function inlineBlobs(
  d: unknown,
  read: (hash: string) => Promise<Buffer | undefined>,
): Promise<unknown> {
  if (typeof d !== 'object' || d === null) {
    return d;
  }
  const found = v.safeParse(reference, d);
  if (found.success) {
    const bytes = await read(found.output.blob);
    return found.output.in === 'base64'
      ? bytes?.toString('base64')
      : await inlineBlobs(bytes && JSON.parse(bytes.toString('utf8')), read);
  }
  if (Array.isArray(d)) {
    const items = await Promise.all(d.map((item) => inlineBlobs(item, read)));
    return items.filter((item) => item !== undefined);
  }
  const entries = Object.entries(d).map(
    async ([key, value]) => [key, await inlineBlobs(value, read)] as const,
  );
  const whole: Record<string, unknown> = Object.fromEntries(await Promise.all(entries));
  // A picture without its data is none.
  return Object.keys(whole).some((key) => whole[key] === undefined) ? undefined : whole;
}

/** The blobs of one conversation. */
export class Blobs {
  readonly #disk: Disk;
  readonly #folder: string;

  constructor(disk: Disk, conversationFolder: string) {
    this.#disk = disk;
    this.#folder = join(conversationFolder, 'blobs');
  }

  /** Undefined where it is missing or not what it is named by. */
  async read(hash: string): Promise<Buffer | undefined> {
    const bytes = await readIfThere(this.#disk, join(this.#folder, hash));
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** @throws `ENOENT` where the conversation has no folder. */
  async write({ hash, bytes }: Blob, writer: string): Promise<void> {
    if ((await this.read(hash)) === undefined) {
      await makeFolderInside(this.#disk, this.#folder);
      await putFile(this.#disk, join(this.#folder, hash), bytes, writer);
    }
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
