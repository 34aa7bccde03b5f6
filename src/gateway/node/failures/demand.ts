// Recognizes a header or query parameter that a gateway demands (`signatures/demands.ts`).
import type { Connection } from '../../common/connection';
import type { Demand } from '../../common/failure';
import { isAllowedHeader } from '../http/requestHeaders';
import type { ErrorBody } from './errorBody';
import { type DemandSignature, demandSignatures, demandWords } from './signatures/demands';

/** Later text explains nothing. */
const maxMessageChars = 1_000;

/**
 * What the user can set so that the gateway accepts requests; undefined if it demands nothing, or what Portico sets itself.
 * @param headers of the response: API Management says there where it looks for the key
 */
export function demandOf(
  { message = '', param }: ErrorBody,
  { origin }: Pick<Connection, 'origin'>,
  headers?: Headers,
): Demand | undefined {
  const text = (param === undefined ? message : `${param}: ${message}`).slice(0, maxMessageChars);
  for (const row of demandSignatures) {
    const name = row.name ?? patternOf(row).exec(text)?.groups?.['name'];
    if (name === undefined || (row.name !== undefined && !patternOf(row).test(text))) {
      continue;
    }
    const [, named = name, type = row.place] =
      /\bname="([\w-]{1,64})", ?type="(header|query)"/i.exec(
        (row.name !== undefined && headers?.get('www-authenticate')) || '',
      ) ?? [];
    const place = type.toLowerCase() === 'query' ? 'queryParameter' : row.place;
    if (place === 'queryParameter' || isAllowedHeader(named, '')) {
      return { place, name: named, origin };
    }
  }
  return undefined;
}

const compiled = new Map<DemandSignature, RegExp>();

/** The pattern of a row. It is compiled when it is first used. */
function patternOf(row: DemandSignature): RegExp {
  const known = compiled.get(row);
  if (known !== undefined) {
    return known;
  }
  const source = Object.entries(demandWords).reduce(
    (pattern, [word, meaning]) => pattern.replaceAll(word, () => meaning),
    row.phrase.source,
  );
  const made = new RegExp(source, 'i');
  compiled.set(row, made);
  return made;
}
