// Prices of public lists, reduced to what states the price, each with what a million tokens of the model cost: the lists of
// OpenRouter (January 2026), LiteLLM (July 2026), DeepInfra (April 2026), of the others (July 2025), new-api's default ratios
// with the vendors' prices, and records in another unit, of which BerriAI/litellm#38167 reports the first five.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Price } from '../../../../../src/gateway/common/usage';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';
import { priceListOf } from '../../../../../src/gateway/node/models/priceLists';

interface Row {
  readonly gateway: string;
  readonly record: { readonly id: string; readonly model_name?: string };
  readonly price: { readonly input: number; readonly output: number } | null;
}

const rows = readFileSync(join(import.meta.dirname, 'priceList.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

/** Reads them as Portico does: all records of a gateway in one list. */
function pricesOf(gateway: string, records: readonly Row['record'][]): Map<string, Price> {
  if (gateway === 'new-api') {
    const { read } = priceListOf('new-api', 'https://host.example/v1') ?? assert.fail();
    const status = { data: { quota_per_unit: 500_000, quota_display_type: 'USD' } };
    return new Map(read([{ data: records, group_ratio: { default: 1 } }, status]));
  }
  const host = gateway === 'Novita AI' ? 'api.novita.ai' : 'host.example';
  const models = readModelList({ data: records }, host) ?? [];
  return new Map(models.flatMap(({ id, price }) => (price === undefined ? [] : [[id, price]])));
}

describe('a list of prices', () => {
  for (const [gateway, list = []] of Map.groupBy(rows, (row) => row.gateway)) {
    it(`${gateway}: ${list.length} models cost what they cost, or nothing is said`, () => {
      const prices = pricesOf(
        gateway,
        list.map(({ record }) => record),
      );
      const wrong = list.filter(({ record, price }) => {
        const { input, output } = prices.get(record.model_name ?? record.id) ?? {};
        const isNear = (shown: number | undefined, real: number): boolean =>
          shown !== undefined && Math.abs(shown - real) <= real / 100;
        return price === null
          ? input !== undefined || output !== undefined
          : !isNear(input, price.input) || !isNear(output, price.output);
      });
      assert.deepEqual(wrong, []);
    });
  }

  it('has 300 models and more of six gateways', () => {
    assert.ok(rows.length > 300 && new Set(rows.map(({ gateway }) => gateway)).size > 6);
  });
});
