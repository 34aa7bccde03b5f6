// Recognizes a header or query parameter that a gateway demands (`signatures/demands.ts`).
import type { Connection } from '../../common/connection';
import type { Demand } from '../../common/failure';
import { isAllowedHeader } from '../http/requestHeaders';
import type { ErrorBody } from './errorBody';
import { maxMessageChars, patternOf } from './signature';
import { demandSignatures, demandWords } from './signatures/demands';

/**
 * What the user can set so that the gateway accepts requests; undefined if it demands nothing, or what Portico sets itself.
 * @param headers of the response: API Management says there where it looks for the key
 */
export function demandOf(
  { message = '' }: ErrorBody,
  { origin }: Pick<Connection, 'origin'>,
  headers?: Headers,
): Demand | undefined {
  const text = message.slice(0, maxMessageChars);
  for (const row of demandSignatures) {
    const match = patternOf(row.phrase, demandWords, 'i').exec(text);
    const stated = row.name === undefined || match === null ? undefined : challengeOf(headers);
    const { place, name } = { ...row, name: row.name ?? match?.groups?.['name'], ...stated };
    if (match === null || name === undefined) {
      continue;
    }
    if (place === 'queryParameter' || isAllowedHeader(name, '')) {
      return { place, name, origin };
    }
  }
  return undefined;
}

function challengeOf(headers: Headers | undefined): Pick<Demand, 'place' | 'name'> | undefined {
  const [, name, type] =
    /\bname="([\w-]{1,64})", ?type="(header|query)"/.exec(headers?.get('www-authenticate') ?? '') ??
    [];
  const place = type === 'query' ? 'queryParameter' : 'header';
  return name === undefined ? undefined : { place, name };
}
