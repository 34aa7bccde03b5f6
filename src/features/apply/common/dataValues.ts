// What parts of style sheets and configurations say.
import { parse } from 'yaml';
import { indentOf } from '../../../base/text/indentation';
import { languages } from './codeLanguages';
import { CodeScanner, lexisOf, type Lexis } from './codeScanner';
import type { LineRange } from './fileText';

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

/**
 * Whether each of the parts of a style sheet or JSON has lines of its own, without one that has no name as it does not begin
 * its line: `.a { top: 0;`. @param depth how many brackets are around the parts
 */
export function haveOwnLines(
  parts: readonly LineRange[],
  lines: readonly string[],
  extension: string,
  depth: number,
): boolean {
  const scanner = new CodeScanner(lexisFor(extension));
  const separator = isStyles(extension) ? ';' : ',';
  let open = 0;
  return lines.every((line, at) => {
    const { code, marks } = scanner.read(line);
    const isOfPart = parts.some(({ start, end }) => start <= at && at < end);
    const last = code.trimEnd().length - 1;
    let head = last;
    const isApart = marks.every(({ at: column, char }) => {
      open += /[([{]/u.test(char) ? 1 : /[)\]}]/u.test(char) ? -1 : 0;
      head = char === '{' && open === depth ? column : head;
      return char === separator && open === depth ? column === last : open >= depth || !isOfPart;
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
    const isCut = isCloser
      ? depth === 0
      : /[,;]/u.test(char)
        ? depth === 1
        : char === '{' && depth === 0;
    if (isCut) {
      const to = isCloser ? at : at + 1;
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
      return JSON.parse(`{${text}}`);
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

/** Whether a new value has all elements and keys of the old one. */
export function keepsAll(old: unknown, value: unknown): boolean {
  if (old === undefined || value === undefined) {
    return false;
  }
  if (Array.isArray(old)) {
    const left = Array.isArray(value) ? [...value] : [];
    return old.every((one) => {
      const at = left.findIndex((other) => isSameValue(one, other));
      left.splice(at === -1 ? 0 : at, 1);
      return at !== -1;
    });
  }
  return (
    !isRecord(old) ||
    (isRecord(value) &&
      Object.keys(old).every((key) => key in value && keepsAll(old[key], value[key])))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
