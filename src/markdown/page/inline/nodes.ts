// The tree between inline Markdown and the DOM. No HTML strings are involved, and only listed tags and attributes exist.
import { fileReferences } from '../fileReferences';
import { createFormula } from '../math/formula';

// prettier-ignore
type Tag = 'em' | 'strong' | 's' | 'a' | 'code' | 'span' | 'br' | 'sub' | 'sup' | 'kbd';

// prettier-ignore
const attributeNames = ['class', 'href', 'title', 'draggable', 'aria-hidden', 'aria-label', 'role', 'tabindex', 'data-footnote', 'data-file'] as const;

export type Attributes = Readonly<Partial<Record<(typeof attributeNames)[number], string>>>;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

export interface ElementNode {
  readonly kind: 'element';
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly InlineNode[];
}

interface MathNode {
  readonly kind: 'math';
  readonly tex: string;
  readonly isDisplayed: boolean;
  /** The text with its delimiters. */
  readonly source: string;
}

/** Corresponds to exactly one DOM node. */
export type InlineNode = TextNode | ElementNode | MathNode;

export function text(value: string): TextNode {
  return { kind: 'text', text: value };
}

export function element(
  tag: Tag,
  attributes: Attributes,
  children: readonly InlineNode[],
): ElementNode {
  return { kind: 'element', tag, attributes, children };
}

/** The text of the nodes; formulas have none. */
export function textContent(nodes: readonly InlineNode[], lineBreak = '\n'): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'math':
          return '';
        case 'element':
          return node.tag === 'br' ? lineBreak : textContent(node.children, lineBreak);
      }
    })
    .join('');
}

export function createDom(node: InlineNode): ChildNode {
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text);
    case 'math':
      return createFormula(node);
    case 'element': {
      const created = document.createElement(node.tag);
      setAttributes(created, {}, node.attributes);
      created.append(...node.children.map(createDom));
      if (node.attributes['data-file'] !== undefined) {
        fileReferences.add(created);
      }
      return created;
    }
  }
}

/**
 * Updates the children of `parent` from `first` on (null: none) from `before` to `after`. Returns the first of them
 * then.
 */
export function patchChildren(
  parent: Node,
  first: ChildNode | null,
  before: readonly InlineNode[],
  after: readonly InlineNode[],
): ChildNode | null {
  let dom = first;
  let newFirst: ChildNode | null = null;
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (old === undefined || dom === null) {
      const created = parent.appendChild(createDom(node));
      newFirst ??= created;
      continue;
    }
    const next: ChildNode | null = dom.nextSibling;
    const patched = patch(dom, old, node);
    newFirst ??= patched;
    dom = next;
  }
  for (let count = before.length - after.length; dom !== null && count > 0; count -= 1) {
    const next: ChildNode | null = dom.nextSibling;
    dom.remove();
    dom = next;
  }
  return newFirst;
}

function patch(dom: ChildNode, old: InlineNode, node: InlineNode): ChildNode {
  if (node.kind === 'text' && dom instanceof Text) {
    setText(dom, node.text);
    return dom;
  }
  if (node.kind === 'math' && old.kind === 'math' && old.source === node.source) {
    return dom;
  }
  if (
    node.kind === 'element' &&
    old.kind === 'element' &&
    dom instanceof Element &&
    old.tag === node.tag
  ) {
    setAttributes(dom, old.attributes, node.attributes);
    patchChildren(dom, dom.firstChild, old.children, node.children);
    return dom;
  }
  const created = createDom(node);
  dom.replaceWith(created);
  return created;
}

/** Appends if possible: that preserves a selection in the text. */
function setText(dom: Text, value: string): void {
  const { data } = dom;
  if (data === value) {
    return;
  }
  if (value.startsWith(data)) {
    dom.appendData(value.slice(data.length));
  } else {
    dom.data = value;
  }
}

function setAttributes(dom: Element, old: Attributes, attributes: Attributes): void {
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
