// The texts that tell the user what an import added, and what it skipped and why.
import { l10n } from 'vscode';
import { oneLine } from '../../../base/text/oneLine';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import type { FileErrorKind, LossKind, SkipReason } from '../node/import/importedChat';
import type { ImportSummary } from '../node/import/importFile';

/** The sentences of the notification, for all files together. */
export function importSentences(
  summaries: readonly ImportSummary[],
  isCanceled: boolean,
): readonly string[] {
  const sum = (count: (summary: ImportSummary) => number): number =>
    summaries.reduce((result, summary) => result + count(summary), 0);
  const added = sum((summary) => summary.added.length);
  const extended = sum((summary) => summary.extended);
  const unchanged = sum((summary) => summary.unchanged);
  const skipped = sum((summary) => total(summary.skipped));
  const losses = sum((summary) => total(summary.losses));
  return [
    l10n.t('Chats imported: {0}.', added),
    ...(extended === 0 ? [] : [l10n.t('Chats updated with new messages: {0}.', extended)]),
    ...(unchanged === 0 ? [] : [l10n.t('Chats already up to date: {0}.', unchanged)]),
    ...(skipped === 0 ? [] : [l10n.t('Chats skipped: {0}.', skipped)]),
    ...(losses === 0 ? [] : [l10n.t('Message contents skipped: {0}.', losses)]),
    ...errorSentences(summaries),
    ...(isCanceled
      ? [l10n.t('The import was canceled. Chats that were already imported are kept.')]
      : []),
  ];
}

export function isComplete({ skipped, losses, error }: ImportSummary): boolean {
  return error === undefined && skipped.size === 0 && losses.size === 0;
}

/** The result for each file, as Markdown that is also readable as plain text. */
export function importReport(summaries: readonly ImportSummary[]): string {
  const sections = summaries.flatMap((summary) => [
    `## ${oneLine(summary.fileName)}`,
    [
      ...errorSentence(summary),
      l10n.t('Chats imported: {0}.', summary.added.length),
      l10n.t('Chats updated with new messages: {0}.', summary.extended),
      l10n.t('New messages in these chats: {0}.', summary.addedMessages),
      l10n.t('Chats already up to date: {0}.', summary.unchanged),
      ...Array.from(summary.skipped, ([reason, count]) =>
        l10n.t('{0}: {1}.', skipText(reason), count),
      ),
      ...Array.from(summary.losses, ([kind, count]) => l10n.t('{0}: {1}.', lossText(kind), count)),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ]);
  return `${[`# ${l10n.t('Import Report')}`, ...sections].join('\n\n')}\n`;
}

function errorSentences(summaries: readonly ImportSummary[]): readonly string[] {
  const errors = summaries.filter(({ error }) => error !== undefined);
  return summaries.length === 1 || errors.length === 0
    ? errors.flatMap(errorSentence)
    : [l10n.t("Files that couldn't be read completely: {0}.", errors.length)];
}

function errorSentence({ error, ...summary }: ImportSummary): readonly string[] {
  if (error === undefined) {
    return [];
  }
  const formats = l10n.t(
    'Portico imports JSON exports of Portico, ChatGPT, Claude, Open WebUI, LibreChat and Continue, also as the ZIP archive that you downloaded.',
  );
  const hasChats = summary.added.length + summary.extended + summary.unchanged > 0;
  const sentences: Readonly<Record<FileErrorKind, string>> = {
    unreadable: l10n.t("Couldn't read the file."),
    cutOff: l10n.t(
      'The file is incomplete. Only the chats before the missing part were read. Export or download it again.',
    ),
    notJson: hasChats
      ? l10n.t('The file is damaged. Only the chats before the damaged part were read.')
      : joinSentences(l10n.t("This file has no chats: it isn't JSON."), formats),
    tooLarge: l10n.t('A chat in the file is too large. Only the chats before it were read.'),
    webPage: l10n.t(
      'This file has no chats: it is a web page. Select conversations.json of the same export, or the ZIP archive.',
    ),
    noJsonInZip: joinSentences(
      l10n.t('This file has no chats: the archive contains no JSON file.'),
      formats,
    ),
    zipBomb: l10n.t(
      "This file wasn't read: it expands to more than 100 times its size, which no export does.",
    ),
    emptyList: l10n.t('This file has no chats: its list is empty.'),
    noChats: joinSentences(
      l10n.t('This file has no chats: nothing in it has messages in a known format.'),
      formats,
    ),
    newerVersion: l10n.t(
      'The file was exported by a newer version of Portico. Update Portico and try again.',
    ),
  };
  return [sentences[error]];
}

/** The beginning of a line; a count follows. */
function skipText(reason: SkipReason): string {
  const texts: Readonly<Record<SkipReason, string>> = {
    empty: l10n.t('Chats without a question (skipped)'),
    unknownFormat: l10n.t('Chats in an unknown format (skipped)'),
    onlyListed: l10n.t('Chats listed without their messages (select the session files instead)'),
    notWritable: l10n.t(
      "Chats whose saved copy can't be read or is from a newer version of Portico (skipped)",
    ),
  };
  return texts[reason];
}

/** The beginning of a line; a count follows. */
function lossText(kind: LossKind): string {
  const texts: Readonly<Record<LossKind, string>> = {
    systemMessage: l10n.t('System prompts (skipped)'),
    toolMessage: l10n.t('Tool calls and results (skipped)'),
    image: l10n.t("Images that the file doesn't contain"),
    attachment: l10n.t('Attached files and context (skipped)'),
    recording: l10n.t("Recordings that the file doesn't contain"),
    citation: l10n.t('Citations (skipped)'),
    unknownContent: l10n.t('Unknown content types (skipped)'),
    answerWithoutQuestion: l10n.t('Answers before the first question (skipped)'),
    unreadableMessage: l10n.t('Unreadable messages (skipped)'),
    orphanMessage: l10n.t('Messages without a parent (skipped)'),
    shortenedVersion: l10n.t('Answer versions imported without their beginning'),
  };
  return texts[kind];
}

function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
