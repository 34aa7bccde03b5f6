// Things with names, and what they are in.
import { omitUndefined } from '../../../base/omitUndefined';
import { counterOf } from './fileText';

export type ThingKind =
  | 'import'
  | 'key'
  | 'member'
  | 'definition'
  | 'selector'
  | 'case'
  | 'element'
  | 'decorator'
  | 'heading';

export interface NamedThing {
  readonly kind: ThingKind;
  /**
   * What a person calls it: `save`, `get size`, `scripts`, `.card:hover`, `@Override`, `case 'a'`. For an import the local
   * name that it binds (each imported name is a thing of its own), or the module if it binds none.
   */
  readonly name: string;
  /** The names of the things around it, outermost first; for an import its module. Compared, not shown. */
  readonly path: readonly string[];
  /**
   * What tells it from another one with the same name: the types of its parameters, where a language has overloads; `setter`
   * of a Python property. It may change, unlike a name: then most of its lines are the same.
   */
  readonly variant?: string;
  /** Lines count from 0; `start` is the line with the name (without decorators and comments above). */
  readonly start: number;
  /** The end is exclusive; the closing line is included. */
  readonly end: number;
}

/** People write shorter names; it bounds what the patterns cost. */
export const maxName = 600;
/** Files are less deep; without a bound, paths would take the square of the depth. */
const maxPath = 50;

/** A statement, member or element, which may have a name. */
export class ThingNode {
  kind: ThingKind | undefined;
  name = '';
  indent = 0;
  /** Nothing stands before it in its line. */
  isFirst = true;
  /** What the name belongs to without being in it: the receiver of a method, the module of an import. */
  owner: readonly string[] = [];
  variant: string | undefined;
  /** The `name`, `id` or `key` in it, by which an element is known. */
  label: string | undefined;
  /** How the first thing in it begins, by which an element without a label is known. */
  first: string | undefined;
  start: number;
  end: number;
  /** How the code begins, of all its lines. */
  text = '';
  /** The offsets in `text` at which its lines begin. */
  readonly lineStarts: (readonly [offset: number, line: number])[] = [];

  constructor(
    public parent: ThingNode | undefined,
    readonly line: number,
    more: Partial<Pick<ThingNode, 'kind' | 'name' | 'indent' | 'isFirst' | 'owner' | 'end'>> = {},
  ) {
    this.start = line;
    this.end = line + 1;
    Object.assign(this, more);
  }

  /** Labels come later than what has them around. */
  get shownName(): string {
    if (this.kind !== 'element') return this.name;
    const isBrackets = this.first !== undefined && !/[\p{L}\p{N}]/u.test(this.name);
    const label =
      this.label ?? /\b(?:name|id|key)["']?\s*[:=]>?\s*("[^"]*"|'[^']*')/u.exec(this.name)?.[1];
    return label ?? (isBrackets ? this.first : this.name) ?? '';
  }

  get path(): readonly string[] {
    const outer: string[] = [];
    let isDecorator = this.kind === 'decorator';
    for (let node = this.parent; node !== undefined && outer.length < maxPath; node = node.parent) {
      // A decorator belongs to what it decorates, not to the decorators between.
      const isBetween = isDecorator && node.kind === 'decorator';
      if (node.kind !== undefined && !isBetween)
        outer.push(node.shownName, ...node.owner.toReversed());
      isDecorator = node.kind === 'decorator';
    }
    return outer.toReversed();
  }
}

/** A name without its quotation marks. */
export function unquoted(name: string): string {
  const [quote = ''] = name;
  return /['"]/u.test(quote) && name.length > 1 && name.endsWith(quote) ? name.slice(1, -1) : name;
}

/** The same for two things of one kind, with one name, in things with the same names. */
export function keyOfThing({ kind, path, name }: NamedThing): string {
  return keyOf([kind, ...path, name]);
}

/** Whether a thing stands more than once in a text, and more often than in the one before. */
export function standTwice(before: readonly NamedThing[], things: readonly NamedThing[]): boolean {
  const keys = things.map(keyOfThing);
  const [countBefore, count] = [counterOf(before.map(keyOfThing)), counterOf(keys)];
  return keys.some((key) => count(key) > Math.max(1, countBefore(key)));
}

export function keyOf(names: readonly string[]): string {
  return names.join('\0');
}

export function thingsOf(nodes: readonly ThingNode[]): readonly NamedThing[] {
  return nodes
    .flatMap((node) => {
      const { kind, shownName: name, owner, variant, start, end } = node;
      if (kind === undefined) return [];
      const path = kind === 'import' ? owner : [...node.path, ...owner];
      const lines = { start, end: Math.max(end, start + 1) };
      return [{ kind, name, path, ...omitUndefined({ variant }), ...lines }];
    })
    .toSorted((a, b) => a.start - b.start);
}
