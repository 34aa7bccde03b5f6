// A long, realistic answer that is the same every time, because benchmarks compare runs.

const vocabulary =
  `stream token model answer buffer event parser reader gateway request window frame block line
  cache index queue retry header socket limit budget measure render commit append split merge
  result value field record schema version change update client server message context prompt`.split(
    /\s+/u,
  );

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class Writer {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  section(number: number): string {
    const blocks = [`## ${number}. ${this.#title()}`, this.#paragraph(), this.#paragraph()];
    switch (number % 5) {
      case 0:
        blocks.push(this.#table(6));
        break;
      case 1:
        blocks.push(this.#list());
        break;
      case 2:
        blocks.push(this.#typescript());
        break;
      case 3:
        blocks.push(this.#quote(), this.#list());
        break;
      default:
        blocks.push(this.#python());
    }
    blocks.push(this.#paragraph());
    return blocks.join('\n\n');
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #word(): string {
    return vocabulary[this.#below(vocabulary.length)] ?? '';
  }

  #title(): string {
    const title = Array.from({ length: 2 + this.#below(3) }, () => this.#word()).join(' ');
    return title.charAt(0).toUpperCase() + title.slice(1);
  }

  #sentence(): string {
    const words = Array.from({ length: 7 + this.#below(12) }, () => this.#inline());
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  #inline(): string {
    const word = this.#word();
    switch (this.#below(24)) {
      case 0:
        return `**${word}**`;
      case 1:
        return `\`${word}.${this.#word()}\``;
      case 2:
        return `*${word}*`;
      case 3:
        return `[${word}](https://example.com/${word})`;
      default:
        return word;
    }
  }

  #paragraph(): string {
    return Array.from({ length: 3 + this.#below(4) }, () => this.#sentence()).join(' ');
  }

  #list(): string {
    const lines: string[] = [];
    for (let item = 1; item <= 4 + this.#below(3); item++) {
      lines.push(`${item}. ${this.#sentence()}`);
      for (let inner = 0; inner < this.#below(3); inner++) {
        lines.push(`   - ${this.#sentence()}`);
      }
    }
    return lines.join('\n');
  }

  #quote(): string {
    return `> ${this.#sentence()}\n>\n> ${this.#sentence()}`;
  }

  #table(rows: number): string {
    const row = (): string =>
      `| ${this.#word()} | \`${this.#word()}\` | ${this.#sentence()} | ${this.#below(1000)} |`;
    return [
      '| Name | Code | Meaning | Count |',
      '| --- | --- | --- | ---: |',
      ...Array.from({ length: rows }, row),
    ].join('\n');
  }

  #typescript(): string {
    const name = this.#word();
    const lines = Array.from({ length: 6 + this.#below(8) }, () => {
      const [left, right] = [this.#word(), this.#word()];
      return `  const ${left}${this.#below(100)} = await ${right}.read('${this.#word()}', ${this.#below(500)}); // ${this.#word()} ${this.#word()}`;
    });
    return [
      '```typescript',
      `export async function ${name}(input: readonly string[]): Promise<number> {`,
      ...lines,
      `  return input.length;`,
      '}',
      '```',
    ].join('\n');
  }

  #python(): string {
    const lines = Array.from(
      { length: 5 + this.#below(8) },
      () =>
        `    ${this.#word()} = [${this.#word()}(${this.#below(50)}) for _ in range(${this.#below(90)})]`,
    );
    return [
      '```python',
      `def ${this.#word()}(value: int) -> int:`,
      `    """${this.#sentence()}"""`,
      ...lines,
      '    return value',
      '```',
    ].join('\n');
  }
}

/** Sections with prose, nested lists, tables, quotes and code, until `bytes` is reached. */
export function longAnswer(bytes: number): string {
  const writer = new Writer(1);
  let text = '# A long answer\n';
  for (let number = 1; Buffer.byteLength(text) < bytes; number++) {
    text += `\n${writer.section(number)}\n`;
  }
  return text;
}
