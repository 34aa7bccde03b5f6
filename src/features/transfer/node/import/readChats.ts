// Reads the chats of a file of any size one at a time, in whichever supported format they are.
import * as v from 'valibot';
import { parseJson } from '../../../../base/parseJson';
import { exportFormat, exportVersion } from '../export/exportJson';
import { readChatGptChat } from './chatGptExport';
import { readClaudeChat } from './claudeExport';
import { readContinueSession } from './continueSession';
import {
  FileError,
  type ChatReader,
  type ImportedChat,
  type ImportOptions,
  type SkipReason,
} from './importedChat';
import { JsonSplitter } from './jsonSplitter';
import { readLibreChatChat } from './libreChatExport';
import { readOpenWebUiChat } from './openWebUiExport';
import { readPorticoChat } from './porticoExport';

/** The first one that knows the format of a chat reads it. */
const readers: readonly ChatReader[] = [
  readChatGptChat,
  readContinueSession,
  readClaudeChat,
  readOpenWebUiChat,
  readLibreChatChat,
  readPorticoChat,
];

const readChat: ChatReader = (json, options) => {
  for (const read of readers) {
    const chat = read(json, options);
    if (chat !== undefined) {
      return chat;
    }
  }
  return undefined;
};

/** The member of an outermost object that lists the chats, in Portico's and some of ChatGPT's exports. */
const listKey = 'conversations';

/**
 * @param chunks The file's text, split at any position.
 * @throws FileError if the rest of the file cannot be read, and whatever `chunks` throws.
 */
export async function* readChats(
  chunks: AsyncIterable<string>,
  options: ImportOptions,
): AsyncGenerator<ImportedChat | SkipReason> {
  const splitter = new JsonSplitter(new Set([listKey]));
  /** The members of an outermost object except the list of chats. */
  const members = new Map<string, unknown>();
  let isStarted = false;
  let itemCount = 0;
  let recognizedCount = 0;
  for await (const chunk of chunks) {
    if (!isStarted && /^\s*</u.test(chunk)) {
      throw new FileError('webPage');
    }
    isStarted ||= chunk.length > 0;
    for (const { key, isListElement, text } of splitter.push(chunk)) {
      const json = parseJson(text);
      if (isListElement || key === undefined) {
        const chat = readChat(json, options);
        itemCount += 1;
        recognizedCount += chat === undefined ? 0 : 1;
        yield chat ?? 'unknownFormat';
      } else {
        members.set(key, json);
        checkVersion(members);
      }
    }
  }
  splitter.end();
  // A file can also be a single chat.
  const root = Object.fromEntries(members);
  const single = itemCount === 0 ? readChat(root, options) : undefined;
  if (single !== undefined) {
    yield single;
    return;
  }
  const isEmptyExport = root.format === exportFormat && itemCount === 0;
  if (recognizedCount === 0 && !isEmptyExport) {
    const isEmpty = itemCount === 0 && members.size === 0;
    throw new FileError(isEmpty ? 'emptyList' : 'noChats');
  }
}

/** Fields of a newer version may have another meaning, so nothing of it is read. */
function checkVersion(members: ReadonlyMap<string, unknown>): void {
  const version = members.get('version');
  const isSupported = v.is(v.pipe(v.number(), v.maxValue(exportVersion)), version);
  if (members.get('format') === exportFormat && version !== undefined && !isSupported) {
    throw new FileError('newerVersion');
  }
}
