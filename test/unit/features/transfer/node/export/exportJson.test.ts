import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import type { Conversation } from '../../../../../../src/conversation/common/conversation';
import {
  exportJson,
  type ChatToExport,
} from '../../../../../../src/features/transfer/node/export/exportJson';
import { diffConversations } from '../../../../../../src/features/transfer/node/import/diffConversations';
import { exportedChatsJsonSchema } from '../../../../../support/exportedChatsSchema';
import { projectRoot } from '../../../../../support/toolchain';
import {
  answer,
  anyConversation,
  anyText,
  conversation,
  fullConversation,
  joinChunks,
  question,
  readItems,
  readValidChats,
  yieldEach,
} from '../fixtures';

const schema = JSON.parse(
  readFileSync(join(projectRoot, 'media/exportedChats.schema.json'), 'utf8'),
) as object;
const validate = new Ajv2020({ allErrors: true }).compile(schema);

const exportedAt = 1_790_000_000_000;

function exportChats(...chats: readonly ChatToExport[]): Promise<string> {
  return joinChunks(exportJson(yieldEach(...chats), exportedAt));
}

/** The order of off-path messages has no meaning. */
function sortOffPath({ offPath, ...rest }: Conversation): object {
  return { ...rest, offPath: offPath.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

describe('exportJson', () => {
  it('yields chunks of a few messages, however long a chat is', async () => {
    const long = Array.from({ length: 60 }, (_, index) => [
      question(`q${index}`, index === 0 ? '' : `a${index - 1}`),
      answer(`a${index}`, `q${index}`, { text: 'x'.repeat(50_000) }),
    ]).flat();
    const chat = { title: 'Long', conversation: { ...conversation(), messages: long } };
    const lengths: number[] = [];
    for await (const chunk of exportJson(yieldEach(chat), exportedAt)) {
      lengths.push(chunk.length);
    }
    assert.ok(lengths.length > 20 && Math.max(...lengths) < 150_000, String(lengths));
  });

  it('writes every field, and the import restores it', async () => {
    const [chat] = await readValidChats(
      await exportChats({ title: 'Everything', conversation: fullConversation }),
    );
    assert.deepEqual(chat?.conversation, fullConversation);
    assert.equal(chat.title, 'Everything');
    assert.deepEqual([...chat.losses], []);
  });

  it('writes chats that the import restores, whatever was asked, retried and edited', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyConversation, { maxLength: 3 }),
        anyText,
        async (conversations, title) => {
          const chats = conversations.map((chat, index) => ({
            ...chat,
            id: `${chat.id}-${index}`,
          }));
          const file = await exportChats(...chats.map((chat) => ({ title, conversation: chat })));
          assert.ok(validate(JSON.parse(file)), JSON.stringify(validate.errors));
          const imported = await readValidChats(file);
          assert.deepEqual(
            imported.map((chat) => sortOffPath(chat.conversation)),
            chats.map(sortOffPath),
          );
          for (const [index, { conversation: chat }] of imported.entries()) {
            assert.deepEqual(diffConversations(chats[index] ?? chat, chat), []);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('writes files that fit the published schema, which matches the one in the code', async () => {
    const file: unknown = JSON.parse(
      await exportChats({ title: '', conversation: fullConversation }),
    );
    assert.ok(validate(file), JSON.stringify(validate.errors));
    assert.deepEqual(
      schema,
      exportedChatsJsonSchema(),
      'Run: node --import tsx test/support/writeExportedChatsSchema.ts',
    );
    assert.ok(!validate({ format: 'portico-chats', version: 2, exportedAt, conversations: [] }));
    assert.ok(!validate({ format: 'portico-chats', version: 1, exportedAt, conversations: [{}] }));
  });

  it('writes a valid file without any chat', async () => {
    assert.deepEqual(await readItems(await exportChats()), []);
  });
});
