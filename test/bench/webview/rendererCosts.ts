// What an update of a long mixed answer costs, beside the bare append of its text and other renderers, in one page.
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import type { Figure } from '../figure';
import type { RendererName } from './renderersEntry';
import { updateLength, type RenderersPage } from './renderersPage';
import { mixedAnswer } from './texts';

const small = 100_000;
const large = 400_000;
/** Answers that are measured of each renderer that is not sampled. What else the machine does only adds: the least counts. */
const runs = 3;

/** A peer that would take minutes for an answer is measured at this many places in it, with some updates at each. */
const samples = 6;
const updatesPerSample = 4;

/** One renderer with one text. */
interface Subject {
  readonly label: string;
  readonly renderer: RendererName;
  readonly text: (length: number) => string;
  /** The lengths at which only some updates are measured, from which the total is estimated. */
  readonly sampledAt?: 'large' | 'all';
}

const portico: Subject = { label: 'Portico', renderer: 'portico', text: mixedAnswer };
const bare: Subject = { label: 'bare append', renderer: 'bare', text: mixedAnswer };
const simplePortico: Subject = {
  label: 'Portico, no footnotes',
  renderer: 'portico',
  text: longAnswer,
};

const peers: readonly Subject[] = [
  {
    label: 'streaming-markdown',
    renderer: 'streamingMarkdown',
    text: mixedAnswer,
    sampledAt: 'large',
  },
  { label: 'streamdown', renderer: 'streamdown', text: mixedAnswer, sampledAt: 'all' },
  {
    label: 'Cline’s way (marked, memoized react-markdown)',
    renderer: 'clineLike',
    text: mixedAnswer,
    sampledAt: 'large',
  },
  {
    label: 'react-markdown + rehype-highlight',
    renderer: 'reactMarkdown',
    text: mixedAnswer,
    sampledAt: 'all',
  },
];

/** With footnotes, streamdown parses the whole text with each update: here it is measured without them. */
const simpleStreamdown: Subject = {
  label: 'streamdown, no footnotes',
  renderer: 'streamdown',
  text: longAnswer,
  sampledAt: 'large',
};

/** The highest ratios: Portico ÷ bare append, Portico ÷ a peer, and an update at 400 kB ÷ one at 100 kB. */
const limits = { bare: 2.3, peer: 1, growth: 1.15 } as const;

export async function measureRenderers(page: RenderersPage): Promise<readonly Figure[]> {
  const subjects = [portico, bare, ...peers, simplePortico, simpleStreamdown];
  const least = async (length: number): Promise<ReadonlyMap<Subject, number>> => {
    const costs = new Map<Subject, number>();
    // In turn, so that a busy time of the machine concerns all.
    for (let run = 0; run < runs; run += 1) {
      for (const subject of subjects) {
        if (run > 0 && isSampledAt(subject, length)) continue;
        const before = costs.get(subject) ?? Infinity;
        costs.set(subject, Math.min(before, await updateMs(page, subject, length)));
      }
    }
    return costs;
  };
  const [smallCosts, largeCosts] = [await least(small), await least(large)];
  const atSmall = (subject: Subject): number => smallCosts.get(subject) ?? NaN;
  const figures = subjects.flatMap((subject): readonly Figure[] => [
    { name: `update at 100 kB: ${nameOf(subject, small)}`, value: atSmall(subject), unit: 'ms' },
    {
      name: `  at 400 kB ÷ at 100 kB: ${nameOf(subject, large)}`,
      value: (largeCosts.get(subject) ?? NaN) / atSmall(subject),
      unit: '×',
      ...(subject === portico ? { limit: limits.growth } : {}),
    },
  ]);
  const ratio = (own: Subject, other: Subject, limit: number): Figure => ({
    name: `update at 100 kB: ${own.label} ÷ ${nameOf(other, small)}`,
    value: atSmall(own) / atSmall(other),
    unit: '×',
    limit,
  });
  return [
    ...figures,
    ratio(portico, bare, limits.bare),
    ...peers.map((peer) => ratio(portico, peer, limits.peer)),
    ratio(simplePortico, simpleStreamdown, limits.peer),
  ];
}

function isSampledAt({ sampledAt }: Subject, length: number): boolean {
  return sampledAt === 'all' || (sampledAt === 'large' && length >= large);
}

function nameOf(subject: Subject, length: number): string {
  return isSampledAt(subject, length) ? `${subject.label} (sampled)` : subject.label;
}

/** CPU time of the page's main thread for one update of an answer of this length, in ms, on average. */
async function updateMs(page: RenderersPage, subject: Subject, length: number): Promise<number> {
  const { renderer } = subject;
  const text = subject.text(length);
  if (!isSampledAt(subject, length)) {
    await page.begin(renderer, '');
    const totalMs = await page.cost(text);
    await page.end();
    return totalMs / Math.ceil(text.length / updateLength);
  }
  let totalMs = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const at = Math.floor((text.length * (sample + 0.5)) / samples);
    await page.begin(renderer, text.slice(0, at), text.length);
    totalMs += await page.cost(text.slice(at, at + updatesPerSample * updateLength));
    await page.end();
  }
  return totalMs / (samples * updatesPerSample);
}
