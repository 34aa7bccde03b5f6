// What a code block of an answer proposes for a file, in the formats in which models write changes.

/** Lines that are in the file, and what replaces them. */
export interface ReplaceEdit {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Lines after which it stands, such as the class that a patch names behind `@@`: the outer one first. */
  readonly after?: readonly string[];
}

export type FileProposal = { readonly path?: string } & (
  | { readonly kind: 'edits'; readonly edits: readonly ReplaceEdit[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'newFile'; readonly lines: readonly string[] }
  | { readonly kind: 'unsupported'; readonly why: 'delete' | 'rename' | 'malformed' }
);
export function parseProposals(code: string, _info: string): readonly FileProposal[] {
  return [{ kind: 'code', lines: code.split('\n') }];
}
