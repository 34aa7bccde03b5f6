// The codicons of suggestions. The page has only icons that its own source names, and those of this list.

export const suggestionIcons = [
  'book',
  'edit',
  'file',
  'files',
  'folder',
  'git-commit',
  'git-compare',
  'notebook',
  'selection',
  'sparkle',
  'symbol-class',
  'symbol-method',
  'terminal',
  'warning',
] as const;

export type SuggestionIcon = (typeof suggestionIcons)[number];
