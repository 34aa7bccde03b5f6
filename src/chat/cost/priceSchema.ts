// A model's price as it stands in files: in the lists, and in the journals of what was asked at that price.
import * as v from 'valibot';

export const priceSchema = v.object({
  input: v.exactOptional(v.number()),
  output: v.exactOptional(v.number()),
  cachedInput: v.exactOptional(v.number()),
  currency: v.string(),
});
