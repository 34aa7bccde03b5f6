// A figure of the benchmark. Limits of speed are ratios to a yardstick that is measured in the same run, so that they
// hold on any machine; limits of size are absolute.

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'times' | '×';
  /** The maximum; undefined where the figure only helps to read another one. */
  readonly limit?: number;
}

interface Comparison {
  /** What is measured, in ms. */
  readonly name: string;
  readonly value: number;
  /** The least that any implementation has to do, in ms, measured beside it. */
  readonly yardstick: string;
  readonly yardstickValue: number;
  /** How many times the yardstick it may take. */
  readonly limit: number;
}

/** Three figures: the time, its yardstick, and their ratio with its limit. */
export function compare(comparison: Comparison): readonly Figure[] {
  const { name, value, yardstick, yardstickValue, limit } = comparison;
  return [
    { name, value, unit: 'ms' },
    { name: `  yardstick: ${yardstick}`, value: yardstickValue, unit: 'ms' },
    { name: `  ${name} ÷ yardstick`, value: value / yardstickValue, unit: '×', limit },
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** The value that `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function isWithinLimit({ value, limit }: Figure): boolean {
  return limit === undefined || value <= limit;
}
