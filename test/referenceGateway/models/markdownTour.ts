// A demo answer worth looking at: Markdown of every kind, and proof that the history arrived.
import type { Question } from '../answers/question';

const longestQuote = 240;

/** Acknowledges the question and says how many earlier messages came with it. */
export function acknowledge(question: Question): string {
  const asked = question.messages.findLast((message) => message.role === 'user');
  const quoted = (asked?.text ?? '').trim();
  const shown =
    quoted.length > longestQuote ? `${quoted.slice(0, longestQuote).trimEnd()} …` : quoted;
  const quote = shown
    .split(/\r\n|\r|\n/u)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const earlier = asked
    ? question.messages.filter((message) => message !== asked && message.role !== 'system').length
    : question.messages.length;
  const system = question.messages.some((message) => message.role === 'system')
    ? ' A system prompt came along too.'
    : '';
  return `You asked:\n\n${quote}\n\n${sayEarlier(earlier)}${system}`;
}

function sayEarlier(count: number): string {
  switch (count) {
    case 0:
      return 'No earlier message came with it: this is the first turn of the conversation.';
    case 1:
      return 'One earlier message came with it.';
    default:
      return `${count} earlier messages came with it.`;
  }
}

const kinds = `## Prose

Some of this is **strong**, some is *stressed*, some is ***both***, and some is ~~struck out~~. A name such as \`ChatSession\` or \`npm run gateway\` stands as inline code. Here is [a link with a title](https://example.com/guide "A guide"), a bare address <https://example.com/>, and a picture that a careful client shows as a link: ![A harbour at dawn](https://example.com/harbour.png)

A line that ends with a backslash\\
goes on below. Words in other scripts: Grüße, こんにちは, مرحبا, 👩‍🚀.

## Lists

1. Open the chat
   - from the activity bar
   - or by its key
     - which can be changed
     - and shows in the title
2. Choose a model
3. Ask something

Before you ship:

- [x] types are checked
- [x] tests pass
- [ ] the change log says what changed

## A table

| Form | Path | Streams | Tokens per second |
| :--- | :--- | :---: | ---: |
| Chat | \`/v1/chat/completions\` | yes | 60 |
| Responses | \`/v1/responses\` | yes | 1,200 |
| Model list | \`/v1/models\` | no | — |

## Quotes

> A quote can hold more than a line.
>
> > And a quote inside,
> > with \`code\`.
>
> - and a list

---

### TypeScript

\`\`\`typescript
interface Delta {
  readonly text: string;
}

/** Joins what a stream hands over, piece by piece. */
export async function collect(deltas: AsyncIterable<Delta>): Promise<string> {
  let answer = '';
  for await (const { text } of deltas) {
    answer += text; // the order is the stream's
  }
  return answer;
}
\`\`\`

### Python

\`\`\`python
from dataclasses import dataclass

@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0

    def scaled(self, by: float) -> "Point":
        return Point(self.x * by, self.y * by)

print(f"{Point(1, 2).scaled(1.5)!r}")
\`\`\`

### Shell, JSON and a diff

\`\`\`sh
for file in docs/*.md; do
  wc -w "$file" | awk '{ print $1 }'
done
\`\`\`

\`\`\`json
{ "model": "demo-markdown", "stream": true, "temperature": 0.2, "stop": null }
\`\`\`

\`\`\`diff
 function greet(name) {
-  return "Hello " + name;
+  return \`Hello \${name}\`;
 }
\`\`\`

A long line that does not break, for the scroll bar:

\`\`\`
${Array.from({ length: 24 }, (_, at) => `column-${String(at + 1).padStart(2, '0')}`).join(' | ')}
\`\`\`

#### One level further down

1. A numbered item with code under it:

   \`\`\`css
   .notice { color: var(--vscode-errorForeground); }
   \`\`\`

2. And the last one.

That was every kind there is. Ask again, and this answer will say how many messages came before.
`;

/** The answer of the demo models: an acknowledgement, then a tour through Markdown. */
export function tour(question: Question): string {
  return `${acknowledge(question)}\n\n${kinds}`;
}
