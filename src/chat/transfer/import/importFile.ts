// Takes in the chats of one file, one after another, and counts what became of each.
import type { ChatLibrary } from '../chatLibrary';
import { type ImportSummary, ImportTally } from './importTally';
import type { ReaderOptions } from './importedChat';
import { readChats } from './readChats';

export interface ImportedFile {
  /** As its reader knows it. */
  readonly name: string;
  /** Its text, cut anywhere; between two pieces the host does whatever else waits. */
  readonly text: AsyncIterable<string>;
}

/** Never rejects. Ends after the chat that is being read when `signal` aborts. */
export async function importFile(
  { name, text }: ImportedFile,
  library: ChatLibrary,
  parts: ReaderOptions,
  signal: AbortSignal,
): Promise<ImportSummary> {
  const tally = new ImportTally(name);
  try {
    for await (const item of readChats(text, parts)) {
      switch (item.kind) {
        case 'chat': {
          const { conversation, losses } = item.chat;
          const taken = await library.importChat(item.chat).catch(() => undefined);
          if (taken === undefined) {
            tally.leftOut('closed');
          } else {
            tally.takenIn(conversation.id, taken, losses);
          }
          break;
        }
        case 'refused':
          tally.leftOut(item.reason);
          break;
        case 'fault':
          tally.faulty(item.fault);
          break;
      }
      if (signal.aborted) {
        break;
      }
    }
  } catch {
    tally.faulty('unreadableFile');
  }
  return tally.result;
}
