// Regenerates media/exportedChats.schema.json after the schema in the code has changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { exportedChatsJsonSchema } from './exportedChatsSchema';

async function main(): Promise<void> {
  const path = join(__dirname, '../../media/exportedChats.schema.json');
  const options = await resolveConfig(path);
  const json = JSON.stringify(exportedChatsJsonSchema());
  writeFileSync(path, await format(json, { ...options, filepath: path }));
}

void main();
