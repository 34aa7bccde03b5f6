// Finds the end of a link's label as markdown-it's helper does, but in linear time: the helper reads the rest of the text
// again for each opening bracket that has no closing one.
import type { StateInline } from 'markdown-it';

const openingBracket = 91;
const closingBracket = 93;

interface KnownBrackets {
  /** Opening brackets without a closing one. */
  readonly unclosed: Set<number>;
  /** Opening brackets with a link before their closing one. */
  readonly beforeLink: Set<number>;
}

/** What is known of each state, by the end (`posMax`) up to which it was read. */
const knownBrackets = new WeakMap<StateInline, Map<number, KnownBrackets>>();

interface NextTarget {
  /** Where the search began. */
  readonly from: number;
  /** The first `](` after it; -1 if there is none. */
  readonly at: number;
}

const nextTargets = new WeakMap<StateInline, NextTarget>();

/** The place of the bracket that closes the one at `start`, -1 if there is none, or it would begin no link. */
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
  const { unclosed, beforeLink } = bracketsOf(state);
  let level = 1;
  state.pos = start + 1;
  while (state.pos < posMax && !unclosed.has(start)) {
    const at = state.pos;
    const character = src.charCodeAt(at);
    if (character === closingBracket) {
      level -= 1;
      if (level === 0) {
        return at;
      }
    }
    state.md.inline.skipToken(state);
    const isLink = character === openingBracket && state.pos > at + 1;
    if (disableNested && (isLink || beforeLink.has(at))) {
      // A link in a link.
      beforeLink.add(start);
      return -1;
    }
    if (character === openingBracket && !isLink) {
      level += 1;
      if (unclosed.has(at)) {
        // It would have to be closed first.
        break;
      }
    }
  }
  unclosed.add(start);
  return -1;
}

function bracketsOf(state: StateInline): KnownBrackets {
  const byEnd = knownBrackets.get(state) ?? new Map<number, KnownBrackets>();
  knownBrackets.set(state, byEnd);
  const brackets = byEnd.get(state.posMax) ?? { unclosed: new Set(), beforeLink: new Set() };
  byEnd.set(state.posMax, brackets);
  return brackets;
}
