// Which format lands best when a model miscopies: formats differ in how many of the file's lines an answer repeats.
import type { Case } from './cases';
import { land, outcomeOf } from './landing';
import { otherToken } from './mutations';
import { Random } from './random';

/** One line in so many is miscopied. Sessions of agents report more; the order of the formats is the same. */
const linesPerError = 100;
const tries = 5;

interface Count {
  landed: number;
  refused: number;
  altered: number;
  characters: number;
}

export class CopyErrors {
  private readonly counts = new Map<string, Count>();

  /** @param each A case whose file is as the model saw it. */
  add(each: Case): void {
    const { format, answer, base } = each;
    const count = this.counts.get(format) ?? { landed: 0, refused: 0, altered: 0, characters: 0 };
    this.counts.set(format, count);
    const lines = new Set(base.split('\n').filter((line) => line.trim() !== ''));
    const random = new Random(each.number);
    const miscopy = (text: string): string =>
      text
        .split('\n')
        .map((line) => {
          const isCopied = lines.has(line) || lines.has(line.slice(1));
          return isCopied && random.below(linesPerError) === 0 ? otherToken(line) : line;
        })
        .join('\n');
    for (let at = 0; at < tries; at += 1) {
      const block =
        format === 'JSON'
          ? JSON.stringify(JSON.parse(answer.block), (_, value: unknown) =>
              typeof value === 'string' ? miscopy(value) : value,
            )
          : miscopy(answer.block);
      const miscopied = { ...each, answer: { ...answer, block } };
      const outcome = outcomeOf(miscopied, land(miscopied));
      if (outcome === 'landed') count.landed += 1;
      else if (outcome === 'wrong') count.altered += 1;
      else count.refused += 1;
      count.characters += block.length;
    }
  }

  rows(): readonly (readonly string[])[] {
    return [...this.counts].map(([format, count]) => {
      const all = count.landed + count.refused + count.altered;
      const percent = (value: number): string => ((value / all) * 100).toFixed(1);
      const { landed, refused, altered } = count;
      const characters = String(Math.round(count.characters / all));
      return [format, percent(landed), percent(refused), percent(altered), characters];
    });
  }
}
