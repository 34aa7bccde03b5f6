// The kinds of attachments, and what follows from each. The build reads the icons here: the page has no others.

export const attachmentKinds = [
  'file',
  'folder',
  'selection',
  'symbol',
  'problems',
  'terminal',
  'changes',
  'commit',
  'notebookCell',
  'image',
  'pdf',
  'pastedText',
  'instructions',
] as const;

export type AttachmentKind = (typeof attachmentKinds)[number];

interface KindTraits {
  /** The name of a codicon. */
  readonly icon: string;
  /**
   * Which attachment of the same kind and name a new one replaces: any, or only one with the same content, because
   * different things have the same name. One that can be read again is known by its source's name alone.
   */
  readonly replaces: 'any' | 'sameContent';
  /** What is read again before the question is sent, if the attachment has a source: the file, or its lines in it. */
  readonly refresh: 'file' | 'lines' | 'never';
}

export const kindTraits = {
  file: { icon: 'file', replaces: 'any', refresh: 'file' },
  folder: { icon: 'folder', replaces: 'any', refresh: 'never' },
  selection: { icon: 'list-selection', replaces: 'any', refresh: 'lines' },
  symbol: { icon: 'symbol-method', replaces: 'any', refresh: 'lines' },
  problems: { icon: 'warning', replaces: 'any', refresh: 'never' },
  terminal: { icon: 'terminal', replaces: 'any', refresh: 'never' },
  changes: { icon: 'diff', replaces: 'any', refresh: 'never' },
  commit: { icon: 'git-commit', replaces: 'any', refresh: 'never' },
  notebookCell: { icon: 'notebook', replaces: 'any', refresh: 'never' },
  // Pasted images all have the same name, and files from outside VS Code can have it.
  image: { icon: 'file-media', replaces: 'sameContent', refresh: 'never' },
  pdf: { icon: 'file-pdf', replaces: 'sameContent', refresh: 'file' },
  pastedText: { icon: 'clippy', replaces: 'sameContent', refresh: 'never' },
  instructions: { icon: 'book', replaces: 'any', refresh: 'file' },
} as const satisfies Readonly<Record<AttachmentKind, KindTraits>>;
