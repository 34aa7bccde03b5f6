import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRenderState, RenderGuard } from '../../../../src/chat/node/renderGuard';
import { JsonFile } from '../../../../src/storage/node/jsonFile';
import { answer, conversation } from '../../features/transfer/node/fixtures';

describe('RenderGuard', () => {
  const chat = conversation({
    messages: [answer('a1', 'q1'), answer('a2', 'q2'), answer('a3', 'q3', { text: '' })],
  });
  let folder: string;
  let file: JsonFile<ReturnType<typeof parseRenderState>>;
  let guard: RenderGuard;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-rendering-'));
    guard = await nextWindow();
  });
  afterEach(async () => {
    await file.read();
    await rm(folder, { recursive: true });
  });

  /** The guard of the same window after a reload; what the one before has stored is on disk. */
  async function nextWindow(): Promise<RenderGuard> {
    await file?.read();
    file = new JsonFile(join(folder, 'rendering.json'), parseRenderState);
    const next = new RenderGuard(file);
    await next.loaded;
    return next;
  }

  it('shows the last answer as plain text after two starts that did not end', () => {
    assert.deepEqual([guard.begin(chat), guard.begin(chat)], [[], []]);
    assert.deepEqual(guard.begin(chat), ['a2']);
  });

  it('counts the starts of earlier windows', async () => {
    guard.begin(chat);
    guard = await nextWindow();
    guard.begin(chat);
    guard = await nextWindow();
    assert.deepEqual(guard.begin(chat), ['a2']);
  });

  it('formats all messages as long as one of two starts ends', () => {
    for (let start = 0; start < 6; start += 1) {
      assert.deepEqual(guard.begin(chat), []);
      if (start % 2 === 1) {
        guard.end(chat.id);
      }
    }
  });

  it('does not count the starts of other chats', () => {
    guard.begin({ ...chat, id: 'c2' });
    guard.begin(chat);
    guard.begin({ ...chat, id: 'c3' });
    assert.deepEqual(guard.begin(chat), []);
  });

  it('shows the message as plain text until the user wants it formatted, also in the next window', async () => {
    for (let start = 0; start < 3; start += 1) {
      guard.begin(chat);
    }
    guard.end(chat.id);
    guard = await nextWindow();
    assert.deepEqual(guard.begin(chat), ['a2']);
    guard.end(chat.id);
    guard.format('a2');
    assert.deepEqual(guard.begin(chat), []);
    guard = await nextWindow();
    assert.deepEqual(guard.begin(chat), []);
    assert.deepEqual(guard.begin(chat), ['a2']);
  });

  it('has nothing to show as plain text in a chat without an answer', () => {
    for (let start = 0; start < 3; start += 1) {
      assert.deepEqual(guard.begin({ ...chat, messages: [answer('a3', 'q3', { text: '' })] }), []);
    }
  });

  it('ignores what it cannot have stored', async () => {
    await writeFile(join(folder, 'rendering.json'), '{"unfinished":[1],"plainMessages":"a2"}');
    guard = await nextWindow();
    assert.deepEqual(guard.begin(chat), []);
  });
});
