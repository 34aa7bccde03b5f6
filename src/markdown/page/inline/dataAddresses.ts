// DataAddresses: shortens data URIs in links and images. A picture can have megabytes, and the page shows none of it.

const maxLength = 1_000;

/** What precedes an address, with the scheme. */
const opening = /\]\(data:/i;
const openingLength = '](data:'.length;

export class DataAddresses {
  /** The length of the open address so far; undefined outside of one. */
  #length: number | undefined;
  /** The end of the text so far, if it can contain the beginning of an opening. */
  #before = '';

  /** `added` with each data URI cut off after `maxLength`. URIs can extend over several calls. */
  shorten(added: string): string {
    if (this.#length === undefined && this.#before === '' && !added.includes(']')) {
      return added;
    }
    let shortened = '';
    let rest = added;
    while (rest !== '') {
      const end = this.#length === undefined ? this.#openingEnd(rest) : this.#addressEnd(rest);
      const part = rest.slice(0, end);
      shortened +=
        this.#length === undefined ? part : part.slice(0, Math.max(0, maxLength - this.#length));
      const isSwitch =
        end < rest.length || (this.#length === undefined && this.#endsWithOpening(part));
      this.#before = (this.#before + part).slice(-openingLength);
      if (isSwitch) {
        this.#length = this.#length === undefined ? 0 : undefined;
      } else if (this.#length !== undefined) {
        this.#length += part.length;
      }
      rest = rest.slice(end);
    }
    if (!this.#before.includes(']')) {
      this.#before = '';
    }
    return shortened;
  }

  #endsWithOpening(part: string): boolean {
    return (this.#before + part).slice(-openingLength).search(opening) === 0;
  }

  /** The end of the next opening, or of the text. */
  #openingEnd(text: string): number {
    const before = this.#before.slice(1 - openingLength);
    const at = (before + text).search(opening);
    return at === -1 ? text.length : at + openingLength - before.length;
  }

  #addressEnd(text: string): number {
    const end = text.search(/[)\s]/);
    return end === -1 ? text.length : end;
  }
}
