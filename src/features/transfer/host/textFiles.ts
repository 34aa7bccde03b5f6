// Reads and writes files of any size in chunks, without blocking the extension host.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';

/** The chats in one chunk are read within a few ms. */
const chunkBytes = 64 * 1024;

/** The first bytes of a file; none if it cannot be read. */
export async function readStart(uri: vscode.Uri): Promise<Uint8Array> {
  try {
    if (uri.scheme !== 'file') {
      return (await vscode.workspace.fs.readFile(uri)).subarray(0, 4);
    }
    const file = await open(uri.fsPath);
    try {
      return (await file.read(new Uint8Array(4), 0, 4, 0)).buffer;
    } finally {
      await file.close();
    }
  } catch {
    // Reading the file reports why it cannot be read.
    return new Uint8Array();
  }
}

/** Yields a file's text, decoded as UTF-8. Throws if the file cannot be read. */
export async function* readText(uri: vscode.Uri): AsyncGenerator<string> {
  if (uri.scheme === 'file') {
    const stream = createReadStream(uri.fsPath, { encoding: 'utf8', highWaterMark: chunkBytes });
    for await (const chunk of stream) {
      yield String(chunk);
      await setImmediate();
    }
    return;
  }
  // Other file systems can only read a complete file.
  const bytes = await vscode.workspace.fs.readFile(uri);
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
    await setImmediate();
  }
  yield decoder.decode();
}

/** Writes all chunks or, if one of them throws or writing fails, leaves the existing file as it is. */
export async function writeText(uri: vscode.Uri, chunks: AsyncIterable<string>): Promise<void> {
  if (uri.scheme !== 'file') {
    const encoder = new TextEncoder();
    const bytes: Uint8Array[] = [];
    for await (const chunk of chunks) {
      bytes.push(encoder.encode(chunk));
    }
    await vscode.workspace.fs.writeFile(uri, Buffer.concat(bytes));
    return;
  }
  const temporary = `${uri.fsPath}.${randomUUID()}.tmp`;
  try {
    // Only the user may read the chats.
    const file = await open(temporary, 'wx', 0o600);
    try {
      for await (const chunk of chunks) {
        await file.appendFile(chunk);
        await setImmediate();
      }
    } finally {
      await file.close();
    }
    await rename(temporary, uri.fsPath);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
