// The codicons of suggestions. The page has only icons that its own source names, and those of this list: the build reads it.

export type SuggestionIcon =
  | 'book'
  | 'edit'
  | 'file'
  | 'files'
  | 'folder'
  | 'git-commit'
  | 'git-compare'
  | 'notebook'
  | 'selection'
  | 'sparkle'
  | 'symbol-class'
  | 'symbol-method'
  | 'terminal'
  | 'warning';
