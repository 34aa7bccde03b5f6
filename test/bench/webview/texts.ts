// The text that the bench of the renderer streams.
import { longAnswer } from '../../referenceGateway/models/longAnswer';

/**
 * A realistic answer with everything that models write: prose, lists, tables, code, quotes, and in each section a
 * formula, links and a footnote. It has at least `length` UTF-16 units.
 */
export function mixedAnswer(length: number): string {
  const sections = longAnswer(length).split(/\n(?=## )/u);
  let text = '';
  for (let number = 1; text.length < length; number += 1) {
    const section = sections[number % sections.length] ?? '';
    text += `${section.trimEnd()}

The cost is $O(n \\log n)$ for $n = ${number}$, as the source says.[^${number}] See https://example.com/${number} and
[the table](https://example.com/tables/${number} "Table ${number}"), which costs $5 a month.

$$
\\sum_{i=1}^{${number}} x_i^2 = \\frac{a}{b + ${number}}
$$

- [x] Read \`src/file${number}.ts:${number}\`
- [ ] Write ~~nothing~~ a test for <br> and H<sub>2</sub>O

[^${number}]: From *volume ${number}* of the [manual](https://example.com/manual).

`;
  }
  return text;
}
