// Reads the chats of a file of any size one after another, whichever program wrote it.
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { readChatGptChat, isChatGptChat } from './chatGptExport';
import { readContinueSession, isContinueSession, isContinueIndexEntry } from './continueSession';
import { readPorticoChat, exportFormat, exportVersion, isPorticoChat } from '../export/exportJson';
import { JsonFault, type JsonFaultKind, JsonSplitter } from './jsonSplitter';
import type { ImportedChat, ReaderOptions, SkipReason } from './importedChat';

/** Why a file, or the rest of it, was not read. */
export type FileFault =
  | JsonFaultKind
  /** A ZIP archive, in which ChatGPT's and other exports come. */
  | 'zipped'
  /** JSON, and no chats in it that are known here. */
  | 'unknownFormat'
  /** Portico's own form, from a later version. */
  | 'newerVersion';

/** One chat, or why it did not come in; a fault is the last. */
export type ReadItem =
  | { readonly kind: 'chat'; readonly chat: ImportedChat }
  | { readonly kind: 'refused'; readonly reason: SkipReason }
  | { readonly kind: 'fault'; readonly fault: FileFault };

/** Under this key an outermost object lists chats: in Portico's files, and in some of ChatGPT's. */
const listKey = 'conversations';

/** @param chunks The file's text, cut anywhere. Never throws but what `chunks` throws. */
export async function* readChats(
  chunks: AsyncIterable<string>,
  parts: ReaderOptions,
): AsyncGenerator<ReadItem> {
  const file = new FileReading(parts);
  try {
    for await (const chunk of chunks) {
      yield* file.push(chunk);
    }
    yield* file.end();
  } catch (error) {
    if (error instanceof JsonFault) {
      yield { kind: 'fault', fault: error.kind };
    } else if (error instanceof FileError) {
      yield { kind: 'fault', fault: error.fault };
    } else {
      throw error;
    }
  }
}

class FileError extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}

class FileReading {
  readonly #pieces = new JsonSplitter(new Set([listKey]));
  readonly #parts: ReaderOptions;
  /** The members of an outermost object that are not the list of chats. */
  readonly #members = new Map<string, unknown>();
  #isBegun = false;
  #listed = 0;
  #known = 0;

  constructor(parts: ReaderOptions) {
    this.#parts = parts;
  }

  *push(chunk: string): Generator<ReadItem> {
    if (!this.#isBegun && chunk.length > 0) {
      this.#isBegun = true;
      if (chunk.startsWith('PK\u0003\u0004')) {
        throw new FileError('zipped');
      }
    }
    for (const { key, isListElement: listed, text } of this.#pieces.push(chunk)) {
      const json = parseJson(text);
      if (!listed && key !== undefined) {
        this.#members.set(key, json);
        this.#checkVersion();
      } else {
        yield this.#item(json);
      }
    }
  }

  *end(): Generator<ReadItem> {
    this.#pieces.end();
    const whole = Object.fromEntries(this.#members);
    if (this.#listed === 0 && readerOf(whole) !== undefined) {
      yield this.#item(whole);
    }
    const isEmptyExport = this.#members.get('format') === exportFormat && this.#listed === 0;
    if (this.#known === 0 && !isEmptyExport) {
      throw new FileError('unknownFormat');
    }
  }

  /** Of what is written by a later version nothing is taken for what it may no longer mean. */
  #checkVersion(): void {
    const version = this.#members.get('version');
    if (this.#members.get('format') === exportFormat && version !== undefined) {
      if (!v.is(v.pipe(v.number(), v.maxValue(exportVersion)), version)) {
        throw new FileError('newerVersion');
      }
    }
  }

  #item(json: unknown): ReadItem {
    this.#listed += 1;
    if (isContinueIndexEntry(json)) {
      this.#known += 1;
      return { kind: 'refused', reason: 'onlyListed' };
    }
    const read = readerOf(json);
    if (read === undefined) {
      return { kind: 'refused', reason: 'unreadable' };
    }
    this.#known += 1;
    const chat = read(json, this.#parts);
    return typeof chat === 'string' ? { kind: 'refused', reason: chat } : { kind: 'chat', chat };
  }
}

type Reader = (json: unknown, parts: ReaderOptions) => ImportedChat | SkipReason;

function readerOf(json: unknown): Reader | undefined {
  if (isChatGptChat(json)) {
    return readChatGptChat;
  }
  if (isContinueSession(json)) {
    return readContinueSession;
  }
  return isPorticoChat(json) ? readPorticoChat : undefined;
}
