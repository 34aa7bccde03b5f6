// Reads color themes: JSON with comments, in several files.
import { posix } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { parseRules, type ColorRule } from './colorRules';

const themeFile = v.object({
  include: v.optional(v.string()),
  tokenColors: v.optional(v.array(v.unknown())),
});

/**
 * The rules of the theme in a file, those of the files that it includes first. Undefined for
 * TextMate's own format, in XML, which few themes still have: `tokenColors` is then the name of such a file.
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
  const included =
    include === undefined ? [] : await readTheme(read, posix.join(posix.dirname(path), include));
  return included && [...included, ...parseRules(tokenColors)];
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
