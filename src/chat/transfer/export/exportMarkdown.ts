// Chats as one reads them: the path that is shown, in Markdown that stays whole whatever an answer holds.
import type { Answer, Message, Question } from '../../../shared/conversation/conversation';
import { versionsOf } from '../../../shared/conversation/versions';
import type { ChatToExport } from './exportJson';
import { escapedTags, withClosedFence } from './markdownText';

/** The words of the file, in the language of its reader. */
export interface MarkdownLabels {
  /** Of a title that is blank. */
  readonly untitled: string;
  readonly you: string;
  readonly reasoning: string;
  /** `at` is in milliseconds since 1970. */
  time(at: number): string;
  /** Over an answer of these models: more than one where it went on with another. */
  assistant(models: readonly string[]): string;
  /** What is to be said of the end of an answer; undefined where it is complete. */
  ended(answer: Answer): string | undefined;
  pictures(count: number): string;
  /** `count` versions besides the one that is shown. */
  otherVersions(kind: Message['kind'], count: number): string;
}

/** The file in pieces: all chats together may be longer than a string may be. */
export async function* exportMarkdown(
  chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
  words: MarkdownLabels,
): AsyncGenerator<string> {
  let before = '';
  for await (const chat of chats) {
    yield before + chatMarkdown(chat, words);
    before = '\n---\n\n';
  }
}

function chatMarkdown({ title, conversation }: ChatToExport, words: MarkdownLabels): string {
  const versions = versionsOf(conversation);
  const blocks = conversation.messages.flatMap((message) => {
    const others = (versions.get(message.id)?.count ?? 1) - 1;
    return [
      ...(message.kind === 'question'
        ? questionBlocks(message, words)
        : answerBlocks(message, words)),
      ...(others === 0 ? [] : [`*${escaped(words.otherVersions(message.kind, others))}*`]),
    ];
  });
  const head = [
    `# ${escaped(oneLine(title) || words.untitled)}`,
    escaped(words.time(conversation.createdAt)),
  ];
  return `${[...head, ...blocks].join('\n\n')}\n`;
}

function questionBlocks({ text, images = [], askedAt: at }: Question, words: MarkdownLabels): string[] {
  return [
    heading(words.you, words.time(at)),
    ...(images.length === 0 ? [] : [`*${escaped(words.pictures(images.length))}*`]),
    ...body(text),
  ];
}

function answerBlocks(answer: Answer, words: MarkdownLabels): string[] {
  const { earlierOutcomes = [], model, reasoning, text, startedAt } = answer;
  const models = new Set([...earlierOutcomes.map((outcome) => outcome.model ?? model), model]);
  const ended = words.ended(answer);
  return [
    heading(words.assistant([...models]), words.time(startedAt)),
    ...folded(reasoning, words.reasoning),
    ...body(text),
    ...(ended === undefined ? [] : [`> **${escaped(oneLine(ended))}**`]),
  ];
}

function heading(who: string, time: string): string {
  return `## ${escaped(oneLine(who))}\n\n${escaped(time)}`;
}

function body(text: string): string[] {
  return text.trim() === '' ? [] : [withClosedFence(text.replace(/\s+$/u, ''))];
}

/** Markdown within an element is read as such only behind a blank line. */
function folded(text: string, summary: string): string[] {
  return text.trim() === ''
    ? []
    : [
        `<details>\n<summary>${escaped(summary)}</summary>`,
        ...body(escapedTags(text, 'details')),
        '</details>',
      ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/gu, String.raw`\$&`);
}
