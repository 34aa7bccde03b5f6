// The answer of the demo models: Markdown of every kind, and a summary of the request.
import type { Question } from '../answers/question';

const maxQuoteChars = 240;

/** Quotes the question and counts the earlier messages in the request. */
export function acknowledgeQuestion(question: Question): string {
  const last = question.messages.findLast((message) => message.role === 'user');
  const text = (last?.text ?? '').trim();
  const shown = text.length > maxQuoteChars ? `${text.slice(0, maxQuoteChars).trimEnd()} …` : text;
  const quote = shown
    .split(/\r\n|\r|\n/u)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const earlier = last
    ? question.messages.filter((message) => message !== last && message.role !== 'system').length
    : question.messages.length;
  const system = question.messages.some((message) => message.role === 'system')
    ? ' The request also contained a system prompt.'
    : '';
  return `You asked:\n\n${quote}\n\n${earlierMessages(earlier)}${system}`;
}

function earlierMessages(count: number): string {
  switch (count) {
    case 0:
      return 'The request contained no earlier messages: this is the first turn of the chat.';
    case 1:
      return 'The request contained one earlier message.';
    default:
      return `The request contained ${count} earlier messages.`;
  }
}

const everyKind = `## Prose

Some of this is **strong**, some is *stressed*, some is ***both***, and some is ~~struck out~~. A name such as \`ChatSession\` or \`npm run gateway\` is inline code. Here is [a link with a title](https://example.com/guide "A guide"), a bare address <https://example.com/>, and an image that a careful client shows as a link: ![A harbor at dawn](https://example.com/harbor.png)

A line that ends with a backslash\\
continues below. Words in other scripts: Grüße, こんにちは, مرحبا, 👩‍🚀.

## Lists

1. Open the chat
   - from the activity bar
   - or with its keyboard shortcut
     - which you can change
     - and which the title shows
2. Choose a model
3. Ask something

Before you ship:

- [x] types are checked
- [x] tests pass
- [ ] the change log is up to date

## A table

| Format | Path | Streams | Tokens per second |
| :--- | :--- | :---: | ---: |
| Chat | \`/v1/chat/completions\` | yes | 60 |
| Responses | \`/v1/responses\` | yes | 1,200 |
| Model list | \`/v1/models\` | no | — |

## Quotes

> A quote can have more than one line.
>
> > And a nested quote,
> > with \`code\`.
>
> - and a list

---

### TypeScript

\`\`\`typescript
interface Delta {
  readonly text: string;
}

/** Concatenates the text of a stream. */
export async function collect(deltas: AsyncIterable<Delta>): Promise<string> {
  let answer = '';
  for await (const { text } of deltas) {
    answer += text; // in the order of the stream
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

A long line that does not wrap, for the scroll bar:

\`\`\`
${Array.from({ length: 24 }, (_, index) => `column-${String(index + 1).padStart(2, '0')}`).join(' | ')}
\`\`\`

#### One level deeper

1. A numbered item with code under it:

   \`\`\`css
   .notice { color: var(--vscode-errorForeground); }
   \`\`\`

2. And the last one.

That was Markdown of every kind. Ask again, and the answer counts the earlier messages.
`;

/** Acknowledges the question, then shows Markdown of every kind. */
export function markdownTour(question: Question): string {
  return `${acknowledgeQuestion(question)}\n\n${everyKind}`;
}
