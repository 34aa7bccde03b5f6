// Reads color themes: JSON with comments, in several files.
import { posix } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { type ColorRule, parseRules } from './colorRules';

const themeFile = v.object({
  include: v.fallback(v.optional(v.string()), undefined),
  tokenColors: v.fallback(v.optional(v.unknown()), undefined),
});

/**
 * The rules of the theme in a file, those of the files that it includes first. Undefined if it has none that can be read:
 * themes in TextMate's own format, for example.
 * @param read Reads the text of a file.
 * @param path with `/`
 */
export async function readTheme(
  read: (path: string) => Promise<string>,
  path: string,
): Promise<readonly ColorRule[] | undefined> {
  const parsed = v.safeParse(themeFile, parseJsonWithComments(await read(path)));
  if (!parsed.success) return undefined;
  const { include, tokenColors } = parsed.output;
  const fileBeside = (name: string): string => posix.join(posix.dirname(path), name);
  const included = include === undefined ? [] : await readTheme(read, fileBeside(include));
  // Old themes name a file.
  const own =
    typeof tokenColors === 'string'
      ? await readTheme(read, fileBeside(tokenColors))
      : parseRules(tokenColors);
  return included && own && [...included, ...own];
}

/** Also accepts commas before closing brackets, as VS Code does. */
function parseJsonWithComments(text: string): unknown {
  const withoutComments = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*.*?\*\//gsu,
    (_match, string: string | undefined) => string ?? '',
  );
  return parseJson(
    withoutComments
      .replaceAll(
        /("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/gsu,
        (_match, string: string | undefined) => string ?? '',
      )
      .replace(/^\uFEFF/u, ''),
  );
}
