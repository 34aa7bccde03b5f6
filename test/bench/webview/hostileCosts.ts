// Measures texts that are slow to render, some of them by intent, beside plain text of the same length.
import { type Figure, median } from '../figure';
import { hostileTexts } from './hostileTexts';
import type { Cost } from './metrics';
import { ms, type Progress } from './rendererCosts';
import type { RenderersPage } from './renderersPage';
import { plainText } from './texts';

/** At most as many times the CPU of plain text. */
const limit = 5;
const plainRuns = 5;
/** A row above its limit is measured again, unless it is far above: other programs may have been busy. */
const maxRuns = 3;
const timeoutMs = 30_000;
/** Characters per update of a streamed text. */
const streamedLength = 400;

const ways = [
  { name: 'whole', updateLength: Infinity },
  { name: 'streamed', updateLength: streamedLength },
] as const;

export async function measureHostileTexts(
  page: RenderersPage,
  progress: Progress,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  await loadHighlighter(page);
  for (const way of ways) {
    const cost = (text: string): Promise<Cost | undefined> =>
      page.attempt(async () => {
        await page.begin('portico', '');
        const result = await page.costToEnd(text, Math.min(way.updateLength, text.length));
        await page.end();
        return result;
      }, timeoutMs);
    const plain = await plainCosts(cost);
    progress(`plain text, ${way.name}: 100 kB ${ms(plain(100_000, false))}`);
    for (const { name, text } of hostileTexts) {
      const withoutLayout = isUnbreakable(text);
      const reference = plain(text.length, withoutLayout);
      const ratio = await ratioOf(() => cost(text), withoutLayout, reference);
      progress(`${name}, ${way.name}: ${ratio.toFixed(1)} × plain text`);
      figures.push({
        name: `${name}, ${way.name} ÷ plain text${withoutLayout ? ', without layout' : ''}`,
        value: ratio,
        unit: '×',
        limit,
      });
    }
  }
  return figures;
}

/** The page loads it with the first code block, whose costs would include that. */
async function loadHighlighter(page: RenderersPage): Promise<void> {
  await page.begin('portico', '```js\nreturn;\n```\n');
  await page.end();
}

/** The costs of plain text of a length, by interpolation: rendering it is linear. */
async function plainCosts(
  cost: (text: string) => Promise<Cost | undefined>,
): Promise<(length: number, withoutLayout: boolean) => number> {
  const text = plainText(100_000);
  const costs: Cost[] = [];
  for (let run = 0; run < plainRuns; run += 1) {
    const result = await cost(text);
    if (result !== undefined) {
      costs.push(result);
    }
  }
  const total = median(costs.map(({ totalMs }) => totalMs));
  const rest = median(costs.map((one) => one.totalMs - one.layoutMs));
  return (length, withoutLayout) => ((withoutLayout ? rest : total) * length) / text.length;
}

/** The lowest of the runs; Infinity for a text that does not end in time or ends the page. */
async function ratioOf(
  measure: () => Promise<Cost | undefined>,
  withoutLayout: boolean,
  reference: number,
): Promise<number> {
  const ratios: number[] = [];
  for (let run = 0; run < maxRuns; run += 1) {
    const cost = await measure();
    const costMs =
      cost === undefined ? Infinity : cost.totalMs - (withoutLayout ? cost.layoutMs : 0);
    ratios.push(costMs / reference);
    if (costMs / reference <= limit || costMs / reference > 2 * limit) {
      break;
    }
  }
  return Math.min(...ratios);
}

/** Layout alone takes long for text whose lines cannot be broken, in any renderer. */
function isUnbreakable(text: string): boolean {
  return /[^ \t\n]{10000}/u.test(text);
}
