// KaTeX's types lack what it exports for tools that build their own output.
import type { KatexOptions } from 'katex';

declare module 'katex' {
  export function __renderToDomTree(tex: string, options: KatexOptions): unknown;
}
