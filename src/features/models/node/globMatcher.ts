// Matches model IDs against globs in a time that grows with the product of their lengths: IDs come from gateways, and
// a regular expression with several stars takes seconds for one that is made for it.

type GlobToken = '*' | ((character: string) => boolean);

/** More alternatives than a setting has; `{a,b}{c,d}…` doubles them with each pair. */
const maxAlternatives = 256;

/** Whether a glob has only `*`, `?`, `[abc]` and `{a,b}`, and not the patterns in parentheses of Bash or a negation. */
export function isSimpleGlob(glob: string): boolean {
  return !/^!|\(/.test(glob);
}

/** Returns a function that matches complete IDs. `*` also matches slashes, `?` and classes do not. */
export function globMatcher(glob: string): (id: string) => boolean {
  const alternatives = expandBraces(glob).map(tokensOf);
  return (id) => {
    const characters = id.match(/[^]/gu) ?? [];
    return alternatives.some((tokens) => matches(tokens, characters));
  };
}

/** Goes back to the last star only: what an earlier one matched needs no second try. */
function matches(tokens: readonly GlobToken[], characters: readonly string[]): boolean {
  let token = 0;
  let afterStar: number | undefined;
  let retryAt = 0;
  for (let at = 0; at < characters.length;) {
    const current = tokens[token];
    if (current === '*') {
      token += 1;
      afterStar = token;
      retryAt = at;
    } else if (current?.(characters[at] ?? '') === true) {
      token += 1;
      at += 1;
    } else if (afterStar !== undefined) {
      token = afterStar;
      retryAt += 1;
      at = retryAt;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest === '*');
}

function tokensOf(glob: string): readonly GlobToken[] {
  return (glob.match(/\\[^]|\[[!^]?\]?[^\]]*\]|[^]/gu) ?? []).map((part) => {
    if (part === '*') {
      return part;
    }
    if (part === '?') {
      return (character) => character !== '/';
    }
    return part.length > 2 && part.startsWith('[') ? classOf(part.slice(1, -1)) : literal(part);
  });
}

function literal(part: string): GlobToken {
  const expected = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  return (character) => character === expected;
}

/** @param members Such as `abc`, `0-9`, `!x`. */
function classOf(members: string): GlobToken {
  const isNegated = /^[!^]/.test(members);
  const ranges = [...(isNegated ? members.slice(1) : members).matchAll(/([^])(?:-([^]))?/gu)];
  return (character) =>
    character !== '/' &&
    ranges.some(([, first = '', last = first]) => first <= character && character <= last) !==
      isNegated;
}

/** Replaces the first list in braces by each of its members, and so on; braces without a comma stay. */
function expandBraces(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const list = /(?<!\\)\{([^{}]*,[^{}]*)\}/.exec(next);
    if (list === null || done.length + open.length >= maxAlternatives) {
      done.push(next);
      continue;
    }
    const [all, members = ''] = list;
    const before = next.slice(0, list.index);
    const after = next.slice(list.index + all.length);
    open.push(...members.split(',').map((member) => before + member + after));
  }
  return done;
}
