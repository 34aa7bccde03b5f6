// The rules of color themes for code, and which of them apply: as in vscode-textmate's theme.ts.
import * as v from 'valibot';
import type { CodeStyle, FontStyle } from '../common/codeColorsView';

type Style = Pick<CodeStyle, 'color' | 'fontStyle'>;

/** A rule for one scope selector. What is undefined it leaves open. */
export interface ColorRule extends Style {
  /** What the scope begins with. */
  readonly scope: string;
  /** What scopes around it begin with, the outermost first; `>` stands before one that is directly around the next. */
  readonly parents: readonly string[];
}

/** Only such values get into the page's style sheet. VS Code takes no other colors either. */
const hexColor = v.pipe(v.string(), v.regex(/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/iu));

const rule = v.object({
  scope: v.union([v.string(), v.array(v.string())]),
  settings: v.object({
    foreground: v.fallback(v.optional(hexColor), undefined),
    fontStyle: v.fallback(v.optional(v.string()), undefined),
  }),
});

/** @param rules `tokenColors` of a theme, or `textMateRules` of the user; what is not valid is left out */
export function parseRules(rules: unknown): readonly ColorRule[] {
  return (Array.isArray(rules) ? rules : []).flatMap((one: unknown): readonly ColorRule[] => {
    const parsed = v.safeParse(rule, one);
    if (!parsed.success) return [];
    const { scope, settings } = parsed.output;
    const style: Style = {
      color: settings.foreground,
      fontStyle: settings.fontStyle === undefined ? undefined : parseFontStyle(settings.fontStyle),
    };
    return (typeof scope === 'string' ? scope.split(',') : scope).map((selector) => {
      const parents = selector.trim().split(/\s+/u);
      return Object.assign({ scope: parents.pop() ?? '', parents }, style);
    });
  });
}

function parseFontStyle(words: string): FontStyle {
  const lines: FontStyle['lines'] = [
    ...(words.includes('underline') ? (['underline'] as const) : []),
    ...(words.includes('strikethrough') ? (['line-through'] as const) : []),
  ];
  return { isItalic: words.includes('italic'), isBold: words.includes('bold'), lines };
}

/**
 * Finds the style of what is in scopes, the outermost first. Each scope's most specific rule counts; what it leaves open
 * is as in the scope around.
 */
export function styleFinder(rules: readonly ColorRule[]): (scopes: readonly string[]) => Style {
  const byFirstName = Map.groupBy(rules, ({ scope }) => firstName(scope));
  return (scopes) => {
    let color: string | undefined;
    let fontStyle: FontStyle | undefined;
    for (const [index, scope] of scopes.entries()) {
      const matching = (byFirstName.get(firstName(scope)) ?? []).filter(
        (one) =>
          startsWith(scope, one.scope) && matchesParents([...one.parents], scopes.slice(0, index)),
      );
      // Sorting is stable: the last of equal rules wins.
      for (const one of matching.toSorted(compareSpecificity)) {
        color = one.color ?? color;
        fontStyle = one.fontStyle ?? fontStyle;
      }
    }
    return { color, fontStyle };
  };
}

function firstName(scope: string): string {
  return scope.slice(0, scope.search(/\.|$/u));
}

function startsWith(scope: string, prefix: string): boolean {
  return scope === prefix || scope.startsWith(`${prefix}.`);
}

/** Uses up both lists. */
function matchesParents(parents: string[], around: string[]): boolean {
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const wanted = parent === '>' ? parents.pop() : parent;
    const at =
      parent === '>'
        ? around.length - 1
        : around.findLastIndex((scope) => startsWith(scope, parent));
    if (wanted === undefined || !startsWith(around[at] ?? '', wanted)) return false;
    around.length = at;
  }
  return true;
}

/** The longer scope is more specific, then the longer scopes around it, the nearest first. */
function compareSpecificity(a: ColorRule, b: ColorRule): number {
  const depth = a.scope.split('.').length - b.scope.split('.').length;
  if (depth !== 0) return depth;
  const [aParents, bParents] = [nearestFirst(a), nearestFirst(b)];
  for (const [index, parent] of aParents.entries()) {
    const difference = parent.length - (bParents[index] ?? parent).length;
    if (difference !== 0) return difference;
  }
  return aParents.length - bParents.length;
}

function nearestFirst({ parents }: ColorRule): readonly string[] {
  return parents.filter((parent) => parent !== '>').toReversed();
}
