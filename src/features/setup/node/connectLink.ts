// Reads links that set up a gateway: `vscode://PUBLISHER.portico/connect?…`. A link only says what the user may choose.
import * as v from 'valibot';
import type { BaseUrlProblem } from '../../../gateway/common/failure';
import type { FoundSetup, GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { decoded } from '../../../gateway/node/baseUrl';
import { gatewayExtrasSchema, type GatewayExtras } from '../../../gateway/node/gatewayExtras';
import { commandSchema } from './runKeyCommand';

/** A gateway that a text, a link or a sign-in names, until the user chooses it. */
export interface OfferedGateway extends FoundSetup {
  /** What a preset adds to the gateway's entry in `portico.gateways`. */
  readonly extras?: GatewayExtras;
  /** What a preset sets for the origin in `portico.keyCommand`. */
  readonly keyCommand?: readonly string[];
}

export type LinkReading =
  | { readonly ok: true; readonly offered: OfferedGateway }
  | { readonly ok: false; readonly problem: LinkProblem };

export type LinkProblem =
  | { readonly type: 'tooLong' | 'noAddress' | 'key' | 'preset' }
  | { readonly type: 'address'; readonly problem: BaseUrlProblem }
  /** `name`: the parameter or field. */
  | { readonly type: 'twice' | 'unknown' | 'characters' | 'value'; readonly name: string };

/** `query` is decoded, as VS Code hands it over. */
interface Link {
  readonly query: string;
  readonly fragment: string;
}

const maxLength = 65_536;
const parameters = new Set(['key', 'baseUrl', 'name', 'model', 'preset']);
/** VS Code's own, added on the way. */
const ownParameters = new Set(['windowId', 'vscode-reqid']);

/**
 * Reads a link. VS Code has decoded the query: a value that held `&` now looks like a second parameter, so what cannot
 * have been written on purpose is refused.
 */
export function readConnectLink(
  { query, fragment }: Link,
  gateway: Pick<GatewayAccess, 'parseBaseUrl' | 'normalizeKey'>,
): LinkReading {
  if (query.length + fragment.length > maxLength) {
    return refused({ type: 'tooLong' });
  }
  const values = new Map<string, string>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...rest] = pair.split('=');
    if (ownParameters.has(name)) {
      continue;
    }
    if (!parameters.has(name)) {
      return refused({ type: 'unknown', name });
    }
    if (values.has(name)) {
      return refused({ type: 'twice', name });
    }
    if (rest.length !== 1 || rest[0]?.includes('#') === true) {
      return refused({ type: 'characters', name });
    }
    values.set(name, rest[0]?.trim() ?? '');
  }
  // What follows `#` was part of a value.
  if (fragment !== '') {
    return refused({ type: 'characters', name: [...values.keys()].at(-1) ?? '#' });
  }
  const preset = values.get('preset');
  if (preset === undefined) {
    return readFields(Object.fromEntries(values), gateway);
  }
  // A preset is for everybody; a key and a model beside it are for one user.
  const { preset: _preset, ...others } = Object.fromEntries(values);
  const fields = v.safeParse(presetSchema, preset);
  if (!fields.success) {
    return refused({ type: 'preset' });
  }
  const wrong = Object.keys(fields.output).find(
    (name) => Object.hasOwn(others, name) || name === 'key' || name === 'model',
  );
  return wrong === undefined
    ? readFields({ ...fields.output, ...others }, gateway)
    : refused({ type: Object.hasOwn(others, wrong) ? 'twice' : 'unknown', name: wrong });
}

/** Reads such a link where it was pasted; undefined if the text is none. The scheme is the product's. */
export function readPastedLink(
  text: string,
  gateway: Pick<GatewayAccess, 'parseBaseUrl' | 'normalizeKey'>,
): LinkReading | undefined {
  const url = /^\s*[a-z][a-z0-9+.-]*:\/\/[\w-]+\.portico\/connect\?/i.test(text)
    ? URL.parse(text)
    : null;
  if (url === null) {
    return undefined;
  }
  const [query = '', fragment = ''] = [url.search, url.hash].map((part) => decoded(part.slice(1)));
  return readConnectLink({ query, fragment }, gateway);
}

function refused(problem: LinkProblem): LinkReading {
  return { ok: false, problem };
}

/** One line that a person can read. */
const shortText = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200),
  v.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u),
);

const fieldsSchema = v.strictObject({
  baseUrl: v.exactOptional(v.string()),
  key: v.exactOptional(v.string()),
  name: v.exactOptional(shortText),
  model: v.exactOptional(shortText),
  keyCommand: v.exactOptional(commandSchema),
  ...gatewayExtrasSchema.entries,
});

/** A JSON object as base64url. */
const presetSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.record(v.string(), v.unknown()),
);

function readFields(
  fields: Readonly<Record<string, unknown>>,
  gateway: Pick<GatewayAccess, 'parseBaseUrl' | 'normalizeKey'>,
): LinkReading {
  const parsed = v.safeParse(fieldsSchema, fields);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const path = (issue.path ?? []).map((item) => String(item.key));
    return issue.type === 'strict_object'
      ? refused({ type: 'unknown', name: path.at(-1) ?? '' })
      : refused({ type: 'value', name: path[0] ?? '' });
  }
  const { baseUrl: address = '', key = '', name, model, keyCommand, ...extras } = parsed.output;
  const url = gateway.parseBaseUrl(address);
  if (!url.ok) {
    const { problem } = url;
    return refused(problem === 'empty' ? { type: 'noAddress' } : { type: 'address', problem });
  }
  const normalized = gateway.normalizeKey(key);
  if (!normalized.ok && normalized.problem !== 'empty') {
    return refused({ type: 'key' });
  }
  return {
    ok: true,
    offered: {
      baseUrl: url.baseUrl,
      ...(normalized.ok ? { key: normalized.key } : {}),
      ...(name === undefined || name === '' ? {} : { name }),
      ...(model === undefined || model === '' ? {} : { model }),
      ...(keyCommand === undefined ? {} : { keyCommand }),
      ...(Object.keys(extras).length === 0 ? {} : { extras }),
    },
  };
}
