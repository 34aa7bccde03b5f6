// Files of any size, read and written in pieces: between two of them the host does whatever else waits.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import * as vscode from 'vscode';

/** In bytes: read and cut up within a few ms. */
const chunkSize = 64 * 1024;

/** A file's text as UTF-8. Rejects where it cannot be read. */
export async function* textOf(uri: vscode.Uri): AsyncGenerator<string> {
  if (uri.scheme === 'file') {
    for await (const chunk of createReadStream(uri.fsPath, {
      encoding: 'utf8',
      highWaterMark: chunkSize,
    })) {
      yield String(chunk);
      await othersTurn();
    }
    return;
  }
  // Other file systems give a file as a whole.
  const bytes = await vscode.workspace.fs.readFile(uri);
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += chunkSize) {
    yield decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true });
    await othersTurn();
  }
  yield decoder.decode();
}

/** Writes the whole file or, where that fails or is given up, none: what was there before stays then. */
export async function writeText(uri: vscode.Uri, pieces: AsyncIterable<string>): Promise<void> {
  if (uri.scheme !== 'file') {
    const encoder = new TextEncoder();
    const bytes: Uint8Array[] = [];
    for await (const piece of pieces) {
      bytes.push(encoder.encode(piece));
    }
    await vscode.workspace.fs.writeFile(uri, Buffer.concat(bytes));
    return;
  }
  const unfinished = `${uri.fsPath}.${randomUUID()}.unfinished`;
  try {
    // What was said in a chat is its owner's alone to read.
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        await file.appendFile(piece);
        await othersTurn();
      }
    } finally {
      await file.close();
    }
    await rename(unfinished, uri.fsPath);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
