// A figure of the benchmark: what was measured, in which unit, and what it must not exceed.

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Undefined where the figure only helps to read another. */
  readonly limit?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

export function isWithin(figure: Figure): boolean {
  return figure.limit === undefined || figure.value <= figure.limit;
}
