// Names that a block uses but only another block declares that can't be placed: to write the first one alone would be half of
// a change.
import { wordsIn } from '../common/compareThings';
import { splitLines, type TextChange } from '../common/fileText';
import { codeLines } from '../common/namedThings';
import { extensionOf } from '../common/sources';

interface ChangedText {
  readonly path: string;
  readonly now: string;
  readonly changes: readonly (TextChange & { readonly block: number })[];
}

/** `float raw;`, `def run(`, `const a =`, `raw:`, `self.raw =`; after the sign of a diff. */
const declaration =
  /^[+\s]*(?:(?:[\w<>[\],.?]+[*&]*\s+)+(?<typed>[\p{L}_$][\p{L}\p{N}_$]*)\s*[=;({:]|(?:(?:self|this)\.)?(?<bare>[\p{L}_$][\p{L}\p{N}_$]*)\s*[:=](?![=:]))/u;
/** Words that begin lines which declare nothing. */
const statement =
  /^[+\s]*(?:return|await|throw|new|yield|else|case|if|while|for|not|print|echo|import|from|using|delete|goto)\b/u;

/** `import logging`, `from a import b as c`, `import { a } from 'b'`. */
const imports = /^[+\s]*(?:from\s+\S+\s+)?import\s(?<names>[^'"]*)/u;

/** The name that is bound by `a`, `a as b`, `{ a }` or `(a)`. */
const lastWord = /(?<![\p{L}\p{N}_$])([\p{L}\p{N}_$]+)[\s})]*$/u;

function declaredNames(line: string): readonly string[] {
  const { typed, bare } = declaration.exec(line)?.groups ?? {};
  const imported = imports.exec(line)?.groups?.['names'];
  return imported !== undefined
    ? (imported.split(/\sfrom\s|;/u)[0] ?? '')
        .split(',')
        .map((part) => lastWord.exec(part)?.[1] ?? '')
    : statement.test(line)
      ? []
      : [typed ?? bare ?? ''];
}

/** Signs of functions, loops and assignments: the names before them get their values there. */
const binding = /=>|->|[{|]|:\s*$|(?<![=!<>])=(?![=>])/gu;
/** What is called, or has members, gets no value. */
const boundName = /[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$(.])/gu;
/** The head of a method without a type or keyword. */
const method = /^[+\s]*([\p{L}_$][\p{L}\p{N}_$]*)\(.*\{\s*$/u;

/** The names in a line that may get their value in it. */
function boundNames(line: string): readonly string[] {
  const end = [...line.matchAll(binding)].at(-1)?.index ?? 0;
  return [...(line.slice(0, end).match(boundName) ?? []), method.exec(line)?.[1] ?? ''];
}

/** Names and members as code uses them: `short`, `.length`, `->next`. */
const used = /(?:(?:(?<!\.)\.|->|::)\s*)?[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Languages in which a name of another file isn't there without an import. */
const importsNames = /^(?:[cm]?[jt]sx?|vue|svelte|py)$/u;

/**
 * Finds the blocks that use a name which only code that can't be placed declares, and that name. What another file declares
 * counts for members only where names have to be imported.
 * @param unplaced the lines of the code that can't be placed
 */
export function blocksThatLack(
  files: readonly ChangedText[],
  unplaced: readonly string[],
): ReadonlyMap<number, string> {
  const gone = new Set(unplaced.flatMap(declaredNames));
  const lacking = new Map<number, string>();
  for (;;) {
    const texts = files.map(({ path, now, changes }) => {
      const left = changes.filter(({ block }) => !lacking.has(block));
      const known = splitLines(now).flatMap(wordsIn);
      const declared = left.flatMap(({ lines }) => lines.flatMap(declaredNames));
      return { extension: extensionOf(path), left, names: new Set([...known, ...declared]) };
    });
    const [found] = texts.flatMap(({ extension, left, names }) =>
      left.flatMap(({ lines, block }) => {
        const code = codeLines(lines, extension);
        const bound = new Set(code.flatMap(boundNames));
        return code
          .flatMap((line) => line.match(used) ?? [])
          .map((use) => ({
            block,
            name: use.replace(/^[^\p{L}_$]+/u, ''),
            isShared: !importsNames.test(extension) || /^[^\p{L}_$]/u.test(use),
          }))
          .filter(
            ({ name, isShared }) =>
              gone.has(name) &&
              !bound.has(name) &&
              !(isShared ? texts.some((text) => text.names.has(name)) : names.has(name)),
          );
      }),
    );
    if (found === undefined) return lacking;
    lacking.set(found.block, found.name);
    for (const { lines } of files.flatMap(({ changes }) =>
      changes.filter(({ block }) => block === found.block),
    )) {
      lines.flatMap(declaredNames).forEach((name) => gone.add(name));
    }
  }
}
