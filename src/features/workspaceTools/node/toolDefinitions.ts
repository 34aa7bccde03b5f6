// The tools that a model may call to read the workspace, in the words that it gets. They are sent with every request of a
// chat that may read, so each word costs; a test counts them.
import type { JsonRecord } from '../../../base/mergeObjects';
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import type { ToolDefinition } from '../../../gateway/common/tools';

export const toolNames = [
  'list_files',
  'search_text',
  'read_file',
  'find_symbol',
  'list_problems',
] as const;

export type ToolName = (typeof toolNames)[number];

interface Parameter {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

function schema(
  properties: Readonly<Record<string, Parameter>>,
  required: readonly string[],
): JsonRecord {
  return { type: 'object', properties, required };
}

const glob: Parameter = {
  type: 'string',
  description: 'Only files that match, for example src/**/*.ts',
};

export const toolDefinitions: readonly (ToolDefinition & { readonly name: ToolName })[] = [
  {
    name: 'list_files',
    description: "Lists the workspace's files.",
    inputSchema: schema({ glob }, []),
  },
  {
    name: 'search_text',
    description: "Searches the workspace's files. Returns matching lines with their numbers.",
    inputSchema: schema(
      {
        pattern: { type: 'string', description: 'A regular expression' },
        glob,
        ignoreCase: { type: 'boolean', description: 'Default: false' },
      },
      ['pattern'],
    ),
  },
  {
    name: 'read_file',
    description: 'Reads a file, at most 500 lines at once.',
    inputSchema: schema(
      {
        path: { type: 'string', description: 'As the other tools return it' },
        from: { type: 'integer', description: 'First line, from 1' },
        to: { type: 'integer', description: 'Last line' },
      },
      ['path'],
    ),
  },
  {
    name: 'find_symbol',
    description: 'Finds where a function, class or other symbol is defined and used.',
    inputSchema: schema({ name: { type: 'string', description: 'Its name' } }, ['name']),
  },
  {
    name: 'list_problems',
    description: 'Lists the errors and warnings that the editor shows.',
    inputSchema: schema({}, []),
  },
];

/** The estimated length of the definitions in a request, in tokens. */
export const toolTokens = Math.round(estimateTokens(JSON.stringify(toolDefinitions)));
