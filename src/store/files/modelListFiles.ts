// A gateway that is down should not take its model list with it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ModelList, ModelListCache } from '../../chat/ports';
import { priceSchema } from '../../chat/cost/priceSchema';
import { replaceFile } from '../replaceFile';

const record = v.object({
  id: v.string(),
  name: v.exactOptional(v.string()),
  owner: v.exactOptional(v.string()),
  contextLength: v.exactOptional(v.number()),
  endpointTypes: v.exactOptional(v.array(v.string())),
  price: v.exactOptional(priceSchema),
  imageInput: v.exactOptional(v.boolean()),
  chat: v.boolean(),
});
const list = v.object({ models: v.array(record), fetchedAt: v.number() });

/** One JSON file for each gateway, replaced whole. */
export class ModelListFiles implements ModelListCache {
  constructor(private readonly folder: string) {}

  /** Undefined when there is none or it cannot be read: the gateway has it anyway. */
  async load(gateway: string): Promise<ModelList | undefined> {
    try {
      const read = v.safeParse(list, JSON.parse(await readFile(this.#file(gateway), 'utf8')));
      return read.success ? read.output : undefined;
    } catch {
      return undefined;
    }
  }

  async save(gateway: string, fetched: ModelList): Promise<void> {
    await replaceFile(this.#file(gateway), JSON.stringify(fetched));
  }

  #file(gateway: string): string {
    return join(this.folder, `${createHash('sha256').update(gateway).digest('hex')}.json`);
  }
}
