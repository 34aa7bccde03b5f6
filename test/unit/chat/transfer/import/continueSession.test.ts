import assert from 'node:assert/strict';
import { diffConversations } from '../../../../../src/chat/transfer/import/diffConversations';
import { reduce } from '../../../../../src/shared/conversation/conversationEvent';
import { chatsOf, itemsOf, outline } from '../fixtures';
import { agent, messages, preview, timeline } from './continueFixtures';

/** Without the messages' IDs, which are digests. */
function said(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^.*? > /u, ''));
}

describe('Sessions of Continue', () => {
  it('come in from every generation', async () => {
    const [oldest] = await chatsOf(timeline);
    assert.equal(oldest?.title, 'Add function');
    assert.equal(oldest.conversation.id, 'continue-a1b2c3d4');
    assert.deepEqual(said(outline(oldest.conversation)), [
      'you: Explain this function',
      ' (complete): It adds two numbers.',
    ]);
    assert.deepEqual(Object.fromEntries(oldest.losses), { toolMessage: 1 });
    const [older] = await chatsOf(preview);
    assert.equal(older?.title, 'Sorting');
    assert.deepEqual(said(outline(older.conversation)), [
      'you: How do I sort?',
      ' (complete): Use `sorted`.',
    ]);
  });

  it('bring the pictures that they hold, and tell what else was attached', async () => {
    const [chat] = await chatsOf(messages);
    assert.ok(chat);
    const [first] = chat.conversation.messages;
    assert.deepEqual(first?.kind === 'question' && first.images, [
      { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
    ]);
    assert.deepEqual(said(outline(chat.conversation)), [
      'you: What is this?',
      ' (complete): A picture.',
    ]);
    assert.deepEqual(Object.fromEntries(chat.losses), { attachment: 1, picture: 1 });
  });

  it('become one answer for all that was thought, called and said in a turn', async () => {
    const [chat] = await chatsOf(agent);
    assert.ok(chat);
    assert.equal(chat.title, undefined);
    assert.deepEqual(said(outline(chat.conversation)), [
      'you: List the files',
      'Local 30B (complete): Let me look.\n\nThere is a.txt.',
      'you: And now?',
      ' (failed): ',
    ]);
    const answer = chat.conversation.messages[1];
    assert.ok(answer?.kind === 'answer');
    assert.equal(answer.reasoning, 'I need a tool.\n\nOne file.');
    assert.deepEqual(answer.outcome?.toolCalls, [{ name: 'ls', arguments: '{"path":"."}' }]);
    assert.deepEqual(Object.fromEntries(chat.losses), { systemMessage: 1, toolMessage: 1 });
  });

  it('that have grown, or were edited, add what is new', async () => {
    const say = (role: string, content: string) => ({
      message: { role, content },
      contextItems: [],
    });
    const session = (...history: readonly object[]) => ({ sessionId: 'grown-session', history });
    const turn = [say('user', 'One?'), say('assistant', '1')];
    const [before] = await chatsOf(session(...turn));
    const [grown] = await chatsOf(session(...turn, say('user', 'Two?'), say('assistant', '2')));
    const [edited] = await chatsOf(session(say('user', 'Uno?'), say('assistant', '1')));
    assert.ok(before && grown && edited);
    assert.deepEqual(diffConversations(before.conversation, before.conversation), []);
    assert.deepEqual(diffConversations(grown.conversation, before.conversation), []);
    const more = diffConversations(before.conversation, grown.conversation);
    const now = more.reduce(reduce, before.conversation);
    assert.deepEqual(outline(now), outline(grown.conversation));
    const both = diffConversations(now, edited.conversation).reduce(reduce, now);
    assert.deepEqual(said(outline(both)).slice(4), ['you: Uno?', ' (complete): 1']);
  });

  it('are not in the list of them, which says so', async () => {
    const list = [
      { sessionId: 'x', title: 't', dateCreated: '1700000000000', workspaceDirectory: '' },
      { session_id: 'y', title: 't', date_created: '1700000000.0' },
    ];
    assert.deepEqual(await itemsOf(JSON.stringify(list)), [
      { kind: 'refused', reason: 'onlyListed' },
      { kind: 'refused', reason: 'onlyListed' },
    ]);
  });
});
