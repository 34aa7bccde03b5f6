// Builds DOM nodes from the tokens of highlighted code.
import type { HighlightToken } from '../scripts/highlighter';
import { appendText } from '../appendText';

/** Code within more scopes has the color of the last of them: thousands of nested elements crash the browser. */
const maxScopes = 64;

/** Code with more scopes than one per this length stays plain. Usual code has half as many at most. */
const minLengthPerScope = 3;

/** The scopes that styles/code.css colors. The others have no elements. */
// prettier-ignore
const coloredScopes: ReadonlySet<string> = new Set([
  'comment', 'quote', 'keyword', 'built_in', 'literal', 'selector-tag', 'meta', 'doctag', 'string', 'regexp',
  'attr-value', 'char', 'link', 'number', 'symbol', 'bullet', 'title', 'name', 'section', 'type', 'attr', 'attribute',
  'property', 'tag', 'selector-class', 'selector-id', 'emphasis', 'strong', 'addition', 'deletion',
]);

/**
 * One fragment per length in `lengths` (UTF-16 units), which add up to the text of the tokens. Scopes that are open at
 * the end of a fragment are opened again in the next. Undefined if the code has too many scopes.
 */
export function highlightedFragments(
  tokens: readonly HighlightToken[],
  lengths: readonly number[],
): readonly DocumentFragment[] | undefined {
  const length = lengths.reduce((sum, one) => sum + one, 0);
  const scopeCount = tokens.filter(({ kind }) => kind === 'open').length;
  if (scopeCount > 20 && scopeCount * minLengthPerScope > length) {
    return undefined;
  }
  const fragments: DocumentFragment[] = [];
  const scopes: (string | undefined)[] = [];
  let parents: Node[] = [];
  let remaining = 0;
  const openScope = (scope: string | undefined): void => {
    const parent = parents.at(-1);
    if (scope === undefined || parent === undefined) {
      return;
    }
    const span = document.createElement('span');
    span.className = scope;
    parent.appendChild(span);
    parents.push(span);
  };
  const append = (text: string): void => {
    const parent = parents.at(-1);
    if (parent !== undefined) {
      appendText(parent, text);
    }
  };
  const beginFragment = (): void => {
    const fragment = new DocumentFragment();
    remaining = lengths[fragments.length] ?? Infinity;
    fragments.push(fragment);
    parents = [fragment];
    scopes.slice(0, maxScopes).forEach(openScope);
  };
  beginFragment();
  for (const token of tokens) {
    if (token.kind === 'open') {
      const scope = scopeClass(token.scope);
      if (scopes.push(scope) <= maxScopes) {
        openScope(scope);
      }
    } else if (token.kind === 'close') {
      if (scopes.length <= maxScopes && scopes.at(-1) !== undefined) {
        parents.pop();
      }
      scopes.pop();
    } else {
      let { text } = token;
      while (text.length > remaining) {
        append(text.slice(0, remaining));
        text = text.slice(remaining);
        beginFragment();
      }
      remaining -= text.length;
      append(text);
    }
  }
  return fragments;
}

/** `title.function` becomes `hl-title hl-title-function`; undefined for a scope without a color. */
function scopeClass(scope: string): string | undefined {
  const [name = '', detail] = scope.replaceAll(':', '-').split('.');
  if (!coloredScopes.has(name)) {
    return undefined;
  }
  return detail === undefined ? `hl-${name}` : `hl-${name} hl-${name}-${detail}`;
}
