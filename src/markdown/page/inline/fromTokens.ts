// Converts markdown-it's flat inline tokens to a tree of nodes. Unknown tokens become text.
import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { isSafeLink } from '../../common/safeLink';
import type { FormulaBudget } from '../math/formulaBudget';
import { codeNode, imageNode, linkNode } from './links';
import { element, text, textContent, type InlineNode } from './nodes';
import type { Citation } from './parser';

/** More deeply nested text is shown without its markup. The block reader limits how deep blocks nest. */
const maxNesting = 80;

/** The start of a refused link is searched for in this many UTF-16 units before an address. */
const maxSourceLength = 300;

/** The number of the footnote with a normalized label. */
export type FootnoteNumber = (label: string) => number;

interface Frame {
  readonly token: Token;
  readonly children: InlineNode[];
}

export function nodesFromTokens(
  tokens: readonly Token[],
  footnoteNumber: FootnoteNumber,
  formulas: FormulaBudget,
  citations: ReadonlyMap<string, Citation>,
): readonly InlineNode[] {
  const root: InlineNode[] = [];
  const open: Frame[] = [];
  /** Number of open tokens beyond the limit. */
  let tooDeep = 0;
  let openLinks = 0;
  const add = (node: InlineNode): void => {
    const siblings = open.at(-1)?.children ?? root;
    const last = siblings.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') {
      siblings[siblings.length - 1] = text(last.text + node.text);
    } else if (node.kind !== 'text' || node.text !== '') {
      siblings.push(node);
    }
  };
  for (const token of tokens) {
    if (token.nesting === 1 && open.length >= maxNesting) {
      tooDeep += 1;
    } else if (token.nesting === 1) {
      openLinks += token.type === 'link_open' ? 1 : 0;
      open.push({ token, children: [] });
    } else if (token.nesting === -1 && tooDeep > 0) {
      tooDeep -= 1;
    } else if (token.nesting === -1) {
      const frame = open.pop();
      if (frame !== undefined) {
        openLinks -= frame.token.type === 'link_open' ? 1 : 0;
        const before = (open.at(-1)?.children ?? root).at(-1);
        if (frame.token.markup === 'linkify' && isInRefusedLink(before)) {
          frame.children.forEach(add);
        } else {
          add(nodeFromFrame(frame));
        }
      }
    } else if (token.type === 'citation') {
      const { href = '', title = '' } = citations.get(token.content.replaceAll(/\D/g, '')) ?? {};
      add(linkNode(href, title, [text(token.content)]));
    } else {
      add(nodeFromLeaf(token, openLinks > 0, footnoteNumber, formulas));
    }
  }
  // Only beyond the limit are tokens not balanced.
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    add(nodeFromFrame(frame));
  }
  return root;
}

/** Whether an address after this node belongs to the source of a refused link, such as `<blob:https://a.example>`. */
function isInRefusedLink(before: InlineNode | undefined): boolean {
  return (
    before?.kind === 'text' &&
    /(?:\]\(<?|\]:[ \n]*<?|<)[a-z][a-z\d+.-]*:\S*$/iu.test(before.text.slice(-maxSourceLength))
  );
}

function nodeFromFrame({ token, children }: Frame): InlineNode {
  switch (token.type) {
    case 'link_open': {
      const href = attribute(token, 'href');
      // `<step:2>` is more often a tag than a line of a file.
      const isTag = token.markup === 'autolink' && !isSafeLink(href);
      const label = isTag ? [text(`<${textContent(children)}>`)] : children;
      return linkNode(href, attribute(token, 'title'), label);
    }
    case 'em_open':
    case 'strong_open':
    case 's_open':
    case 'sub_open':
    case 'sup_open':
    case 'kbd_open':
      return element(tags[token.type], {}, children);
    default:
      return element('span', {}, children);
  }
}

const tags = {
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
  sub_open: 'sub',
  sup_open: 'sup',
  kbd_open: 'kbd',
} as const;

function nodeFromLeaf(
  token: Token,
  insideLink: boolean,
  footnoteNumber: FootnoteNumber,
  formulas: FormulaBudget,
): InlineNode {
  switch (token.type) {
    case 'code_inline':
      return codeNode(token.content);
    case 'math':
      return formulas.take(token.content)
        ? {
            kind: 'math',
            tex: token.content,
            isDisplayed: token.block,
            source: token.markup,
          }
        : text(token.markup);
    case 'softbreak':
      return text('\n');
    case 'hardbreak':
      return element('br', {}, []);
    case 'image':
      return imageNode(attribute(token, 'src'), plainText(token.children ?? []), insideLink);
    case 'footnote_reference':
      return footnoteNode(token.content, footnoteNumber(token.content));
    default:
      return text(token.content);
  }
}

function footnoteNode(label: string, number: number): InlineNode {
  return element('sup', {}, [
    element(
      'span',
      {
        class: 'footnote-link',
        role: 'link',
        tabindex: '0',
        'data-footnote': label,
        'aria-label': footnoteName(number),
      },
      [text(String(number))],
    ),
  ]);
}

/** What a screen reader says for a reference to a footnote. */
export function footnoteName(number: number): string {
  return l10n.t('Footnote {0}', number);
}

/** The text of inline tokens without markup, for the description of an image. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === 'softbreak' ? '\n' : token.content)).join('');
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
