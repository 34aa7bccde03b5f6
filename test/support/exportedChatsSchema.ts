// The JSON Schema of exported chats, made of the schema that reads them: media/exportedChats.schema.json holds it.
import { toJsonSchema } from '@valibot/to-json-schema';
import { exportedChatsSchema } from '../../src/chat/transfer/exportedChats';

export function exportedChatsJsonSchema(): object {
  const schema = toJsonSchema(exportedChatsSchema, { target: 'draft-2020-12', typeMode: 'output' });
  return {
    ...schema,
    title: 'Chats exported from Portico',
  };
}
