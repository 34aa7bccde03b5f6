// The names that an import statement binds.
import { maxName, ThingNode } from './thingTree';

/**
 * Makes a node for each name that a statement binds, or one for its module.
 *
 * @param pattern has the groups `module` and `names` or, where names are bound by their first part, `heads`
 */
export function importNodes(
  lines: readonly string[],
  statement: ThingNode,
  pattern: RegExp,
): readonly ThingNode[] {
  const text = lines.slice(statement.line, statement.end).join('\n').trim();
  const groups = pattern.exec(text)?.groups ?? {};
  const names = groups['names'] ?? groups['heads'];
  const module = (groups['module'] ?? '').trim().replace(/(?:::|\.|\\)$/u, '');
  const nodes: ThingNode[] = [];
  const add = (name: string, owner: string, line: number): void => {
    const isWhole = names === undefined || statement.end === statement.line + 1;
    const [start, end] = isWhole ? [statement.line, statement.end] : [line, line + 1];
    const more = { kind: 'import', name, owner: owner === '' ? [] : [owner], end } as const;
    nodes.push(new ThingNode(undefined, start, more));
  };
  if (names === undefined) {
    const shown = module === '' ? text : module;
    add(shown, shown, statement.line);
    return nodes;
  }
  let line = statement.line + text.slice(0, text.indexOf(names)).split('\n').length - 1;
  /** Rust has groups in groups. */
  const groupNames: string[] = [];
  for (const split of names.split(/([,\n])/u)) {
    if (split === '\n') line += 1;
    const part = split.slice(0, maxName);
    const [opened] = /^(?:\s*[\w:]+::\{)*/u.exec(part) ?? [''];
    groupNames.push(
      ...opened
        .split(/::\{/u)
        .slice(0, -1)
        .map((one) => one.trim()),
    );
    const prefix = groupNames.join('::');
    groupNames.splice(Math.max(0, groupNames.length - part.split('}').length + 1));
    const entry = part
      .slice(opened.length)
      .replace(/[{}();]|^\s*(?:type|typeof)\s+(?=[\w$])/gu, ' ')
      .trim();
    if (entry === '' || entry === ',') continue;
    const alias =
      /(?:\bas\s+|^\w+\s*:\s*)([\w$]+)$/u.exec(entry)?.[1] ??
      /^([\w.]+)\s*(?:=\s*|(?="))/u.exec(entry)?.[1];
    const path =
      /"([^"]+)"/u.exec(entry)?.[1] ??
      entry.replace(/(?<!\s)\s+as\s.*|^\w+\s*=\s*|^\w+\s*:\s+/u, '');
    const unversioned = path.replace(/(?<=[\w$-])[/.]v\d+$/u, '');
    const last = /(?<![\w$-])[\w$-]+$/u.exec(unversioned)?.[0];
    if (groups['heads'] !== undefined) {
      add(alias ?? /^\w+/u.exec(path)?.[0] ?? path, path, line);
    } else if (entry.includes('"')) {
      // Go's `_` and `.` bind no name.
      add(
        alias === undefined ? (last ?? path) : /^(?:_|\.+)$/u.test(alias) ? path : alias,
        path,
        line,
      );
    } else {
      const isAll = path === '*';
      const outer = isAll ? '' : path.slice(0, path.length - (last?.length ?? 0));
      const owner = [module, prefix, outer.replace(/(?:::|\.|\\)$/u, '')]
        .filter((one) => one !== '')
        .join(module.includes('::') ? '::' : '.');
      const isModule = last === 'self' || last === undefined;
      add(
        alias ?? (isAll ? owner : isModule ? (/(?<!\w)\w+$/u.exec(owner)?.[0] ?? path) : last),
        owner,
        line,
      );
    }
  }
  return nodes;
}
