// Reads the chats of a file of any size one at a time, in whichever supported format they are.
import * as v from 'valibot';
import { parseJson } from '../../../../base/parseJson';
import { exportFormat, exportVersion } from '../export/exportJson';
import { isChatGptChat, readChatGptChat } from './chatGptExport';
import { isClaudeChat, readClaudeChat } from './claudeExport';
import { isContinueIndexEntry, isContinueSession, readContinueSession } from './continueSession';
import { FileError, type ImportedChat, type ImportOptions, type SkipReason } from './importedChat';
import { JsonSplitter } from './jsonSplitter';
import { isLibreChatChat, readLibreChatChat } from './libreChatExport';
import { isOpenWebUiChat, readOpenWebUiChat } from './openWebUiExport';
import { isPorticoChat, readPorticoChat } from './porticoExport';

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
  const readChat = (json: unknown): ImportedChat | SkipReason => {
    const read = readerFor(json);
    itemCount += 1;
    recognizedCount += read === undefined ? 0 : 1;
    return read?.(json, options) ?? 'unknownFormat';
  };
  for await (const chunk of chunks) {
    if (!isStarted && /^\s*</u.test(chunk)) {
      throw new FileError('webPage');
    }
    isStarted ||= chunk.length > 0;
    for (const { key, isListElement, text } of splitter.push(chunk)) {
      const json = parseJson(text);
      if (isListElement || key === undefined) {
        yield readChat(json);
      } else {
        members.set(key, json);
        checkVersion(members);
      }
    }
  }
  splitter.end();
  // A file can also be a single chat.
  const root = Object.fromEntries(members);
  if (itemCount === 0 && readerFor(root) !== undefined) {
    yield readChat(root);
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

type ChatReader = (json: unknown, options: ImportOptions) => ImportedChat | SkipReason;

function readerFor(json: unknown): ChatReader | undefined {
  if (isContinueIndexEntry(json)) {
    return () => 'onlyListed';
  }
  if (isChatGptChat(json)) {
    return readChatGptChat;
  }
  if (isContinueSession(json)) {
    return readContinueSession;
  }
  if (isClaudeChat(json)) {
    return readClaudeChat;
  }
  if (isOpenWebUiChat(json)) {
    return readOpenWebUiChat;
  }
  if (isLibreChatChat(json)) {
    return readLibreChatChat;
  }
  return isPorticoChat(json) ? readPorticoChat : undefined;
}
