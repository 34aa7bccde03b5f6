// One parse of a piece of Markdown, with the link definitions of the pieces before it.
import type { Env, Token } from 'markdown-it';
import { createMarkdownParser } from '../../shared/text/markdown';

export type References = NonNullable<Env['references']>;

/** Keeps link definitions in the token stream, so that their place is known. */
const parser = createMarkdownParser();
parser.core.ruler.disable('strip_references');

export interface Parsed {
  readonly tokens: readonly Token[];
  /** All definitions seen, the earlier pieces' included. */
  readonly references: References;
}

export function parseBlocks(source: string, known: References): Parsed {
  const references: References = { ...known };
  return { tokens: parser.parse(source, { references }), references };
}

export function parseInline(source: string, known: References): readonly Token[] {
  return parser.parseInline(source, { references: known })[0]?.children ?? [];
}

/** Takes over, first one wins, the definitions that stand in `tokens`. Returns how many are new. */
export function keepDefinitions(
  tokens: readonly Token[],
  from: References,
  into: References,
): number {
  let added = 0;
  for (const token of tokens) {
    const label = token.type === 'reference_definition' ? token.meta?.['label'] : undefined;
    const definition = typeof label === 'string' ? from[label] : undefined;
    if (typeof label === 'string' && definition !== undefined && into[label] === undefined) {
      into[label] = definition;
      added += 1;
    }
  }
  return added;
}
