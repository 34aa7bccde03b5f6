// Random choices that a seed repeats.

export class Random {
  constructor(private state: number) {}

  /** A number from 0 to below `limit` (mulberry32). */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }

  shuffle<T>(values: readonly T[]): readonly T[] {
    return values
      .map((value) => ({ value, key: this.below(2 ** 30) }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ value }) => value);
  }
}
