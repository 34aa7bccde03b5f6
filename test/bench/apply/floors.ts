// What the measure must reach, in %. A matcher that refuses or asks more often is safe, but of no use.
import { unsaid } from './cases';
import { editFormats } from './formats';
import type { Outcome } from './landing';
import { shareOf, small, type Tally } from './tables';

interface Floor {
  readonly what: string;
  readonly mutations: readonly string[];
  readonly formats: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly percent: number;
  /** There may be at most so many, of the changes in one place. */
  readonly isCeiling?: true;
}

const quotes = Object.keys(editFormats);
const landed = ['landed', 'merged'] as const;
const unchanged = ['Unchanged'];

const floors: readonly Floor[] = [
  {
    what: 'Unchanged and moved quotes land',
    mutations: ['Unchanged', 'Moved by 23 new lines'],
    formats: quotes,
    outcomes: landed,
    percent: 99,
  },
  {
    what: 'Of two equal places, the attached one is taken',
    mutations: ['Two equal places, one attached'],
    formats: quotes,
    outcomes: landed,
    percent: 90,
  },
  {
    what: 'Quotes land where a context line has changed',
    mutations: ['A context line changed since'],
    formats: quotes,
    outcomes: landed,
    percent: 60,
  },
  {
    what: 'Complete files land or ask',
    mutations: unchanged,
    formats: ['complete file'],
    outcomes: [...landed, 'asked'],
    percent: 97,
  },
  {
    what: 'One definition lands',
    mutations: ['One definition, a token changed'],
    formats: [unsaid],
    outcomes: landed,
    percent: 83,
  },
  ...(
    [
      ['Complete files ask', 'complete file', 10],
      ['Definitions ask', 'one function or class', 10],
      ['Parts between marks ask', 'partial code with marks', 15],
    ] as const
  ).map(([what, format, percent]): Floor => ({
    what,
    mutations: unchanged,
    formats: [format],
    outcomes: ['asked'],
    percent,
    isCeiling: true,
  })),
];

export function floorsOf(tally: Tally): { readonly text: string; readonly isHeld: boolean } {
  const rows = floors.map(({ what, mutations, formats, outcomes, percent, isCeiling = false }) => {
    const share = shareOf(
      mutations.flatMap((name) =>
        formats.map((format) =>
          tally.countsOf(name, format, ...(isCeiling ? [small] : []), 'Portico'),
        ),
      ),
      outcomes,
    );
    const isHeld = isCeiling ? share <= percent : share >= percent;
    const limit = `${isCeiling ? 'at most' : 'at least'} ${percent}`;
    return {
      isHeld,
      text: `${isHeld ? 'held' : 'MISSED'}: ${what}: ${share.toFixed(1)} %, ${limit}`,
    };
  });
  return {
    text: ['## Floors', ...rows.map(({ text }) => `- ${text}`)].join('\n'),
    isHeld: rows.every(({ isHeld }) => isHeld),
  };
}
