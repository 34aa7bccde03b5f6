// KnownGatewaysFile: the Base URLs that were used, so that the user can switch back to each of them.
import * as v from 'valibot';
import type { KnownGateways } from '../../../gateway/common/ports';
import { JsonFile } from '../../../storage/node/jsonFile';

const baseUrls = v.fallback(v.array(v.string()), []);
const maxGateways = 100;

/** A JSON array. */
export class KnownGatewaysFile implements KnownGateways {
  readonly #file: JsonFile<readonly string[]>;
  /** The last one added by this window, which most questions go to. */
  #last: string | undefined;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(baseUrls, json));
  }

  all(): Promise<readonly string[]> {
    return this.#file.read();
  }

  async add(baseUrl: string): Promise<void> {
    if (this.#last === baseUrl) {
      return;
    }
    this.#last = baseUrl;
    await this.#file.update((known) =>
      [...known.filter((other) => other !== baseUrl), baseUrl].slice(-maxGateways),
    );
  }

  remove(baseUrl: string): Promise<void> {
    this.#last = undefined;
    return this.#file.update((known) => known.filter((other) => other !== baseUrl));
  }
}
