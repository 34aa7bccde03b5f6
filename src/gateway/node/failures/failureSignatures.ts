// The kinds of failure by what gateways say: all tables, and which of their rows decides.
import type { ErrorBody } from './errorBody';
import { evidenceOf, matchesRow, type Signature, type SignatureGroup } from './signature';
import { blocked } from './signatures/blocked';
import { contentFiltered } from './signatures/contentFiltered';
import { forbidden } from './signatures/forbidden';
import { keyRejected } from './signatures/keyRejected';
import * as load from './signatures/load';
import { malformedCall } from './signatures/malformedCall';
import * as model from './signatures/model';
import { noCredit } from './signatures/noCredit';
import { unknownPath } from './signatures/path';
import * as tooLong from './signatures/tooLong';

/** Where several phrases match, the first group decides. */
export const signatureGroups: readonly SignatureGroup[] = [
  contentFiltered,
  tooLong.contextTooLong,
  tooLong.perhapsContextTooLong,
  tooLong.requestTooLarge,
  blocked,
  noCredit,
  forbidden,
  keyRejected,
  malformedCall,
  model.wrongApiFormat,
  model.modelNotFound,
  model.modelNotFound503,
  unknownPath,
  load.modelLoading,
  load.rateLimited,
  load.serverError,
  load.forbiddenStatus,
  load.keyRejectedStatus,
  load.rateLimitedStatus,
];

/** The status of an error that is reported in a successful response. */
export const reported = 200;

/** Structured evidence beats words: the rows in the order in which they decide. */
const ranked = signatureGroups
  .flatMap((group) => group.rows.map((row) => ({ group, row, rank: rankOf(group, row) })))
  .toSorted((a, b) => a.rank - b.rank);

function rankOf({ repeatsStatus }: SignatureGroup, { codes, phrase }: Signature): number {
  if (repeatsStatus === true) {
    return 3;
  }
  return codes === undefined ? 2 : phrase === undefined ? 1 : 0;
}

export interface FoundSignature {
  readonly group: SignatureGroup;
  readonly row: Signature;
}

/**
 * The row that decides what an error means by the gateway's own words; undefined if none matches.
 * @param isPage The message is the title of a web page.
 */
export function findSignature(
  body: ErrorBody,
  status: number,
  isPage = false,
): FoundSignature | undefined {
  const evidence = evidenceOf(body, status);
  return ranked.find(
    ({ group, row }) =>
      (!isPage || group.matchesPages === true) && matchesRow(row, group, evidence),
  );
}
