// KaTeX's types lack what it exports for tools that build their own output.
import type { KatexOptions } from 'katex';

declare module 'katex' {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- KaTeX's own name
  export function __renderToDomTree(tex: string, options: KatexOptions): unknown;
}
