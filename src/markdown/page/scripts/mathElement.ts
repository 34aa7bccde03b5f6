// Builds MathML elements from KaTeX's tree. Only the listed elements and attributes are created, so no formula can
// contain a link.
import { childrenOf } from './formulaTree';

const namespace = 'http://www.w3.org/1998/Math/MathML';

// prettier-ignore
const elements: ReadonlySet<string> = new Set([
  'math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mover', 'munder', 'munderover',
  'mfrac', 'mroot', 'msqrt', 'mtable', 'mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'menclose',
]);

// prettier-ignore
const attributes: ReadonlySet<string> = new Set([
  'accent', 'accentunder', 'columnalign', 'columnlines', 'columnspacing', 'depth', 'display', 'displaystyle', 'fence',
  'height', 'largeop', 'linethickness', 'lspace', 'mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize',
  'movablelimits', 'notation', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'symmetric',
  'voffset', 'width',
]);

/** Deeper formulas are shown as their source. */
const maxDepth = 100;

/**
 * The `math` element in KaTeX's tree.
 * @throws when the tree has none, or nests too deeply
 */
export function mathElement(tree: unknown): Element {
  const math = find(tree, 'math', 0);
  if (math === undefined) {
    throw new TypeError('The tree has no formula.');
  }
  const [built] = build(math, 0);
  if (!(built instanceof Element)) {
    throw new TypeError('The tree has no formula.');
  }
  return built;
}

function find(node: unknown, type: string, depth: number): object | undefined {
  if (typeof node !== 'object' || node === null || depth > maxDepth) {
    return undefined;
  }
  if ('type' in node && node.type === type) {
    return node;
  }
  for (const child of childrenOf(node)) {
    const found = find(child, type, depth + 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function build(node: unknown, depth: number): readonly Node[] {
  if (typeof node !== 'object' || node === null) {
    return [];
  }
  if (depth > maxDepth) {
    throw new RangeError('The formula nests too deeply.');
  }
  if ('text' in node && typeof node.text === 'string') {
    return [document.createTextNode(node.text)];
  }
  if ('character' in node) {
    return [spaceNode(node)];
  }
  const type = 'type' in node && typeof node.type === 'string' ? node.type : '';
  if (type === 'annotation') {
    // The source, which a browser does not show.
    return [];
  }
  const children = childrenOf(node).flatMap((child) => build(child, depth + 1));
  if (!elements.has(type)) {
    return children;
  }
  const created = document.createElementNS(namespace, type);
  if ('attributes' in node && typeof node.attributes === 'object' && node.attributes !== null) {
    for (const [name, value] of Object.entries(node.attributes)) {
      if (attributes.has(name) && (typeof value === 'string' || typeof value === 'number')) {
        created.setAttribute(name, String(value));
      }
    }
  }
  created.append(...children);
  created.normalize();
  return [created];
}

/** A space: a character, or an element with the width of its node in em. */
function spaceNode(node: { readonly character: unknown }): Node {
  if (typeof node.character === 'string') {
    return document.createTextNode(node.character);
  }
  const space = document.createElementNS(namespace, 'mspace');
  space.setAttribute('width', `${'width' in node ? Number(node.width) : 0}em`);
  return space;
}
