// Reads the chats of a file of any size one at a time, in whichever supported format they are.
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { exportFormat, exportVersion } from '../export/exportJson';
import { isChatGptChat, readChatGptChat } from './chatGptExport';
import { isContinueIndexEntry, isContinueSession, readContinueSession } from './continueSession';
import { FileError, type ImportedChat, type ReaderOptions, type SkipReason } from './importedChat';
import { JsonSplitter } from './jsonSplitter';
import { isPorticoChat, readPorticoChat } from './porticoExport';

/** The member of an outermost object that lists the chats, in Portico's and some of ChatGPT's exports. */
const listKey = 'conversations';

/**
 * @param chunks The file's text, split at any position.
 * @throws FileError if the rest of the file cannot be read, and whatever `chunks` throws.
 */
export async function* readChats(
  chunks: AsyncIterable<string>,
  options: ReaderOptions,
): AsyncGenerator<ImportedChat | SkipReason> {
  const file = new ChatFile(options);
  for await (const chunk of chunks) {
    yield* file.push(chunk);
  }
  yield* file.end();
}

class ChatFile {
  readonly #splitter = new JsonSplitter(new Set([listKey]));
  readonly #options: ReaderOptions;
  /** The members of an outermost object except the list of chats. */
  readonly #members = new Map<string, unknown>();
  #isStarted = false;
  #itemCount = 0;
  #recognizedCount = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  *push(chunk: string): Generator<ImportedChat | SkipReason> {
    if (!this.#isStarted && chunk.startsWith('PK\u0003\u0004')) {
      throw new FileError('zipped');
    }
    this.#isStarted ||= chunk.length > 0;
    for (const { key, isListElement, text } of this.#splitter.push(chunk)) {
      const json = parseJson(text);
      if (isListElement || key === undefined) {
        yield this.#readChat(json);
      } else {
        this.#members.set(key, json);
        this.#checkVersion();
      }
    }
  }

  *end(): Generator<ImportedChat | SkipReason> {
    this.#splitter.end();
    // A file can also be a single chat.
    const root = Object.fromEntries(this.#members);
    if (this.#itemCount === 0 && readerFor(root) !== undefined) {
      yield this.#readChat(root);
    }
    const isEmptyExport = root.format === exportFormat && this.#itemCount === 0;
    if (this.#recognizedCount === 0 && !isEmptyExport) {
      throw new FileError('noChats');
    }
  }

  /** Fields of a newer version may have another meaning, so nothing of it is read. */
  #checkVersion(): void {
    const version = this.#members.get('version');
    if (
      this.#members.get('format') === exportFormat &&
      version !== undefined &&
      !v.is(v.pipe(v.number(), v.maxValue(exportVersion)), version)
    ) {
      throw new FileError('newerVersion');
    }
  }

  #readChat(json: unknown): ImportedChat | SkipReason {
    const read = readerFor(json);
    this.#itemCount += 1;
    this.#recognizedCount += read === undefined ? 0 : 1;
    return read?.(json, this.#options) ?? 'unknownFormat';
  }
}

type Reader = (json: unknown, options: ReaderOptions) => ImportedChat | SkipReason;

function readerFor(json: unknown): Reader | undefined {
  if (isContinueIndexEntry(json)) {
    return () => 'onlyListed';
  }
  if (isChatGptChat(json)) {
    return readChatGptChat;
  }
  if (isContinueSession(json)) {
    return readContinueSession;
  }
  return isPorticoChat(json) ? readPorticoChat : undefined;
}
