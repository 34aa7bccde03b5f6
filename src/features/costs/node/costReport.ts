// The requests of a month as a table by day and model, and as CSV.
import { omitUndefined } from '../../../base/omitUndefined';
import type { LedgerEntry } from '../../../storage/node/ledger';

/** Requests of the same day and model, unless one is absent. */
export interface CostRow {
  readonly day?: string;
  readonly model?: Pick<LedgerEntry, 'gateway' | 'model'>;
  readonly requests: readonly LedgerEntry[];
}

/** All requests, those of each model, then those of each day and model, the last day first. */
export function costRows(requests: readonly LedgerEntry[]): readonly CostRow[] {
  const days = [...Map.groupBy(requests, ({ day }) => day)].toSorted(([a], [b]) =>
    a < b ? 1 : -1,
  );
  const models = modelRows(requests);
  return [
    { requests },
    ...(models.length > 1 ? models : []),
    ...days.flatMap(([day, ofDay]) => modelRows(ofDay, day)),
  ];
}

function modelRows(requests: readonly LedgerEntry[], day?: string): readonly CostRow[] {
  const models = Map.groupBy(requests, ({ gateway, model }) => JSON.stringify([gateway, model]));
  return [...models.values()].map((ofModel) =>
    omitUndefined({ day, model: ofModel[0], requests: ofModel }),
  );
}

/** The values of its columns. The names are for programs, so they are not translated. */
const csvColumns: Readonly<
  Record<string, (entry: LedgerEntry) => string | number | true | undefined>
> = {
  day: ({ day }) => day,
  time: ({ at }) => at && new Date(at).toISOString(),
  purpose: ({ purpose }) => purpose,
  gateway: ({ gateway }) => gateway,
  model: ({ model }) => model,
  input_tokens: ({ usage }) => usage?.inputTokens,
  cached_tokens: ({ usage }) => usage?.cachedTokens,
  cache_write_tokens: ({ usage }) => usage?.cacheWriteTokens,
  output_tokens: ({ usage }) => usage?.outputTokens,
  reasoning_tokens: ({ usage }) => usage?.reasoningTokens,
  cost: ({ cost }) => cost?.amount,
  currency: ({ cost }) => cost?.currency,
  cost_source: ({ costSource }) => costSource,
  is_estimate: ({ cost }) => cost?.isEstimate,
  is_minimum: ({ cost }) => cost?.isMinimum,
};

/** A line for each request. What is unknown is empty. */
export function costsCsv(requests: readonly LedgerEntry[]): string {
  const columns = Object.values(csvColumns);
  const lines = requests.map((request) => columns.map((valueOf) => csvCell(valueOf(request))));
  return [Object.keys(csvColumns), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 12, useGrouping: false });

function csvCell(value: string | number | true | undefined): string {
  if (typeof value === 'number') {
    return decimal.format(value);
  }
  // A spreadsheet would run a text that begins like this as a formula: https://owasp.org/www-community/attacks/CSV_Injection
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/u, "'$&");
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
