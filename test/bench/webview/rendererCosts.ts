// What the renderer costs per answer and per update, beside the bare append and its peers, interleaved in one page.
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import { omitUndefined } from '../../../src/base/omitUndefined';
import { type Figure, median } from '../figure';
import type { Cost } from './metrics';
import { type RenderersPage, updateLength } from './renderersPage';
import type { RendererName } from './renderersEntry';
import { mixedAnswer, openBlocks, type OpenBlockText } from './texts';

const runs = 5;
const small = 100_000;
const large = 400_000;

/** Updates of an open block that are measured at each of its lengths. */
const openBlockUpdates = 150;

/** A peer that would take minutes for an answer is measured at this many places in it, with some updates at each. */
const samples = 16;
const updatesPerSample = 3;

export type Progress = (line: string) => void;

/** One renderer with one text. */
interface Subject {
  readonly label: string;
  readonly renderer: RendererName;
  readonly text: (length: number) => string;
  /** The lengths at which only some updates are measured, from which the total is estimated. */
  readonly sampledAt?: 'large' | 'all';
  /** Of the small length. */
  readonly runs?: number;
}

interface Peer extends Subject {
  /** Portico's cost divided by the peer's. */
  readonly limit?: number;
}

const portico: Subject = { label: 'Portico', renderer: 'portico', text: mixedAnswer };
const bare: Subject = { label: 'bare append', renderer: 'bare', text: mixedAnswer };

/** Portico's DOM without the work of parsing. */
const finishedDom: Subject = {
  label: 'finished DOM of Portico',
  renderer: 'finishedDom',
  text: mixedAnswer,
};

const peers: readonly Peer[] = [
  {
    label: 'streaming-markdown',
    renderer: 'streamingMarkdown',
    text: mixedAnswer,
    sampledAt: 'large',
  },
  {
    label: 'streamdown',
    renderer: 'streamdown',
    text: mixedAnswer,
    sampledAt: 'all',
    runs: 3,
    limit: 1 / 6,
  },
  {
    label: 'Cline’s way (marked, memoized react-markdown)',
    renderer: 'clineLike',
    text: mixedAnswer,
    sampledAt: 'large',
    runs: 3,
    limit: 1 / 12,
  },
  {
    label: 'react-markdown + rehype-highlight',
    renderer: 'reactMarkdown',
    text: mixedAnswer,
    sampledAt: 'all',
    runs: 3,
    limit: 1 / 150,
  },
];

/** With footnotes, streamdown parses the whole text with each update: here both are measured without them. */
const porticoSimple: Subject = {
  label: 'Portico, no footnotes',
  renderer: 'portico',
  text: longAnswer,
};
const streamdownSimple: Subject = {
  label: 'streamdown, no footnotes',
  renderer: 'streamdown',
  text: longAnswer,
  sampledAt: 'large',
  runs: 3,
};

/** Mixed answers: totals, ratios to the bare append and the peers, and how the cost grows with the length. */
export async function measureMixed(
  page: RenderersPage,
  progress: Progress,
): Promise<readonly Figure[]> {
  await page.prepareFinishedDom(mixedAnswer(small));
  const subjects = [bare, finishedDom, portico, ...peers, porticoSimple, streamdownSimple];
  const costs = await interleaved(subjects, async (subject, run) => {
    if (run >= (subject.runs ?? runs)) {
      return undefined;
    }
    const cost = await answerCost(page, subject, small);
    progress(`mixed 100 kB, run ${run + 1} of ${runs}: ${subject.label} ${parts(cost)}`);
    return cost;
  });
  const totalOf = (subject: Subject): number => costs.get(subject)?.totalMs ?? NaN;
  /** Without what the browser does in each frame, such as painting, which is the same for all renderers. */
  const ownOf = (subject: Subject): number =>
    (costs.get(subject)?.scriptMs ?? NaN) + (costs.get(subject)?.layoutMs ?? NaN);
  const exponents: Figure[] = [];
  for (const subject of [bare, portico, ...peers, streamdownSimple]) {
    const count = subject.sampledAt === undefined ? 3 : 1;
    const values: number[] = [];
    for (let run = 0; run < count; run += 1) {
      const cost = await answerCost(page, subject, large);
      progress(`mixed 400 kB: ${subject.label} ${parts(cost)}`);
      values.push(cost.totalMs);
    }
    const value = median(values);
    exponents.push({
      name: `exponent from 100 to 400 kB: ${nameOf(subject, large)}`,
      value: Math.log(value / totalOf(subject)) / Math.log(large / small),
      unit: '',
      ...(subject === portico ? { limit: 1.1 } : {}),
    });
  }
  const ratios = (
    name: string,
    own: Subject,
    other: Subject,
    limit?: number,
  ): readonly Figure[] => [
    omitUndefined({ name, value: totalOf(own) / totalOf(other), unit: '×', limit }),
    { name: '  script, style and layout only', value: ownOf(own) / ownOf(other), unit: '×' },
  ];
  return [
    ...subjects.map((subject): Figure => ({
      name: `mixed 100 kB: ${nameOf(subject, small)}`,
      value: totalOf(subject),
      unit: 'ms',
    })),
    ...ratios('mixed 100 kB: Portico ÷ bare append', portico, bare, 2.3),
    ...ratios('mixed 100 kB: Portico ÷ its finished DOM', portico, finishedDom),
    ...peers.flatMap((peer): readonly Figure[] =>
      ratios(`mixed 100 kB: Portico ÷ ${nameOf(peer, small)}`, portico, peer, peer.limit).concat(
        // No renderer can cost less: where these are above the limit, the limit cannot be met on the machine.
        [bare, finishedDom].map((least) => ({
          name: `  ${least.label} instead`,
          value: totalOf(least) / totalOf(peer),
          unit: '×',
        })),
      ),
    ),
    ...ratios('100 kB, no footnotes: Portico ÷ streamdown', porticoSimple, streamdownSimple),
    ...exponents,
  ];
}

function isSampledAt({ sampledAt }: Subject, length: number): boolean {
  return sampledAt === 'all' || (sampledAt === 'large' && length >= large);
}

function nameOf(subject: Subject, length: number): string {
  return isSampledAt(subject, length) ? `${subject.label} (sampled)` : subject.label;
}

/** The cost of an answer that is streamed from its beginning to its end. */
async function answerCost(page: RenderersPage, subject: Subject, length: number): Promise<Cost> {
  const { renderer } = subject;
  const text = subject.text(length);
  if (!isSampledAt(subject, length)) {
    await page.begin(renderer, '');
    const cost = await page.cost(text);
    await page.end();
    return cost;
  }
  const costs: Cost[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const at = Math.floor((text.length * (sample + 0.5)) / samples);
    await page.begin(renderer, text.slice(0, at), text.length);
    costs.push(await page.cost(text.slice(at, at + updatesPerSample * updateLength)));
    await page.end();
  }
  const updates = text.length / updateLength;
  const measured = samples * updatesPerSample;
  return scaled(updates / measured, (part) => costs.reduce((sum, cost) => sum + cost[part], 0));
}

/** Blocks that stay open: script and total of an update, at 100 kB and at 400 kB. */
export async function measureOpenBlocks(
  page: RenderersPage,
  progress: Progress,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const block of openBlocks) {
    const costs = await openBlockCosts(page, block);
    const [own, floor, ownLarge] = [costs.portico, costs.bare, costs.porticoLarge];
    progress(
      `open ${block.name}: ${parts(own)} per update, bare ${parts(floor)}, at 400 kB ${parts(ownLarge)}`,
    );
    const name = `open ${block.name} of 100 kB`;
    figures.push(
      { name: `${name}: update`, value: own.totalMs, unit: 'ms' },
      { name: '  yardstick: bare append', value: floor.totalMs, unit: 'ms' },
      {
        name: `  ${name}: script ÷ bare append`,
        // Of all that the bare append's update does: its script alone is next to nothing.
        value: own.scriptMs / floor.totalMs,
        unit: '×',
        limit: 2,
      },
      {
        name: `  ${name}: all ÷ bare append`,
        value: own.totalMs / floor.totalMs,
        unit: '×',
        limit: 3,
      },
      {
        name: `  ${name}: update at 400 kB ÷ at 100 kB`,
        value: ownLarge.totalMs / own.totalMs,
        unit: '×',
        limit: 1.2,
      },
    );
  }
  return figures;
}

type OpenBlockCosts = Readonly<Record<'portico' | 'bare' | 'porticoLarge', Cost>>;

/** Medians per update. */
async function openBlockCosts(page: RenderersPage, block: OpenBlockText): Promise<OpenBlockCosts> {
  const added = openBlockUpdates * updateLength;
  const text = block.text(large + added);
  const updates = async (renderer: RendererName, length: number): Promise<Cost> => {
    await page.begin(renderer, text.slice(0, length));
    const cost = await page.cost(text.slice(length, length + added));
    await page.end();
    return cost;
  };
  const costs: Record<keyof OpenBlockCosts, Cost[]> = { portico: [], bare: [], porticoLarge: [] };
  for (let run = 0; run < runs; run += 1) {
    costs.bare.push(await updates('bareLines', small));
    costs.portico.push(await updates('portico', small));
    costs.porticoLarge.push(await updates('portico', large));
  }
  return {
    portico: perUpdate(costs.portico),
    bare: perUpdate(costs.bare),
    porticoLarge: perUpdate(costs.porticoLarge),
  };
}

function perUpdate(costs: readonly Cost[]): Cost {
  return scaled(1 / openBlockUpdates, (part) => median(costs.map((cost) => cost[part])));
}

function scaled(factor: number, of: (part: keyof Cost) => number): Cost {
  return {
    totalMs: of('totalMs') * factor,
    scriptMs: of('scriptMs') * factor,
    layoutMs: of('layoutMs') * factor,
  };
}

/** Each run measures all subjects, so that a busy time of the machine concerns all. The medians, by subject. */
async function interleaved(
  subjects: readonly Subject[],
  measure: (subject: Subject, run: number) => Promise<Cost | undefined>,
): Promise<ReadonlyMap<Subject, Cost>> {
  const costs = new Map<Subject, Cost[]>(subjects.map((subject) => [subject, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const subject of subjects) {
      const cost = await measure(subject, run);
      if (cost !== undefined) {
        costs.get(subject)?.push(cost);
      }
    }
  }
  return new Map(
    [...costs].map(([subject, list]) => [
      subject,
      scaled(1, (part) => median(list.map((cost) => cost[part]))),
    ]),
  );
}

export function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}

function parts({ totalMs, scriptMs, layoutMs }: Cost): string {
  return `${ms(totalMs)} (script ${ms(scriptMs)}, layout ${ms(layoutMs)})`;
}
