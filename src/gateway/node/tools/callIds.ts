// The IDs of tool calls, which join a call with its result.
import { createHash, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Mistral accepts exactly 9 letters and digits. */
const newIdChars = 9;

/** Makes a random ID that every API format accepts. */
export function newCallId(): string {
  return lettersOf(randomBytes(newIdChars));
}

/** Makes an ID that every API format accepts: always the same one for the same ID. */
export function shortCallId(id: string): string {
  return lettersOf(createHash('sha256').update(id).digest().subarray(0, newIdChars));
}

function lettersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Servers refuse or replace longer ones. */
const maxReceivedChars = 256;

/** Gives each call of an answer an ID that is unique in the conversation. */
export class UniqueCallIds {
  readonly #used: Set<string>;

  /** @param used The IDs in the messages before the answer. */
  constructor(
    used: Iterable<string>,
    private readonly newId: () => string,
  ) {
    this.#used = new Set(used);
  }

  /** @param received The gateway's own ID. It is kept where it is usable and unique. */
  assign(received = ''): string {
    const isUsable = /^[\x21-\x7e]+$/.test(received) && received.length <= maxReceivedChars;
    let id = isUsable ? received : this.newId();
    while (this.#used.has(id)) {
      id = this.newId();
    }
    this.#used.add(id);
    return id;
  }
}
