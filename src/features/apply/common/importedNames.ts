// The names that an import statement binds.
import { ThingNode } from './thingTree';

/** More than the names that people write; it bounds what the patterns cost. */
const maxName = 600;

/**
 * A node for each name that a statement binds, or one for its module.
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
    const node = new ThingNode(undefined, line, 0, true);
    const isWhole = names === undefined || statement.end === statement.line + 1;
    node.kind = 'import';
    node.name = name;
    node.owner = owner === '' ? [] : [owner];
    node.start = isWhole ? statement.line : line;
    node.end = isWhole ? statement.end : line + 1;
    nodes.push(node);
  };
  if (names === undefined) {
    const shown = module === '' ? text : module;
    add(shown, shown, statement.line);
    return nodes;
  }
  let line = statement.line + text.slice(0, text.indexOf(names)).split('\n').length - 1;
  /** Of groups in groups, as Rust has them. */
  const outers: string[] = [];
  for (const split of names.split(/([,\n])/u)) {
    if (split === '\n') line += 1;
    let part = split.slice(0, maxName);
    for (
      let group = /^\s*([\w:]+)::\{/u.exec(part);
      group !== null;
      group = /^\s*([\w:]+)::\{/u.exec(part)
    ) {
      outers.push(group[1] ?? '');
      part = part.slice(group[0].length);
    }
    const prefix = outers.join('::');
    for (let close = part.indexOf('}'); close !== -1; close = part.indexOf('}', close + 1))
      outers.pop();
    const entry = part.replace(/[{}();]|^\s*(?:type|typeof)\s+(?=[\w$])/gu, ' ').trim();
    if (entry === '' || entry === ',') continue;
    const alias =
      /(?:\bas\s+|^\w+\s*:\s*)([\w$]+)$/u.exec(entry)?.[1] ??
      /^([\w.]+)\s*(?:=\s*|(?="))/u.exec(entry)?.[1];
    const path =
      /"([^"]+)"/u.exec(entry)?.[1] ?? entry.replace(/\s+as\s.*$|^\w+\s*=\s*|^\w+\s*:\s+/u, '');
    const isAll = path === '*';
    const last = /([\w$-]+?)(?:[/.]v\d+)?$/u.exec(path)?.[1];
    const outer = isAll
      ? ''
      : path.slice(0, path.length - (last?.length ?? 0)).replace(/(?:::|\.|\\)$/u, '');
    if (groups['heads'] !== undefined) {
      add(alias ?? /^\w+/u.exec(path)?.[0] ?? path, path, line);
    } else if (entry.includes('"')) {
      add(
        alias !== undefined && /\w/u.test(alias) && alias !== '_'
          ? alias
          : alias === undefined
            ? (last ?? path)
            : path,
        path,
        line,
      );
    } else {
      const owner = [module, prefix, outer]
        .filter((one) => one !== '')
        .join(module.includes('::') ? '::' : '.');
      const isModule = last === 'self' || last === undefined;
      add(
        alias ?? (isAll ? owner : isModule ? (/\w+$/u.exec(owner)?.[0] ?? path) : last),
        owner,
        line,
      );
    }
  }
  return nodes;
}
