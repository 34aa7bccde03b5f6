// The parser of inline Markdown: markdown-it's, with bare addresses as links, some HTML tags, formulas and footnotes.
import createMarkdownIt, { type Env, type Token } from 'markdown-it';
import { readFootnoteReference } from './footnoteRule';
import { readHtmlTag } from './htmlTagRule';
import { readBackslashMath, readDollarMath } from './mathRule';

export const inlineParser = createMarkdownIt({ html: false, linkify: true, typographer: false });
// Which links are safe is decided where they are built: the others are shown as their text.
inlineParser.validateLink = () => true;
inlineParser.linkify
  // File names such as `main.rs` look like hosts.
  .set({ fuzzyLink: false, fuzzyEmail: true })
  .add('ftp:', null)
  .add('//', null)
  .add('www.', {
    validate: (text, position) => {
      const host = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/u.exec(text.slice(position, position + 256));
      return host === null ? 0 : host[0].length + pathLength(text, position + host[0].length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
const { linkify } = inlineParser;
const matchAll = linkify.match.bind(linkify);
linkify.match = (text) => matchAll(text)?.map(withoutMarkup) ?? null;
inlineParser.inline.ruler.before('escape', 'backslash_math', readBackslashMath);
inlineParser.inline.ruler.before('escape', 'dollar_math', readDollarMath);
inlineParser.inline.ruler.before('link', 'footnote_reference', readFootnoteReference);
inlineParser.inline.ruler.before('autolink', 'html_tag', readHtmlTag);

type LinkMatch = NonNullable<ReturnType<typeof matchAll>>[number];

const mailAddress = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/u;

/** A mail address without the table bars and other marks around it, which linkify-it counts as a part of its name. */
function withoutMarkup(match: LinkMatch): LinkMatch {
  if (match.schema !== 'mailto:' || /^mailto:/i.test(match.text)) {
    return match;
  }
  const [address = match.text] = mailAddress.exec(match.text) ?? [];
  match.index += match.text.indexOf(address);
  match.lastIndex = match.index + address.length;
  match.text = address;
  match.raw = address;
  match.url = `mailto:${address}`;
  return match;
}

/** The length of the path, query and fragment of an address, without the punctuation of the sentence. */
function pathLength(text: string, from: number): number {
  const path =
    /^(?::\d{1,5})?(?:[/?#][^\s<>"'`|]*)?/.exec(text.slice(from, from + 2_048))?.[0] ?? '';
  return path.replace(/[.,;:!?)\]}*_~]+$/u, '').length;
}

export type References = NonNullable<Env['references']>;

export interface InlineEnvironment {
  /** Link definitions by label, as `inlineParser.utils.normalizeReference` returns it. */
  readonly references: References;
  /** Labels of footnotes, normalized in the same way. */
  readonly footnotes: ReadonlySet<string>;
}

/** The tokens of inline Markdown. */
export function parseInline(text: string, env: InlineEnvironment): readonly Token[] {
  return inlineParser.parseInline(text, { ...env })[0]?.children ?? [];
}

export function normalizeLabel(label: string): string {
  return inlineParser.utils.normalizeReference(label);
}
