import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Conversation } from '../../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../../src/conversation/common/conversationEvent';
import { diffConversations } from '../../../../../../src/features/transfer/node/import/diffConversations';
import { anyConversation } from '../fixtures';

describe('diffConversations', () => {
  it('returns events that add the missing messages and change nothing else', () => {
    fc.assert(
      fc.property(anyConversation, fc.nat(), (later, lastIndex) => {
        const isKnown = (id: string): boolean => Number(id.slice(1)) <= lastIndex % 12;
        const known: Conversation = {
          ...later,
          messages: later.messages.filter(({ id }) => isKnown(id)),
          offPath: later.offPath.filter(({ id }) => isKnown(id)),
        };
        const merged = diffConversations(known, later).reduce(reduce, known);
        const messagesOf = (chat: Conversation): readonly string[] =>
          [...chat.messages, ...chat.offPath].map((message) => JSON.stringify(message)).toSorted();
        assert.deepEqual(messagesOf(merged), messagesOf(later));
        assert.deepEqual(merged.messages.slice(0, known.messages.length), known.messages);
      }),
      { numRuns: 300 },
    );
  });
});
