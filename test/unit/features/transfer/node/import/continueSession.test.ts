import assert from 'node:assert/strict';
import { reduce } from '../../../../../../src/conversation/common/conversationEvent';
import { diffConversations } from '../../../../../../src/features/transfer/node/import/diffConversations';
import { outline, readItems, readValidChats } from '../fixtures';
import { agent, messages, preview, timeline } from './continueFixtures';

/** Leaves out the IDs of messages, which are hashes. */
function withoutIds(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^.*? > /u, ''));
}

describe('readContinueSession', () => {
  it('reads every format since 2023', async () => {
    const [oldest] = await readValidChats(timeline);
    assert.equal(oldest?.title, 'Add function');
    assert.equal(oldest.conversation.id, 'continue-a1b2c3d4');
    assert.deepEqual(withoutIds(outline(oldest.conversation)), [
      'you: Explain this function',
      ' (complete): It adds two numbers.',
    ]);
    assert.deepEqual(Object.fromEntries(oldest.losses), { toolMessage: 1 });
    const [older] = await readValidChats(preview);
    assert.equal(older?.title, 'Sorting');
    assert.deepEqual(withoutIds(outline(older.conversation)), [
      'you: How do I sort?',
      ' (complete): Use `sorted`.',
    ]);
  });

  it('imports embedded images, and counts the others as losses', async () => {
    const [chat] = await readValidChats(messages);
    assert.ok(chat);
    const [first] = chat.conversation.messages;
    assert.deepEqual(first?.kind === 'question' && first.images, [
      { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
    ]);
    assert.deepEqual(withoutIds(outline(chat.conversation)), [
      'you: What is this?',
      ' (complete): A picture.',
    ]);
    assert.deepEqual(Object.fromEntries(chat.losses), { image: 1 });
  });

  it('joins the reasoning, tool calls and texts of a turn into one answer', async () => {
    const [chat] = await readValidChats(agent);
    assert.ok(chat);
    assert.equal(chat.title, undefined);
    assert.deepEqual(withoutIds(outline(chat.conversation)), [
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

  it('adds only the new messages when a session that was continued or edited is imported again', async () => {
    const entry = (role: string, content: string) => ({
      message: { role, content },
      contextItems: [],
    });
    const session = (...history: readonly object[]) => ({ sessionId: 'extended-session', history });
    const turn = [entry('user', 'One?'), entry('assistant', '1')];
    const [before] = await readValidChats(session(...turn));
    const [extended] = await readValidChats(
      session(...turn, entry('user', 'Two?'), entry('assistant', '2')),
    );
    const [edited] = await readValidChats(session(entry('user', 'Uno?'), entry('assistant', '1')));
    assert.ok(before && extended && edited);
    assert.deepEqual(diffConversations(before.conversation, before.conversation), []);
    assert.deepEqual(diffConversations(extended.conversation, before.conversation), []);
    const newEvents = diffConversations(before.conversation, extended.conversation);
    const merged = newEvents.reduce(reduce, before.conversation);
    assert.deepEqual(outline(merged), outline(extended.conversation));
    const both = diffConversations(merged, edited.conversation).reduce(reduce, merged);
    assert.deepEqual(withoutIds(outline(both)).slice(4), ['you: Uno?', ' (complete): 1']);
  });

  it('skips entries of the session index, which has no messages', async () => {
    const list = [
      { sessionId: 'x', title: 't', dateCreated: '1700000000000', workspaceDirectory: '' },
      { session_id: 'y', title: 't', date_created: '1700000000.0' },
    ];
    assert.deepEqual(await readItems(JSON.stringify(list)), [
      { kind: 'skipped', reason: 'onlyListed' },
      { kind: 'skipped', reason: 'onlyListed' },
    ]);
  });
});
