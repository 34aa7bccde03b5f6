// The pages that an answer is based on, as the gateway names them.
import { escapeMarkdown } from '../../base/text/escapeMarkdown';
import { oneLine } from '../../base/text/oneLine';

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

/** A list in Markdown. Link definitions would lead the numbers of all answers to the same pages. */
export function sourcesMarkdown(sources: readonly Source[]): string {
  return sources
    .map(({ url, title, numbers }) => {
      const marks = numbers.map((number) => String.raw`\[${number}\] `).join('');
      const target = url.replaceAll(/[<>\s\\]/gu, encodeURIComponent);
      return `- ${marks}[${escapeMarkdown(oneLine(title ?? url))}](<${target}>)`;
    })
    .join('\n');
}
