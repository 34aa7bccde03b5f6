// ModelListFiles: the last model list of each gateway, a file each, for when the gateway is down.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import {
  gatewaySoftware,
  type ModelList,
  type ModelRecord,
} from '../../../gateway/common/modelRecord';
import { priceSchema } from '../../../gateway/common/prices';
import { nodeDisk } from '../../../storage/node/disk';
import { writeJson } from '../../../storage/node/jsonFile';

/** The last model list of each gateway, persisted over restarts. `gateway` is its `gatewayId`. */
export interface ModelListCache {
  load(gateway: string): Promise<ModelList | undefined>;
  save(gateway: string, list: ModelList): Promise<void>;
}

/** `satisfies`: the compiler asks for each new field, which would be lost otherwise. */
const modelEntries = {
  id: v.string(),
  name: v.exactOptional(v.string()),
  owner: v.exactOptional(v.string()),
  version: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  created: v.exactOptional(v.number()),
  contextLength: v.exactOptional(v.number()),
  maxOutputTokens: v.exactOptional(v.number()),
  endpointTypes: v.exactOptional(v.array(v.string())),
  price: v.exactOptional(priceSchema),
  imageInput: v.exactOptional(v.boolean()),
  toolCalling: v.exactOptional(v.boolean()),
  offline: v.exactOptional(v.boolean()),
  chat: v.boolean(),
} satisfies Record<keyof ModelRecord, v.GenericSchema>;
const modelList = v.object({
  models: v.array(v.object(modelEntries)),
  fetchedAt: v.number(),
  software: v.exactOptional(v.picklist(gatewaySoftware)),
});

export class ModelListFiles implements ModelListCache {
  constructor(private readonly folder: string) {}

  /** Undefined if the file is missing or cannot be read. */
  async load(gateway: string): Promise<ModelList | undefined> {
    const content = await nodeDisk.readFile(this.#path(gateway)).catch(() => undefined);
    const read = v.safeParse(modelList, parseJson(content?.toString('utf8') ?? ''));
    return read.success ? read.output : undefined;
  }

  async save(gateway: string, list: ModelList): Promise<void> {
    await writeJson(this.#path(gateway), list);
  }

  #path(gateway: string): string {
    return join(this.folder, `${createHash('sha256').update(gateway).digest('hex')}.json`);
  }
}
