// One open block of each kind, longer than what is rendered at once.

export const longBlocks: readonly string[] = [
  'Some *emphasized words* and `code`, and [a link](https://e.example/x). '.repeat(300),
  'A line of a paragraph with **strong text** in it\n'.repeat(300),
  `**${'long emphasis without an end '.repeat(600)}`,
  `*${'a long emphasis '.repeat(300)}* and more`,
  '[a](https://a.example) '.repeat(800),
  'unclosed [bracket and `tick '.repeat(900),
  'word'.repeat(6_000),
  numbered(400, (n) => `- item ${n} with *text*`),
  numbered(400, (n) => `${n + 1}. item\n   - nested ${n}`),
  `| a | b |\n|---|:-:|\n${'| one cell | **two** |\n'.repeat(180)}`,
  numbered(300, (n) => `> quoted ${n}\n>\n> > nested`, '\n>\n'),
  `\`\`\`ts\n${'const value = call("text"); // comment\n'.repeat(700)}\`\`\`\n`,
  `\`\`\`ts\n${'x'.repeat(5_000)}\n\n${'y\n'.repeat(200)}`,
  `\`\`\`ts\nlet a = 1;\n${'f(1);'.repeat(3_000)}\n\nlet b = 2;`,
  `\`\`\`\na${'😀'.repeat(5_000)}\nb`,
  `\`\`\`\n${'a'.repeat(4_096)}\nb`,
  `<!--${'<!-- a comment '.repeat(700)}`,
  `<!--\n${'a line of a comment\n'.repeat(500)}`,
  numbered(300, (n) => `Paragraph ${n}.[^${n}]`, '\n\n') +
    '\n\n' +
    numbered(300, (n) => `[^${n}]: Note ${n}.`),
  'a\n\n'.repeat(600),
];

function numbered(count: number, block: (n: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, n) => block(n)).join(separator);
}
