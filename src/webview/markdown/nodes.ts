// Markdown becomes DOM through these plain values: no HTML strings, and only tags and attributes of a list.
import { CodeBlock } from './codeBlock';

/** What stands in lines of its own. */
export const blockTags = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'br',
  'div',
] as const;

export const allowedTags = [...blockTags, 'em', 'strong', 's', 'a', 'code', 'span'] as const;

export type Tag = (typeof allowedTags)[number];

type AttributeName = 'class' | 'href' | 'title' | 'start' | 'draggable' | 'aria-hidden';

export type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

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

/** A code block, fenced or indented, with its language label and buttons. */
interface CodeNode {
  readonly kind: 'code';
  readonly info: string;
  readonly content: string;
}

/** Stands for exactly one DOM node. */
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

export function textContent(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'code':
          return node.content;
        case 'element':
          return textContent(node.children);
      }
    })
    .join('');
}

export function createDom(node: MarkdownNode): Node {
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text);
    case 'code':
      return new CodeBlock(node.info, node.content).element;
    case 'element': {
      const created = document.createElement(node.tag);
      setAttributes(created, {}, node.attributes);
      created.append(...node.children.map(createDom));
      return created;
    }
  }
}

/** How many of an element's first children are finished: patches leave them alone. */
const frozenChildren = new WeakMap<Node, number>();

export function freezeChildren(parent: Node, count: number): void {
  frozenChildren.set(parent, (frozenChildren.get(parent) ?? 0) + count);
}

export function frozenCount(parent: Node): number {
  return frozenChildren.get(parent) ?? 0;
}

/** Makes the children of `parent`, after its frozen ones, show `after`; they now show `before`. */
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
    CodeBlock.of(dom)?.show(node.info, node.content);
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

/** Appends where it can, so that a selection in the text before stays. */
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

const attributeNames: readonly AttributeName[] = [
  'class',
  'href',
  'title',
  'start',
  'draggable',
  'aria-hidden',
];

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
