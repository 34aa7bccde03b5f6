// The sample in a row of the tables: the HTTP status and the body, which is JSON or a text.
import { parseJson } from '../../../../src/base/parseJson';

export interface SampleResponse {
  /** 200: reported inside a successful response. */
  readonly status: number;
  /** JSON, or a text as it came. */
  readonly body: unknown;
}

export function parseSample(sample: string): SampleResponse {
  const [, status, text = ''] = /^(\d{3}) (.*)$/s.exec(sample) ?? [];
  return { status: Number(status), body: parseJson(text) ?? text };
}
