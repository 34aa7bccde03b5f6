// Ends what a message leaves open in Markdown (a code fence, raw HTML), so that the messages after it are not part of it.
import { fenced } from '../../../../base/text/codeFence';
import type { Block, BlockSink } from '../../../../markdown/common/blocks';
import { BlockReader } from '../../../../markdown/common/blockReader';

/** Raw HTML blocks that do not end at a blank line, and what ends them (CommonMark 0.31, “HTML blocks”). */
const htmlBlocks: readonly { readonly start: RegExp; readonly ending: string }[] = [
  { start: /^<!--/u, ending: '-->' },
  { start: /^<\?/u, ending: '?>' },
  { start: /^<![a-z]/iu, ending: '>' },
  { start: /^<!\[CDATA\[/u, ending: ']]>' },
];
const literalElement = /^<(script|pre|style|textarea)(?=[\s>]|$)/iu;

/** Elements that hide or consume what follows until they are closed. */
const hidingTag =
  /<(\/?)(audio|canvas|datalist|details|dialog|iframe|math|noembed|noframes|noscript|object|script|select|style|svg|template|textarea|title|video|xmp)(?=[\s>/])/giu;

/** Tags in a paragraph, and what can hide one: escapes, inline code and comments. */
const inlineMarkup =
  /\\[^]|(`+)(?!`)[^]{0,5000}?(?<!`)\1(?!`)|<!--[^]{0,1000}?-->|`+|<\/?[a-z][a-z\d-]*(?:\s[^<>]{0,1000})?>/giu;

/** A quoted value may contain the end of a tag. */
const attributes = String.raw`[^>=]*(?:=(?:\s*"[^"]*"|\s*'[^']*'|(?!\s*["']))[^>=]*)*`;

/**
 * Comments, elements whose content is text, and tags. `open`: a tag without an end, which would consume the tags after
 * it, also the one that closes its element.
 */
const htmlMarkup = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|<(script|style|textarea|title|iframe|xmp)(?=[\s/>])${attributes}>[^]*?(?:<\/\1(?=[\s/>])|$)|<\/?[a-z]${attributes}(?:>|(?<open>[^]*$))`,
  'giu',
);

export function closeOpenBlocks(text: string): string {
  if (!/[<`~]/u.test(text)) {
    return text;
  }
  const blocks = readBlocks(text);
  if (blocks.hasOpenTag) {
    return fenced(text);
  }
  const ending = endingOf(blocks.openLine);
  const closed = ending === undefined ? text : `${text}\n${ending}`;
  const tags = closingTags(blocks.html);
  const complete = tags === '' ? closed : `${closed}\n\n${tags}`;
  return readBlocks(`${complete}\n\n## x`).endsWithHeading ? complete : fenced(text);
}

/** What closes the code block or HTML block that began with this line. Undefined if nothing has to. */
function endingOf(line: string | undefined): string | undefined {
  const start = line?.trimStart() ?? '';
  const [fence] = /^ {0,3}(?:`{3,}|~{3,})/u.exec(line ?? '') ?? [];
  const [, element] = literalElement.exec(start) ?? [];
  return (
    fence?.trimStart() ??
    (element === undefined
      ? htmlBlocks.find((kind) => kind.start.test(start))?.ending
      : `</${element}>`)
  );
}

/** Closing tags for the elements that are still open, innermost first. */
function closingTags(html: readonly string[]): string {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.join('\n').matchAll(hidingTag)) {
    const tag = name.toLowerCase();
    if (slash === '') {
      open.push(tag);
    } else if (open.includes(tag)) {
      open.length = open.lastIndexOf(tag);
    }
  }
  return open
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('');
}

/** Reads raw HTML, too, as GitHub and VS Code's preview do. */
function readBlocks(text: string): ExportedBlocks {
  const blocks = new ExportedBlocks();
  const reader = new BlockReader(blocks, { extensions: false });
  for (const line of text.split(/(?<=\n|\r(?!\n))/u)) {
    blocks.line = line;
    reader.append(line);
  }
  reader.append('\n');
  blocks.isAtEnd = true;
  reader.end();
  return blocks;
}

class ExportedBlocks implements BlockSink {
  /** The line that is being read. */
  line = '';
  isAtEnd = false;
  /** The first line of the last block if it is open at the end, and in no other block. */
  openLine: string | undefined;
  /** Whether a block of raw HTML has a tag without an end. */
  hasOpenTag = false;
  /** Raw HTML: blocks of it, and tags in other text. */
  readonly html: string[] = [];
  endsWithHeading = false;
  readonly #open: { readonly type: Block['type']; readonly line: string; text: string }[] = [];

  open({ type }: Block): void {
    this.endsWithHeading = type === 'heading' && this.#open.length === 0;
    this.#open.push({ type, line: this.line, text: '' });
  }

  append(text: string): void {
    const leaf = this.#open.at(-1);
    if (leaf !== undefined) {
      leaf.text += text;
    }
  }

  close(): void {
    const block = this.#open.pop();
    if (block?.type === 'html') {
      this.html.push(block.text);
      this.hasOpenTag ||= [...block.text.matchAll(htmlMarkup)].some(
        ({ groups }) => groups?.['open'] !== undefined,
      );
    } else if (block?.type === 'paragraph' || block?.type === 'heading') {
      const found = block.text.match(inlineMarkup) ?? [];
      this.html.push(...found.filter((markup) => /^<[^!]/u.test(markup)));
    }
    if (this.isAtEnd && this.#open.length === 0 && ['code', 'html'].includes(block?.type ?? '')) {
      this.openLine = block?.line;
    }
  }

  row(): void {}
  toHeading(): void {}
  takeLastLine(): void {}
  loosen(): void {}
  define(): void {}
}
