// The user's changes of color themes: VS Code's setting `editor.tokenColorCustomizations`.
import * as v from 'valibot';
import { parseRules, type ColorRule } from './colorRules';

/** VS Code's colorThemeData.ts has the same list. */
const groups: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword - keyword.operator', 'keyword.control', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

const record = v.fallback(v.record(v.string(), v.unknown()), {});

type Customizations = Readonly<Record<string, unknown>>;

/** Those for all themes, then those under `[ID]` with `*` for any part of it, and `[ID][ID]` for several. */
export function customRules(settings: Customizations, themeId: string): readonly ColorRule[] {
  const own = Object.entries(settings)
    .filter(([key]) =>
      [...key.matchAll(/\[(.+?)\]/gu)].some(([, name = '']) => fits(name, themeId)),
    )
    .map(([, value]) => rulesIn(v.parse(record, value)));
  return [...rulesIn(settings), ...own.flat()];
}

function fits(pattern: string, themeId: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.at(-1) ?? '';
  return rest.length === 0
    ? pattern === themeId
    : themeId.startsWith(start) &&
        themeId.endsWith(end) &&
        rest.every((part) => themeId.includes(part));
}

function rulesIn(settings: Customizations): readonly ColorRule[] {
  const ofGroups = Object.entries(groups).map(([name, scope]) => {
    const value = settings[name];
    return { scope, settings: typeof value === 'string' ? { foreground: value } : value };
  });
  return [...parseRules(ofGroups), ...parseRules(settings['textMateRules'])];
}
