// KeyCommandConsentsFile: which key commands the user allowed to run on this machine, as digests.
import * as v from 'valibot';
import type { KeyCommandConsents } from '../../../gateway/common/ports';
import { JsonFile } from '../../../storage/node/jsonFile';

const digests = v.fallback(v.array(v.string()), []);
/** The oldest consents beyond this are asked for again. */
const maxConsents = 200;

/** A JSON array. No setting and not synchronized: another machine asks again. */
export class KeyCommandConsentsFile implements KeyCommandConsents {
  readonly #file: JsonFile<readonly string[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(digests, json));
  }

  async has(digest: string): Promise<boolean> {
    return (await this.#file.read()).includes(digest);
  }

  add(digest: string): Promise<void> {
    return this.#file.update((known) =>
      [...known.filter((other) => other !== digest), digest].slice(-maxConsents),
    );
  }
}
