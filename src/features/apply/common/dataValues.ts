// What parts of style sheets and configurations say.
import { parse } from 'yaml';
import { isJsonRecord } from '../../../base/mergeObjects';
import { indentOf } from '../../../base/text/indentation';
import { languages } from './codeLanguages';
import { CodeScanner, lexisOf, type Lexis } from './codeScanner';
import type { LineRange } from './fileText';
import type { RemovedThing } from './placement';

export function isStyles(extension: string): boolean {
  return /^(?:css|scss|less)$/u.test(extension);
}

export function isJsonFile(extension: string): boolean {
  return /^jsonc?$/u.test(extension);
}

const yamlLexis = lexisOf([
  { open: String.raw`(?<=^|\s)#`, close: '', kind: 'comment', isRaw: true },
  { open: `'`, close: `'`, kind: 'string', isRaw: true },
  { open: '"', close: '"', kind: 'string' },
]);

function lexisFor(extension: string): Lexis {
  return languages.get(extension)?.lexis ?? yamlLexis;
}

/** Returns a line without the comment at its end. */
export function codeReader(extension: string): (line: string) => string {
  return (line) => new CodeScanner(lexisFor(extension)).read(line).code.trimEnd();
}

/** Whether what stands there ends one of the parts that stand side by side: not the bracket of `#{$name}`. */
function endsPart(line: string, at: number, extension: string): boolean {
  return isStyles(extension)
    ? line[at] === ';' || (line[at] === '}' && !/#\{[^{}]*$/u.test(line.slice(0, at)))
    : line[at] === ',';
}

/**
 * Whether each part of a style sheet or of JSON has lines of its own: none begins within a line, as `top` in `.a { top: 0;`.
 * @param depth how many brackets are around the parts
 */
export function haveOwnLines(
  parts: readonly LineRange[],
  lines: readonly string[],
  extension: string,
  depth: number,
): boolean {
  const scanner = new CodeScanner(lexisFor(extension));
  let open = 0;
  return lines.every((line, at) => {
    const { code, marks } = scanner.read(line);
    const isOfPart = parts.some(({ start, end }) => start <= at && at < end);
    const last = code.trimEnd().length - 1;
    let head = last;
    const isApart = marks.every(({ at: column, char }) => {
      open += /[([{]/u.test(char) ? 1 : /[)\]}]/u.test(char) ? -1 : 0;
      head = char === '{' && open === depth ? column : head;
      return open === depth && endsPart(code, column, extension)
        ? column === last
        : open >= depth || !isOfPart;
    });
    return isApart && (head === last || open < depth);
  });
}

/** A line of which the outermost braces stand on lines of their own, as does each thing in them. */
export function spread(line: string, extension: string): readonly string[] {
  const { marks } = new CodeScanner(lexisFor(extension)).read(line);
  const indent = indentOf(line);
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const { at, char } of marks) {
    const isCloser = /[)\]}]/u.test(char);
    depth -= isCloser ? 1 : 0;
    const isCut =
      depth === 1 ? endsPart(line, at, extension) : depth === 0 && (isCloser || char === '{');
    if (isCut) {
      const to = depth === 0 && isCloser ? at : at + 1;
      parts.push(line.slice(from, to).trim());
      from = to;
    }
    depth += /[([{]/u.test(char) ? 1 : 0;
  }
  const [head = '', ...inner] = parts.filter((text) => text !== '');
  return parts.length < 2
    ? [line]
    : [
        indent + head,
        ...inner.map((text) => `${indent}  ${text}`),
        indent + line.slice(from).trim(),
      ];
}

export function isYaml(extension: string): boolean {
  return /^ya?ml$/u.test(extension);
}

/** How scalars of YAML are read: as values, or as they are written. */
export type Schema = 'core' | 'failsafe';

/** What lines with one key say; undefined if it can't be read. Of a style, it is the text, and of a rule the properties. */
export function valueOf(lines: readonly string[], extension: string, schema: Schema): unknown {
  const code = lines.map(codeReader(extension)).filter((line) => line !== '');
  const text = code.join('\n').trim().replace(/,$/u, '');
  try {
    if (isStyles(extension)) {
      return schema === 'core' && text.includes('{')
        ? Object.fromEntries(propertiesIn(text).map((name) => [name, '']))
        : code.map((line) => line.trim()).join('\n');
    }
    if (isJsonFile(extension)) {
      return JSON.parse(/^[[{]/u.test(text) ? text : `{${text}}`);
    }
    return parse(lines.join('\n'), { schema });
  } catch {
    return undefined;
  }
}

/** The properties between the brackets of a rule, and of the rules in it with their selectors. */
function propertiesIn(rule: string): readonly string[] {
  const path: string[] = [];
  let name = '';
  const parts = rule.slice(rule.indexOf('{') + 1).match(/[^{};]+|[{};]/gu) ?? [];
  return parts.flatMap((part) => {
    if (part === '{') path.push(name);
    if (part === '}') path.pop();
    if ('{};'.includes(part) || part.trim() === '') return [];
    name = part.trim();
    return [...path, name.split(':', 1)[0]].join(' ');
  });
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two values are the same but for numbers, such as those of versions. */
export function isSameButForNumbers(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): string =>
    JSON.stringify(value).replaceAll(/\d+(?:\.\d+)*/gu, '0');
  return plain(a) === plain(b);
}

/** The keys and elements of a value that a new one lacks. */
export function lostIn(
  old: unknown,
  value: unknown,
  isSame = isSameValue,
): readonly RemovedThing[] {
  if (Array.isArray(old)) {
    const left = Array.isArray(value) ? [...value] : [];
    return old.flatMap((one) => {
      const at = left.findIndex((other) => isSame(one, other));
      left.splice(at === -1 ? left.length : at, 1);
      return at === -1 ? { kind: 'element', name: JSON.stringify(one) } : [];
    });
  }
  return Object.keys(isJsonRecord(old) ? old : {}).flatMap((name): readonly RemovedThing[] =>
    isJsonRecord(old) && isJsonRecord(value) && name in value
      ? lostIn(old[name], value[name], isSame)
      : [{ kind: 'key', name }],
  );
}
