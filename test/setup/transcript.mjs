// Separates the output of commands that run at the same time: sections are printed in order, the first one live.

/** Creates sections in the order in which they are printed. */
export class Transcript {
  #sections = [];

  /** @param {string} title */
  section(title) {
    const section = { pending: [`\n— ${title} —\n`], ended: false };
    this.#sections.push(section);
    this.#flush();
    return {
      write: (text) => {
        section.pending.push(text);
        this.#flush();
      },
      end: () => {
        section.ended = true;
        this.#flush();
      },
    };
  }

  #flush() {
    while (this.#sections.length > 0) {
      const [first] = this.#sections;
      for (const text of first.pending.splice(0)) process.stdout.write(text);
      if (!first.ended) return;
      this.#sections.shift();
    }
  }
}
