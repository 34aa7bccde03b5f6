// What an import says: how much came in, and of what did not, what and why.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { ImportSummary, NotImported } from '../../chat/transfer/import/importTally';
import type { LossKind } from '../../chat/transfer/import/importedChat';

/** One sentence for each thing that happened, all files together. */
export function importSentences(
  tallies: readonly ImportSummary[],
  cancelled: boolean,
): readonly string[] {
  const sum = (count: (tally: ImportSummary) => number): number =>
    tallies.reduce((before, tally) => before + count(tally), 0);
  const added = sum((tally) => tally.added.length);
  const grown = sum((tally) => tally.extended);
  const known = sum((tally) => tally.unchanged);
  const refused = sum((tally) => total(tally.skipped));
  const lost = sum((tally) => total(tally.losses));
  const faults = tallies.filter(({ error: fault }) => fault !== undefined).length;
  return [
    l10n.t('Chats imported: {0}.', added),
    ...(grown === 0 ? [] : [l10n.t('Known, with new messages added: {0}.', grown)]),
    ...(known === 0 ? [] : [l10n.t('Already here, unchanged: {0}.', known)]),
    ...(refused === 0 ? [] : [l10n.t('Chats that could not be imported: {0}.', refused)]),
    ...(lost === 0 ? [] : [l10n.t('Parts of messages that could not come along: {0}.', lost)]),
    ...(faults === 0 ? [] : faultSentences(tallies, faults)),
    ...(cancelled ? [l10n.t('The import was cancelled; what had come in stays.')] : []),
  ];
}

/** Whether all came in, or had come in before. */
export function isWhole({ skipped: notImported, losses, error: fault }: ImportSummary): boolean {
  return fault === undefined && notImported.size === 0 && losses.size === 0;
}

/** File by file, as Markdown that reads as plain text too. */
export function importReport(tallies: readonly ImportSummary[]): string {
  const parts = tallies.flatMap((tally) => [
    `## ${oneLine(tally.file)}`,
    [
      ...(tally.error === undefined ? [] : [faultSentence(tally.error)]),
      l10n.t('Chats imported: {0}.', tally.added.length),
      l10n.t('Known, with new messages added: {0}.', tally.extended),
      l10n.t('Messages added to them: {0}.', tally.addedMessages),
      l10n.t('Already here, unchanged: {0}.', tally.unchanged),
      ...[...tally.skipped].map(([reason, count]) => `${notImportedText(reason)}: ${count}.`),
      ...[...tally.losses].map(([kind, count]) => `${lossText(kind)}: ${count}.`),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ]);
  return `${[`# ${l10n.t('Imported Chats')}`, ...parts].join('\n\n')}\n`;
}

function faultSentences(tallies: readonly ImportSummary[], faults: number): readonly string[] {
  const [only] = tallies;
  return tallies.length === 1 && only?.error !== undefined
    ? [faultSentence(only.error)]
    : [l10n.t('Files that were not read, or not to their end: {0}.', faults)];
}

function faultSentence(fault: NonNullable<ImportSummary['error']>): string {
  switch (fault) {
    case 'cutOff':
      return l10n.t(
        'The file ends in the middle: what stands before has been read. Export or download it again.',
      );
    case 'notJson':
      return l10n.t(
        'The file is damaged or no JSON. Portico imports its own JSON exports, ChatGPT’s conversations.json and Continue’s session files.',
      );
    case 'tooLarge':
      return l10n.t('One chat in the file is too large to be read; what stands before has been.');
    case 'zipped':
      return l10n.t(
        'The file is a ZIP archive. Unpack it and choose the conversations.json in it.',
      );
    case 'unknownFormat':
      return l10n.t(
        'No chats were found in the file. Portico imports its own JSON exports, ChatGPT’s conversations.json and Continue’s session files.',
      );
    case 'newerVersion':
      return l10n.t('The file was written by a newer version of Portico. Update Portico first.');
    case 'unreadableFile':
      return l10n.t('The file could not be read.');
    default:
      return assertNever(fault);
  }
}

function notImportedText(reason: NotImported): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Chats without a question, left out');
    case 'unreadable':
      return l10n.t('Chats in a form that is not known, left out');
    case 'onlyListed':
      return l10n.t(
        'Chats that the file only lists, left out: choose the files that hold them instead',
      );
    case 'closed':
      return l10n.t(
        'Chats left out because what is kept of them here could not be read, or is of a newer Portico',
      );
    default:
      return assertNever(reason);
  }
}

function lossText(kind: LossKind): string {
  switch (kind) {
    case 'systemMessage':
      return l10n.t('Instructions to the model, left out');
    case 'toolMessage':
      return l10n.t('Calls of tools and what they gave, left out');
    case 'picture':
      return l10n.t('Pictures that the file does not hold');
    case 'attachment':
      return l10n.t('Attached files and context, left out');
    case 'recording':
      return l10n.t('Recordings that the file does not hold');
    case 'citation':
      return l10n.t('Marks that pointed to sources, left out');
    case 'otherContent':
      return l10n.t('Contents of a kind that is not known, left out');
    case 'questionlessAnswer':
      return l10n.t('Answers before the first question, left out');
    case 'unreadableMessage':
      return l10n.t('Messages that could not be read');
    case 'looseMessage':
      return l10n.t('Messages whose place in the chat is not told, left out');
    case 'repetitiveVersion':
      return l10n.t('Versions of an answer of which the beginning was left out');
    default:
      return assertNever(kind);
  }
}

function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
