// Exports in ZIP archives.
import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import type { ImportedChat } from '../../../../../../src/features/transfer/node/import/importedChat';
import { importFiles } from '../../../../../../src/features/transfer/node/import/importFile';
import { filesInZip, isZip } from '../../../../../../src/features/transfer/node/import/zipFile';
import { options } from '../fixtures';
import { branched } from './chatGptFixtures';
import { claude } from './linkedFixtures';

/** A ZIP archive. `statedBytes`: the size after decompression that it claims. */
function zipOf(files: Readonly<Record<string, string>>, statedBytes?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [fileName, text] of Object.entries(files)) {
    const name = Buffer.from(fileName);
    const data = deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(statedBytes ?? Buffer.byteLength(text), 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, data]);
    local.push(header);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, entry.subarray(2), name);
    offset += header.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, list, Buffer.from('PK\u0005\u0006'), end]);
}

async function importZip(archive: Buffer) {
  const chats: ImportedChat[] = [];
  const library = {
    importChat: (chat: ImportedChat) => {
      chats.push(chat);
      return Promise.resolve({ kind: 'added' } as const);
    },
  };
  const summaries = await importFiles(
    filesInZip(archive, 'export.zip'),
    'export.zip',
    library as never,
    options,
    new AbortController().signal,
  );
  return {
    chats,
    files: summaries.map(({ fileName }) => fileName),
    errors: summaries.map(({ error }) => error),
  };
}

describe('a ZIP archive', () => {
  const chatGpt = JSON.stringify([branched]);

  it('is recognized by its first bytes', () => {
    assert.equal(isZip(zipOf({ a: 'b' })), true);
    assert.equal(isZip(zipOf({})), true);
    for (const text of ['PK', 'PKs are keys', '[{}]', '']) {
      assert.equal(isZip(Buffer.from(text)), false, text);
    }
  });

  it('of ChatGPT or Claude is imported as it was downloaded', async () => {
    const one = await importZip(
      zipOf({ 'user.json': '{"id":"user"}', 'chat.html': '<html>', 'conversations.json': chatGpt }),
    );
    assert.deepEqual(one.files, ['export.zip: conversations.json']);
    assert.deepEqual(one.errors, [undefined]);
    assert.equal(one.chats.length, 1);
    const two = await importZip(
      zipOf({
        'data/conversations-000.json': JSON.stringify([claude]),
        'data/conversations-001.json': chatGpt,
        'data/users.json': '[]',
      }),
    );
    assert.equal(two.chats.length, 2);
  });

  it('with chats in files of other names is imported too; files without chats are not reported', async () => {
    const { chats, files } = await importZip(
      zipOf({ 'a/settings.json': '{}', 'a/chat-1.json': chatGpt, 'a/list.json': '[]' }),
    );
    assert.equal(chats.length, 1);
    assert.deepEqual(files, ['export.zip: a/chat-1.json']);
  });

  it('says why it has no chats', async () => {
    assert.deepEqual((await importZip(zipOf({ 'chat.html': '<html>' }))).errors, ['noJsonInZip']);
    assert.deepEqual((await importZip(zipOf({ 'user.json': '{"id":1}' }))).errors, ['noChats']);
    assert.deepEqual((await importZip(zipOf({ 'conversations.json': '[' }))).errors, ['cutOff']);
    const cut = zipOf({ 'conversations.json': chatGpt }).subarray(0, 60);
    assert.deepEqual((await importZip(cut)).errors, ['unreadable']);
  });

  it('that expands without bounds is not read, whatever size it states', async () => {
    const bomb = `[${' '.repeat(20_000_000)}]`;
    assert.deepEqual((await importZip(zipOf({ 'conversations.json': bomb }))).errors, ['zipBomb']);
    const lying = await importZip(zipOf({ 'conversations.json': bomb }, 1_000));
    assert.deepEqual(lying.errors, ['unreadable']);
  });

  it('is read at most as far as it is damaged, for every damaged byte', async () => {
    const archive = zipOf({ 'conversations.json': chatGpt });
    for (let index = 0; index < archive.length; index += 7) {
      const damaged = Buffer.from(archive);
      damaged[index] = (damaged[index] ?? 0) ^ 0xff;
      const { errors } = await importZip(damaged);
      assert.equal(errors.length, 1);
    }
  });
});
