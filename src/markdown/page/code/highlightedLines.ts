// Builds DOM nodes from the tokens of highlighted code.
import { CodeTokenizer, type CodeScope, type CodeToken } from '../../common/codeTokens';
import { appendText } from '../appendText';
import type { HighlightedCode } from '../scripts/highlighter';

/** Code within more scopes has the color of the last of them: thousands of nested elements crash the browser. */
const maxScopes = 64;

/** Code with more scopes than one per this length stays plain. Usual code has half as many at most. */
const minLengthPerScope = 3;

/**
 * One fragment per length in `lengths` (UTF-16 units), which add up to the text of the tokens. Scopes that are open at
 * the end of a fragment are opened again in the next. Undefined if the code has too many scopes.
 */
export function highlightedFragments(
  { language, tokens }: Pick<HighlightedCode, 'language' | 'tokens'>,
  lengths: readonly number[],
): readonly DocumentFragment[] | undefined {
  const length = lengths.reduce((sum, one) => sum + one, 0);
  const scopeCount = tokens.filter(({ kind }) => kind === 'open').length;
  if (scopeCount > 20 && scopeCount * minLengthPerScope > length) {
    return undefined;
  }
  const fragments: DocumentFragment[] = [];
  const tokenizer = new CodeTokenizer(language);
  const scopes: (CodeScope | undefined)[] = [];
  let parents: Node[] = [];
  let remaining = 0;
  const within = (): CodeScope | undefined => scopes.findLast((scope) => scope !== undefined);
  const openScope = (scope: CodeScope | undefined): void => {
    const parent = parents.at(-1);
    if (isToken(scope) && parent !== undefined) {
      parents.push(parent.appendChild(spanOf(scope)));
    }
  };
  const append = (text: string, token: CodeToken | undefined): void => {
    const parent = parents.at(-1);
    if (parent !== undefined) {
      appendText(token === undefined ? parent : parent.appendChild(spanOf(token)), text);
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
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') {
      const next = tokens[index + 1];
      const text = next?.kind === 'text' ? next.text : '';
      const scope = tokenizer.scope(token.scope, text, within());
      if (scopes.push(scope) <= maxScopes) {
        openScope(scope);
      }
    } else if (token.kind === 'close') {
      if (scopes.length <= maxScopes && isToken(scopes.at(-1))) {
        parents.pop();
      }
      scopes.pop();
    } else {
      for (const piece of tokenizer.pieces(token.text, within())) {
        let { text } = piece;
        while (text.length > remaining) {
          append(text.slice(0, remaining), piece.token);
          text = text.slice(remaining);
          beginFragment();
        }
        remaining -= text.length;
        append(text, piece.token);
      }
    }
  }
  return fragments;
}

function isToken(scope: CodeScope | undefined): scope is CodeToken {
  return scope !== undefined && scope !== 'params';
}

/** `title.class` becomes `hl-title hl-title-class`. */
function spanOf(token: CodeToken): HTMLElement {
  const span = document.createElement('span');
  const [name] = token.split('.');
  span.className = name === token ? `hl-${token}` : `hl-${name} hl-${token.replace('.', '-')}`;
  return span;
}
