// Finds the end of a link's label as markdown-it's helper does, but in linear time: the helper reads the rest of the text
// again for each opening bracket that has no closing one.
import type { StateInline } from 'markdown-it';

const openingBracket = 91;
const closingBracket = 93;

/** Opening brackets that are known to have no closing one, by the end (`posMax`) up to which the state was read. */
const unclosed = new WeakMap<StateInline, Map<number, Set<number>>>();

interface NextTarget {
  /** Where the search began. */
  readonly from: number;
  /** The first `](` after it; -1 if there is none. */
  readonly at: number;
}

const nextTargets = new WeakMap<StateInline, NextTarget>();

/** The place of the bracket that closes the one at `start`, -1 if there is none, or it would begin no link. In UTF-16 units. */
export function parseLinkLabel(state: StateInline, start: number, disableNested = false): number {
  const { src, pos, posMax } = state;
  const next = src.indexOf(']', start + 1);
  if (next === -1 || next >= posMax || !mayBeLink(state, start)) {
    return -1;
  }
  const end = findLabelEnd(state, start, disableNested);
  state.pos = pos;
  return end;
}

/** Whether a target follows a label somewhere after `start`, or a label may be a reference. */
function mayBeLink(state: StateInline, start: number): boolean {
  if (state.env.references !== undefined) {
    return true;
  }
  const known = nextTargets.get(state);
  if (known !== undefined && known.from <= start && (known.at === -1 || start <= known.at)) {
    return known.at !== -1;
  }
  const at = state.src.indexOf('](', start);
  nextTargets.set(state, { from: start, at });
  return at !== -1;
}

function findLabelEnd(state: StateInline, start: number, disableNested: boolean): number {
  const { src, posMax } = state;
  const known = unclosedBrackets(state);
  let level = 1;
  state.pos = start + 1;
  while (state.pos < posMax && !known.has(start)) {
    const at = state.pos;
    const character = src.charCodeAt(at);
    if (character === closingBracket) {
      level -= 1;
      if (level === 0) {
        return at;
      }
    }
    state.md.inline.skipToken(state);
    if (character === openingBracket && state.pos > at + 1) {
      // A link in a link.
      if (disableNested) {
        return -1;
      }
    } else if (character === openingBracket) {
      level += 1;
      if (known.has(at)) {
        // It would have to be closed first.
        break;
      }
    }
  }
  known.add(start);
  return -1;
}

function unclosedBrackets(state: StateInline): Set<number> {
  const byEnd = unclosed.get(state) ?? new Map<number, Set<number>>();
  unclosed.set(state, byEnd);
  const brackets = byEnd.get(state.posMax) ?? new Set();
  byEnd.set(state.posMax, brackets);
  return brackets;
}
