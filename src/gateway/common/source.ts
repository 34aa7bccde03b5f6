// The pages that an answer is based on, as the gateway names them.

export interface Source {
  /** http or https. */
  readonly url: string;
  readonly title?: string;
  /** The numbers in brackets in the text that mean this page. */
  readonly numbers: readonly number[];
}

/** The page of each number in the text. A number that means two pages, after a continuation, means neither. */
export function sourcesByNumber(sources: readonly Source[]): ReadonlyMap<number, Source> {
  const claims = sources.flatMap((source) => source.numbers.map((n) => [n, source] as const));
  const byNumber = new Map(claims);
  for (const [number, { url }] of claims) {
    if (byNumber.get(number)?.url !== url) byNumber.delete(number);
  }
  return byNumber;
}
