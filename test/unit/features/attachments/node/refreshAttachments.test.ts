import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import type { PendingSend } from '../../../../../src/conversation/node/send/sendCheck';
import {
  refreshAttachments,
  type AttachmentRefresher,
} from '../../../../../src/features/attachments/node/refreshAttachments';
import { ManualClock } from '../../../../support/manualClock';

function file(id: string, hasSource = true): Attachment {
  const attachment = { id, kind: 'file', name: id, text: `text of ${id}`, tokens: 1 } as const;
  return hasSource ? { ...attachment, source: { uri: `file:///${id}` } } : attachment;
}

const refresher = (changes: Partial<AttachmentRefresher>): AttachmentRefresher => ({
  readAgain: async (attachment) => attachment,
  asAttached: (attachment) => ({ ...attachment, name: `${attachment.name} (as attached)` }),
  ...changes,
});

async function refresh(
  attachments: readonly Attachment[],
  changes: Partial<AttachmentRefresher>,
  source: PendingSend['source'] = 'messageBox',
) {
  const clock = new ManualClock();
  const check = refreshAttachments({ clock, loadRefresher: async () => refresher(changes) });
  const content = { text: 'Why?', attachments };
  const send = { source, question: { content, before: 0 }, start: () => true };
  const result = check(send, { kind: 'unexpected' }, new AbortController().signal);
  return { clock, result };
}

describe('refreshAttachments', () => {
  it('lets an unchanged question pass as it is', async () => {
    const { result } = await refresh([file('a'), file('b', false)], {});
    assert.equal(await result, true);
  });

  it('replaces what has changed, reading each source once and at the same time', async () => {
    const read: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const readAgain: AttachmentRefresher['readAgain'] = async (attachment) => {
      read.push(attachment.id);
      if (read.length === 2) resolve();
      await promise;
      return attachment.id === 'b' ? { ...attachment, text: 'new', isUpdated: true } : attachment;
    };
    const [a, b, c] = [file('a'), file('b'), file('c', false)];
    const { result } = await refresh([a, b, c], { readAgain });
    assert.deepEqual(await result, {
      content: { text: 'Why?', attachments: [a, { ...b, text: 'new', isUpdated: true }, c] },
    });
    assert.deepEqual(read, ['a', 'b']);
  });

  it('sends as attached what cannot be read, or not in time', async () => {
    const readAgain: AttachmentRefresher['readAgain'] = ({ id }) =>
      id === 'a' ? Promise.reject(new Error('gone')) : new Promise(() => {});
    const { clock, result } = await refresh([file('a'), file('b')], { readAgain });
    while (clock.pendingTimers === 0) await Promise.resolve();
    clock.advance(3_000);
    assert.deepEqual(await result, {
      content: {
        text: 'Why?',
        attachments: [
          { ...file('a'), name: 'a (as attached)' },
          { ...file('b'), name: 'b (as attached)' },
        ],
      },
    });
  });

  it('waits longer for a PDF file than for a text', async () => {
    const readAgain: AttachmentRefresher['readAgain'] = () => new Promise(() => {});
    const pdf: Attachment = { ...file('b'), kind: 'pdf' };
    const { clock, result } = await refresh([file('a'), pdf], { readAgain });
    while (clock.pendingTimers < 2) await Promise.resolve();
    clock.advance(3_000);
    await Promise.race([result, new Promise(setImmediate)]);
    assert.equal(clock.pendingTimers, 1, 'the PDF file is still awaited');
    clock.advance(17_000);
    const sent = await result;
    assert.ok(typeof sent === 'object' && 'content' in sent);
    assert.equal(sent.content.attachments?.[1]?.name, 'b (as attached)');
  });

  it('reads nothing for what the conversation shows', async () => {
    const readAgain = () => assert.fail('it was read');
    const { result } = await refresh([file('a')], { readAgain }, 'conversation');
    assert.equal(await result, true);
  });
});
