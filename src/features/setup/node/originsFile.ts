// OriginsFile: the origins that have an API key. VS Code may lose a secret, and in a browser its other storage too.
import * as v from 'valibot';
import type { OriginsWithKey } from '../../../gateway/common/ports';
import { JsonFile } from '../../../storage/node/jsonFile';

const origins = v.fallback(v.array(v.string()), []);

/** A JSON array. It only explains that a key was lost, so a failing disk does no further harm. */
export class OriginsFile implements OriginsWithKey {
  readonly #file: JsonFile<readonly string[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(origins, json));
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#file.read()).includes(origin);
  }

  add(origin: string): Promise<void> {
    return this.#file.update((known) => [...known.filter((other) => other !== origin), origin]);
  }

  remove(origin: string): Promise<void> {
    return this.#file.update((known) => known.filter((other) => other !== origin));
  }
}
