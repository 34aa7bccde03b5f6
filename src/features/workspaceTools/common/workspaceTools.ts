// The tools that a model may call to read the workspace: all that is said of them, to the model and to the user. What they
// do is in `readingTools`.
import type { Localization } from '../../../base/text/localization';

interface ToolParameter {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly isRequired?: true;
}

export interface WorkspaceTool {
  readonly name: string;
  /** The model reads it, and those of the parameters. They are sent with every request of a chat that may read, so words cost. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  /** What the user allows, after “the model may do this: ”. */
  readonly permission: (l10n: Localization) => string;
  /** The row of a call: a codicon and a text, while it runs and once it has returned. `what` is read or looked for; it may be ''. */
  readonly icon: string;
  readonly runningText: (l10n: Localization, what: string) => string;
  readonly rowText: (l10n: Localization, what: string) => string;
  /** In the line of what was read; `count` is at least 1. */
  readonly countText: (l10n: Localization, count: number) => string;
  /** What the model gets, in docs/workspace-tools.md. */
  readonly document: string;
}

const glob: ToolParameter = {
  type: 'string',
  description: 'Only files that match, for example src/**/*.ts',
};

export const workspaceTools = [
  {
    name: 'list_files',
    description: "Lists the workspace's files.",
    parameters: { glob },
    permission: (l10n) => l10n.t('list files'),
    icon: 'search',
    runningText: (l10n, what) =>
      what === '' ? l10n.t('Listing files…') : l10n.t('Listing {0}…', what),
    rowText: (l10n, what) => (what === '' ? l10n.t('All files') : l10n.t('Files: {0}', what)),
    countText: (l10n, count) =>
      count === 1 ? l10n.t('1 list of files') : l10n.t('{0} lists of files', String(count)),
    document: 'The paths of files, up to 500',
  },
  {
    name: 'search_text',
    description: "Searches the workspace's files. Returns matching lines with their numbers.",
    parameters: {
      pattern: { type: 'string', description: 'A regular expression', isRequired: true },
      glob,
      ignoreCase: { type: 'boolean', description: 'Default: false' },
    },
    permission: (l10n) => l10n.t('search in files'),
    icon: 'search',
    runningText: (l10n, what) => l10n.t('Searching {0}…', what),
    rowText: (l10n, what) => l10n.t('Search: {0}', what),
    countText: (l10n, count) =>
      count === 1 ? l10n.t('1 search') : l10n.t('{0} searches', String(count)),
    document:
      "Lines that match a regular expression, up to 100; a pattern that is none is searched as text. VS Code's own ripgrep searches, for 10 seconds at most",
  },
  {
    name: 'read_file',
    description: 'Reads a file, at most 500 lines at once.',
    parameters: {
      path: { type: 'string', description: 'As the other tools return it', isRequired: true },
      from: { type: 'integer', description: 'First line, from 1' },
      to: { type: 'integer', description: 'Last line' },
    },
    permission: (l10n) => l10n.t('read files'),
    icon: 'file',
    runningText: (l10n, what) => l10n.t('Reading {0}…', what),
    rowText: (_l10n, what) => what,
    countText: (l10n, count) =>
      count === 1 ? l10n.t('1 file') : l10n.t('{0} files', String(count)),
    document: 'Up to 500 lines and 50,000 characters of a file',
  },
  {
    name: 'find_symbol',
    description: 'Finds where a function, class or other symbol is defined and used.',
    parameters: { name: { type: 'string', description: 'Its name', isRequired: true } },
    permission: (l10n) => l10n.t('find where functions and classes are defined and used'),
    icon: 'search',
    runningText: (l10n, what) => l10n.t('Looking up {0}…', what),
    rowText: (l10n, what) => l10n.t('Symbol: {0}', what),
    countText: (l10n, count) =>
      count === 1 ? l10n.t('1 symbol') : l10n.t('{0} symbols', String(count)),
    document: "Where a function or class is defined and used, from VS Code's language extensions",
  },
  {
    name: 'list_problems',
    description: 'Lists the errors and warnings that the editor shows.',
    parameters: {},
    permission: (l10n) => l10n.t('see errors and warnings'),
    icon: 'warning',
    runningText: (l10n) => l10n.t('Reading the problems…'),
    rowText: (l10n) => l10n.t('Problems'),
    countText: (l10n) => l10n.t('the problems'),
    document: 'The errors and warnings of the Problems view',
  },
] as const satisfies readonly WorkspaceTool[];

export type ToolName = (typeof workspaceTools)[number]['name'];

/** Undefined for a name that a model has made up, or that a newer version knows. */
export function workspaceToolOf(name: string): (typeof workspaceTools)[number] | undefined {
  return workspaceTools.find((tool) => tool.name === name);
}
