// Exports the visible messages of chats as Markdown. No message breaks the structure of the document, for
// example by a code block that it leaves open.
import { escapeMarkdown } from '../../../../base/text/escapeMarkdown';
import { oneLine } from '../../../../base/text/oneLine';
import { answerGroups } from '../../../../conversation/common/answerGroups';
import { sentImages } from '../../../../conversation/common/attachment';
import {
  sourcesOf,
  type Answer,
  type Message,
  type Question,
} from '../../../../conversation/common/conversation';
import { versionsOf } from '../../../../conversation/common/versions';
import { sourcesMarkdown, type Source } from '../../../../gateway/common/source';
import { closeOpenBlocks, rawHtml } from './closeOpenBlocks';
import type { ChatToExport } from './exportJson';

/** The texts of the file, in the display language. */
export interface MarkdownLabels {
  /** The title of a chat without one. */
  readonly untitled: string;
  readonly you: string;
  readonly reasoning: string;
  /** `at` is in milliseconds since 1970. */
  time(at: number): string;
  /** The heading of an answer. Several models if another one continued it. */
  assistant(models: readonly string[]): string;
  /** How the answer ended; undefined if it is complete. */
  ended(answer: Answer): string | undefined;
  images(count: number): string;
  readonly sources: string;
  /** `count` does not include the version that is shown. */
  otherVersions(kind: Message['kind'], count: number): string;
}

/** Yields the file in chunks, since all chats together can exceed the length of a string. */
export async function* exportMarkdown(
  chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
  labels: MarkdownLabels,
): AsyncGenerator<string> {
  let separator = '';
  for await (const chat of chats) {
    yield separator + chatMarkdown(chat, labels);
    separator = '\n---\n\n';
  }
}

function chatMarkdown({ title, conversation }: ChatToExport, labels: MarkdownLabels): string {
  const versions = versionsOf(conversation);
  const groups = answerGroups(conversation);
  const blocks = conversation.messages.flatMap((message) => {
    const asked = message.kind === 'answer' ? groups.get(message.questionId) : undefined;
    const others = (versions.get(message.id)?.count ?? asked?.length ?? 1) - 1;
    return [
      ...(message.kind === 'question'
        ? questionBlocks(message, labels)
        : answerBlocks(message, labels)),
      ...(others === 0 ? [] : [`*${escapeMarkdown(labels.otherVersions(message.kind, others))}*`]),
    ];
  });
  const head = [
    `# ${escapeMarkdown(oneLine(title) || labels.untitled)}`,
    escapeMarkdown(labels.time(conversation.createdAt)),
  ];
  return `${[...head, ...blocks].join('\n\n')}\n`;
}

function questionBlocks(question: Question, labels: MarkdownLabels): readonly string[] {
  const { attachments = [], text, askedAt } = question;
  const images = sentImages(question);
  return [
    heading(labels.you, labels.time(askedAt)),
    ...(images.length === 0 ? [] : [`*${escapeMarkdown(labels.images(images.length))}*`]),
    ...attachments.flatMap((attachment) =>
      collapsedBlocks(oneLine(attachment.name), attachment.text ?? ''),
    ),
    ...textBlocks(text),
  ];
}

function answerBlocks(answer: Answer, labels: MarkdownLabels): readonly string[] {
  const { earlierOutcomes = [], model, reasoning, text, startedAt } = answer;
  const models = new Set([...earlierOutcomes.map((outcome) => outcome.model ?? model), model]);
  const ended = labels.ended(answer);
  return [
    heading(labels.assistant([...models]), labels.time(startedAt)),
    ...collapsedBlocks(labels.reasoning, reasoning),
    ...textBlocks(text),
    ...sourceBlocks(sourcesOf(answer), labels.sources),
    ...(ended === undefined ? [] : [`> **${escapeMarkdown(oneLine(ended))}**`]),
  ];
}

function sourceBlocks(sources: readonly Source[], label: string): readonly string[] {
  return sources.length === 0 ? [] : [`**${escapeMarkdown(label)}**`, sourcesMarkdown(sources)];
}

function heading(author: string, time: string): string {
  return `## ${escapeMarkdown(oneLine(author))}\n\n${escapeMarkdown(time)}`;
}

function textBlocks(text: string): readonly string[] {
  return text.trim() === '' ? [] : [closeOpenBlocks(text.replace(/\s+$/u, ''))];
}

/** The text is a block of its own: Markdown in an HTML element is parsed only after a blank line. */
function collapsedBlocks(summary: string, text: string): readonly string[] {
  const tag = /<(?=\/?details\b)/giu;
  const escaped = tag.test(rawHtml(text)) ? text.replace(tag, '&lt;') : text;
  return text.trim() === ''
    ? []
    : [
        `<details>\n<summary>${escapeMarkdown(summary)}</summary>`,
        ...textBlocks(escaped),
        '</details>',
      ];
}
