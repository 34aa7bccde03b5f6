// The tree between Markdown and the DOM. No HTML strings are involved, and only listed tags and attributes exist.
import { CodeBlock } from './code/codeBlock';

/** Tags that start on a line of their own. */
// prettier-ignore
const blockTags = [
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'table', 'thead', 'tbody', 'tr',
  'th', 'td', 'br', 'div',
] as const;

export const allowedTags = [...blockTags, 'em', 'strong', 's', 'a', 'code', 'span'] as const;

export type Tag = (typeof allowedTags)[number];

// prettier-ignore
const attributeNames = ['class', 'href', 'title', 'start', 'draggable', 'aria-hidden'] as const;

export type Attributes = Readonly<Partial<Record<(typeof attributeNames)[number], string>>>;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

export interface ElementNode {
  readonly kind: 'element';
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly MarkdownNode[];
}

/** A fenced or indented code block. */
interface CodeNode {
  readonly kind: 'code';
  /** The fence's info string, which starts with the language. */
  readonly info: string;
  readonly content: string;
}

/** Corresponds to exactly one DOM node. */
export type MarkdownNode = TextNode | ElementNode | CodeNode;

export function text(value: string): TextNode {
  return { kind: 'text', text: value };
}

export function element(
  tag: Tag,
  attributes: Attributes,
  children: readonly MarkdownNode[],
): ElementNode {
  return { kind: 'element', tag, attributes, children };
}

/** The text of the nodes, with `boundary` before and after each block. */
export function textContent(nodes: readonly MarkdownNode[], boundary = ''): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'code':
          return boundary + node.content + boundary;
        case 'element': {
          const content = textContent(node.children, boundary);
          return isBlockTag(node.tag) ? boundary + content + boundary : content;
        }
      }
    })
    .join('');
}

export function isBlockTag(name: string): boolean {
  return blockTags.some((tag) => tag === name);
}

export function createDom(node: MarkdownNode): Node {
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text);
    case 'code':
      return createCode(node).element;
    case 'element': {
      const created = document.createElement(node.tag);
      setAttributes(created, {}, node.attributes);
      created.append(...node.children.map(createDom));
      return created;
    }
  }
}

/** Number of first children of an element that are finished and that patches skip. */
const frozenChildren = new WeakMap<Node, number>();

export function freezeChildren(parent: Node, count: number): void {
  frozenChildren.set(parent, (frozenChildren.get(parent) ?? 0) + count);
}

export function frozenCount(parent: Node): number {
  return frozenChildren.get(parent) ?? 0;
}

/** Updates the children of `parent`, without its frozen ones, from `before` to `after`. */
export function patchChildren(
  parent: Node,
  before: readonly MarkdownNode[],
  after: readonly MarkdownNode[],
): void {
  let dom: Node | null = parent.childNodes[frozenCount(parent)] ?? null;
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (old === undefined || dom === null) {
      parent.appendChild(createDom(node));
      continue;
    }
    const next: Node | null = dom.nextSibling;
    patch(dom, old, node);
    dom = next;
  }
  while (dom !== null && after.length < before.length) {
    const next: Node | null = dom.nextSibling;
    parent.removeChild(dom);
    dom = next;
  }
}

function patch(dom: Node, old: MarkdownNode, node: MarkdownNode): void {
  if (old === node) {
    return;
  }
  if (node.kind === 'text' && dom instanceof Text) {
    setText(dom, node.text);
  } else if (node.kind === 'code' && dom instanceof Element && old.kind === 'code') {
    if (old.info !== node.info || CodeBlock.of(dom)?.show(node.content) !== true) {
      dom.replaceWith(createCode(node).element);
    }
  } else if (
    node.kind === 'element' &&
    old.kind === 'element' &&
    dom instanceof Element &&
    old.tag === node.tag
  ) {
    setAttributes(dom, old.attributes, node.attributes);
    patchChildren(dom, old.children, node.children);
  } else {
    dom.parentNode?.replaceChild(createDom(node), dom);
  }
}

/** Appends if possible: that preserves a selection in the text. */
function setText(dom: Text, value: string): void {
  if (dom.data === value) {
    return;
  }
  if (value.startsWith(dom.data)) {
    dom.appendData(value.slice(dom.data.length));
  } else {
    dom.data = value;
  }
}

function setAttributes(dom: Element, old: Attributes, attributes: Attributes): void {
  if (old === attributes) {
    return;
  }
  for (const name of attributeNames) {
    const value = attributes[name];
    if (value === old[name]) {
      continue;
    }
    if (value === undefined) {
      dom.removeAttribute(name);
    } else {
      dom.setAttribute(name, value);
    }
  }
}

function createCode({ info, content }: CodeNode): CodeBlock {
  const block = new CodeBlock(info);
  block.show(content);
  return block;
}
