// What the operator of a gateway may say of it beside its address: in an entry of `portico.gateways`, and in the preset
// of a link.
import * as v from 'valibot';
import { isGlob } from '../../base/glob';
import { apiFormatChoices } from '../common/apiFormatLookup';

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000));

/** The fields of a model that its operator may set, as in `portico.models`. */
export const modelFieldSchemas = {
  apiFormat: v.picklist(apiFormatChoices),
  contextLength: tokens,
  maxOutputTokens: tokens,
  imageInput: v.boolean(),
  toolCalling: v.boolean(),
} as const;

/** A preset travels in a link, which has 64 kB at most. */
export const maxExtraModels = 20;

/** Strict: each issue has the path of the field that it is about, unknown ones included. */
export const gatewayExtrasSchema = v.strictObject({
  helpUrl: v.exactOptional(webAddress(['https:'])),
  catalogUrl: v.exactOptional(webAddress(['https:', 'http:'])),
  apiFormat: v.exactOptional(modelFieldSchemas.apiFormat),
  models: v.exactOptional(
    v.pipe(
      v.record(v.pipe(v.string(), v.check(isGlob)), v.partial(v.strictObject(modelFieldSchemas))),
      v.check((models) => Object.keys(models).length <= maxExtraModels),
    ),
  ),
});

export type GatewayExtras = Readonly<v.InferOutput<typeof gatewayExtrasSchema>>;

/** Credentials in front of the host, a backslash or reordered text would make it look like another one. */
function webAddress(protocols: readonly string[]) {
  const isUsable = (text: string): boolean => {
    const url = /^https?:\/\/[^/][^\\\p{C}\p{Z}]*$/iu.test(text) ? URL.parse(text) : null;
    return url !== null && protocols.includes(url.protocol) && url.username + url.password === '';
  };
  return v.pipe(v.string(), v.trim(), v.check(isUsable));
}

/** The valid ones of the fields, and the path of the first invalid one, such as `models`, `gpt-*`, `price`. */
export function readGatewayExtras(fields: Readonly<Record<string, unknown>>): {
  readonly extras: GatewayExtras;
  readonly invalid?: readonly string[];
} {
  const given = Object.entries(fields).filter(([name]) =>
    Object.hasOwn(gatewayExtrasSchema.entries, name),
  );
  const parsed = v.safeParse(gatewayExtrasSchema, Object.fromEntries(given));
  if (parsed.success) {
    return { extras: parsed.output };
  }
  const paths = parsed.issues.map(({ path = [] }) => path.map(({ key }) => String(key)));
  const valid = given.filter(([name]) => paths.every(([field]) => field !== name));
  const extras = v.parse(gatewayExtrasSchema, Object.fromEntries(valid));
  return { extras, invalid: paths[0] ?? [] };
}
