// Keeps the output of things that run side by side apart: each section is printed whole and in order, the first one live.

/** Hands out sections in the order in which they are to be read. */
export class Transcript {
  #sections = [];

  /** @param {string} title */
  section(title) {
    const section = { held: [`\n— ${title} —\n`], ended: false };
    this.#sections.push(section);
    this.#flush();
    return {
      write: (text) => {
        section.held.push(text);
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
      for (const text of first.held.splice(0)) process.stdout.write(text);
      if (!first.ended) return;
      this.#sections.shift();
    }
  }
}
