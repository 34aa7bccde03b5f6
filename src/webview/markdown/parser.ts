// Parses chunks of Markdown, with the link definitions of the chunks before them.
import type { Env, Token } from 'markdown-it';
import { createMarkdownParser } from '../../shared/text/markdown';

/** Link reference definitions, by label. */
export type References = NonNullable<Env['references']>;

/** Leaves link definitions in the token stream, so that their positions are known. */
const parser = createMarkdownParser();
parser.core.ruler.disable('strip_references');

export interface Parsed {
  readonly tokens: readonly Token[];
  /** All definitions so far, including those of earlier chunks. */
  readonly references: References;
}

export function parseBlocks(source: string, known: References): Parsed {
  const references: References = { ...known };
  return { tokens: parser.parse(source, { references }), references };
}

export function parseInline(source: string, known: References): readonly Token[] {
  return parser.parseInline(source, { references: known })[0]?.children ?? [];
}

/** Copies the definitions in `tokens` to `into`. The first definition of a label wins. */
export function addDefinitions(tokens: readonly Token[], from: References, into: References): void {
  for (const token of tokens) {
    const label = token.type === 'reference_definition' ? token.meta?.['label'] : undefined;
    const definition = typeof label === 'string' ? from[label] : undefined;
    if (typeof label === 'string' && definition !== undefined) {
      into[label] ??= definition;
    }
  }
}

/** The offset at which a line starts; the length of `source` for a line after the last one. */
export function lineStart(source: string, line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index += 1) {
    const end = source.indexOf('\n', offset);
    if (end === -1) {
      return source.length;
    }
    offset = end + 1;
  }
  return offset;
}
