// Regenerates media/exportedChats.schema.json after the schema in the code has changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportedChatsJsonSchema } from './exportedChatsSchema';

writeFileSync(
  join(__dirname, '../../media/exportedChats.schema.json'),
  `${JSON.stringify(exportedChatsJsonSchema(), undefined, 2)}\n`,
);
