// The blocks that commonmark.js, CommonMark's reference implementation, reads: it decides where markdown-it differs.
import { Parser, type Node } from 'commonmark';

/** Describes the blocks in the way of `describeBlocks`, but without the inline text of paragraphs and headings. */
export function describeReference(markdown: string): string {
  const lines: string[] = [];
  const describe = (parent: Node, depth: number): void => {
    for (let node = parent.firstChild; node !== null; node = node.next) {
      lines.push(' '.repeat(depth) + describeNode(node));
      if (node.type !== 'paragraph' && node.type !== 'heading') {
        describe(node, depth + 1);
      }
    }
  };
  describe(new Parser().parse(markdown), 0);
  return lines.join('\n');
}

function describeNode(node: Node): string {
  switch (node.type) {
    case 'paragraph':
      return node.parent?.type === 'item' && node.parent.parent?.listTight === true
        ? 'tight paragraph'
        : 'paragraph';
    case 'heading':
      return `heading ${node.level}`;
    case 'code_block':
      return `code ${JSON.stringify(node.info ?? '')} ${JSON.stringify((node.literal ?? '').replace(/\n$/u, ''))}`;
    case 'html_block':
      return `html ${JSON.stringify((node.literal ?? '').trimEnd())}`;
    case 'list':
      return `list ${node.listType === 'ordered' ? node.listStart : ''}`;
    case 'block_quote':
      return 'quote';
    case 'thematic_break':
      return 'rule';
    default:
      return node.type;
  }
}

/** `description` without the inline text of paragraphs and headings. */
export function withoutInlineText(description: string): string {
  return description.replaceAll(/^( *(?:(?:tight )?paragraph|heading \d)) .*$/gmu, '$1');
}
