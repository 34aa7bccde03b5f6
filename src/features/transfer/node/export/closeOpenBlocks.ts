// Ends what a message leaves open in Markdown (a code fence, raw HTML), so that the messages after it are not part of it.
import { fenced, openFencesAfter } from '../../../../base/text/codeFence';
import { BlockReader } from '../../../../markdown/common/blockReader';
import type { Block, BlockSink } from '../../../../markdown/common/blocks';

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

/** Where nothing ends it, all of the text is code. */
export function closeOpenBlocks(text: string): string {
  if (!/[<`~]/u.test(text)) {
    return text;
  }
  const [fence] = openFencesAfter(text);
  for (const closed of [text, `${text}\n${fence?.fence ?? ''}`]) {
    const { html, hasOpenTag } = readBlocks(closed);
    const tags = closingTags(html);
    const complete = tags === '' ? closed : `${closed}\n\n${tags}`;
    if (!hasOpenTag && readBlocks(`${complete}\n\n## x`).endsWithHeading) {
      return complete;
    }
  }
  return fenced(text);
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

/** The raw HTML of a text, which GitHub and VS Code's preview show: blocks of it, and tags in other text. */
export function rawHtml(text: string): string {
  return readBlocks(text).html.join('\n');
}

function readBlocks(text: string): ExportedBlocks {
  const blocks = new ExportedBlocks();
  const reader = new BlockReader(blocks, { extensions: false });
  reader.append(`${text}\n`);
  reader.end();
  return blocks;
}

class ExportedBlocks implements BlockSink {
  readonly html: string[] = [];
  /** Whether a block of raw HTML has a tag without an end. */
  hasOpenTag = false;
  endsWithHeading = false;
  readonly #open: { readonly type: Block['type']; text: string }[] = [];

  open({ type }: Block): void {
    this.endsWithHeading = type === 'heading' && this.#open.length === 0;
    this.#open.push({ type, text: '' });
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
  }

  row(): void {}
  toHeading(): void {}
  takeLastLine(): void {}
  loosen(): void {}
  define(): void {}
}
