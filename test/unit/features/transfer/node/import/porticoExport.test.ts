import assert from 'node:assert/strict';
import {
  answer,
  conversation,
  fullConversation,
  question,
  readItems,
  readValidChats,
} from '../fixtures';

describe('readPorticoChat', () => {
  it('ends answers as interrupted that were running during the export', async () => {
    const running = conversation({
      messages: [question('q1', ''), answer('a1', 'q1', { state: 'streaming' })],
    });
    const [chat] = await readValidChats({ conversations: [{ ...running, title: '' }] });
    const last = chat?.conversation.messages.at(-1);
    assert.equal(last?.kind === 'answer' && last.state, 'interrupted');
  });

  it('rejects a file from a newer version', async () => {
    const file = { format: 'portico-chats', version: 2, conversations: [fullConversation] };
    assert.deepEqual(await readItems(JSON.stringify(file)), [
      { kind: 'error', error: 'newerVersion' },
    ]);
  });

  it('replaces an ID that could name another folder', async () => {
    for (const id of ['', '..', '../../x', 'CON', 'a/b', 'A'.repeat(36), 'x'.repeat(5_000)]) {
      const file = { ...fullConversation, id, messages: fullConversation.messages, title: '' };
      const [chat] = await readValidChats({
        format: 'portico-chats',
        version: 1,
        conversations: [file],
      });
      assert.match(chat?.conversation.id ?? '', /^chat-[0-9a-f]{32}$/u, id);
    }
  });

  it('drops the name of a key that nobody could have typed', async () => {
    const baseUrl = 'https://gateway.example/v1';
    for (const keyLabel of [
      '[Update VS Code](command:workbench.action.reloadWindow)',
      'a\nb',
      'a\u202Eb',
      `sk-${'a'.repeat(20)}`,
      ' ',
    ]) {
      const json = { ...fullConversation, title: '', gateway: { baseUrl, keyLabel } };
      const [chat] = await readValidChats({ conversations: [json] });
      assert.deepEqual(chat?.conversation.gateway, { baseUrl }, keyLabel);
    }
    const json = { ...fullConversation, title: '', gateway: { baseUrl, keyLabel: 'team blue' } };
    const [chat] = await readValidChats({ conversations: [json] });
    assert.deepEqual(chat?.conversation.gateway, { baseUrl, keyLabel: 'team blue' });
  });

  it('drops what the model was allowed to read', async () => {
    const access = { folders: ['file:///'], gateway: 'https://gateway.example', tools: ['a'] };
    const [chat] = await readValidChats({
      conversations: [{ ...fullConversation, title: '', access }],
    });
    assert.ok(chat);
    assert.equal(chat.conversation.access, undefined);
  });

  it('drops a gateway that is not a web address', async () => {
    for (const baseUrl of [
      'javascript:alert(1)',
      'file:///etc',
      '',
      'https://a:b@gateway.example',
    ]) {
      const json = { ...fullConversation, title: '', gateway: { baseUrl } };
      const [chat] = await readValidChats({ conversations: [json] });
      assert.equal(chat?.conversation.gateway, undefined, baseUrl);
    }
  });

  it('skips a message with an attachment of a kind that only a newer version knows, and counts it as a loss', async () => {
    const attachment = { id: 'x', kind: 'whiteboard', name: 'Sketch', tokens: 2 };
    const newer = { ...question('q2', 'a1'), attachments: [attachment] };
    const messages = [question('q1', ''), answer('a1', 'q1'), newer, answer('a2', 'q2')];
    const [chat] = await readValidChats({ conversations: [{ ...conversation(), messages }] });
    assert.equal(chat?.conversation.messages.length, 2);
    assert.deepEqual(Object.fromEntries(chat.losses), { unreadableMessage: 1, orphanMessage: 1 });
  });

  it('skips a damaged message, and counts it as a loss', async () => {
    const damaged = {
      ...conversation(),
      messages: [question('q1', ''), answer('a1', 'q1'), { kind: 'question', id: 'q2' }],
      title: 7,
    };
    const [chat] = await readValidChats({ conversations: [damaged] });
    assert.equal(chat?.conversation.messages.length, 2);
    assert.deepEqual(Object.fromEntries(chat.losses), { unreadableMessage: 1 });
  });
});
