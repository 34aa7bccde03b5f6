// Recognizes refusals that name something the request contained, by the tables in signatures/. What can be read in two
// ways is tried: a wrong guess costs a request, because a quirk is remembered only once the adapted request was answered.
import type { CompletionRequest } from '../../common/chatModel';
import { quirks, type Quirk } from '../../common/quirk';
import type { ErrorBody } from '../failures/errorBody';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { lookAlikes } from './signatures/lookAlikes';
import { quirkSignatures } from './signatures/quirks';
import { refusal } from './signatures/refusals';

/**
 * Returns the quirk that may help against a rejection; undefined if the error names nothing that a
 * quirk would change, or rejects a value that the user chose.
 * @param status The HTTP status, or the one that an error inside a successful response reports.
 */
export function recognizeQuirk(
  error: ErrorBody,
  status: number,
  attempt: AttemptedCompletion,
): Quirk | undefined {
  const param = error.param?.toLowerCase().replace(/^body\W+/, '') ?? '';
  const named = quirks.filter((quirk) => quirkSignatures[quirk].param?.test(param));
  // Another parameter of the request: what the message says about this one is not the reason.
  if (named.length === 0 && param in attempt.body && !containers.test(param)) {
    return undefined;
  }
  const message = (error.message ?? '').slice(0, maxMessageChars).toLowerCase();
  const clauses = message.split(/[.!?;](?:\s|$)|[。；！？]/).filter((text) => refusal.test(text));
  const isRefused = (quirk: Quirk): boolean =>
    (named.includes(quirk)
      ? clauses.length > 0 || hasRefusalCode(error)
      : named.length === 0 && clauses.some((clause) => names.get(quirk)?.test(clause))) &&
    !refusesValue(quirk, message, attempt.request) &&
    !lookAlikes.some((row) => row.quirks.includes(quirk) && row.phrase.test(message));
  const isPossible = (quirk: Quirk): boolean =>
    (quirkSignatures[quirk].statuses ?? [400, 422]).includes(status) && attempt.isChangedBy(quirk);
  // A complete phrase says more than a name beside a word that refuses something.
  const phrased = quirks.filter((quirk) =>
    quirkSignatures[quirk].rows.some(({ phrase }) => phrase?.test(message)),
  );
  return (phrased.length > 0 ? phrased : quirks.filter(isRefused)).find(isPossible);
}

/**
 * Whether the message quotes the value that the user chose. Without the parameter the request succeeds, and every value
 * would be dropped from then on, also those that the gateway accepts.
 */
function refusesValue(
  quirk: Quirk,
  message: string,
  { temperature, reasoningEffort }: CompletionRequest,
): boolean {
  const values: Partial<Record<Quirk, number | string | undefined>> = {
    noTemperature: temperature,
    noReasoningEffort: reasoningEffort,
    thinkingBudget: reasoningEffort,
  };
  const value = values[quirk];
  return (
    value !== undefined &&
    message.split(/[^\p{L}\p{N}.-]+|\.(?=\s|$)/u).includes(String(value).toLowerCase())
  );
}

/** Values of `param` that contain so much that they name nothing. */
const containers = /^(?:body|request|input|contents?|messages|generation_?config)$/;

/** Later text explains nothing. */
const maxMessageChars = 2_000;

/** The names of each quirk as complete words. */
const names = new Map(
  quirks.map((quirk) => {
    const { name } = quirkSignatures[quirk];
    return [quirk, name && new RegExp(`(?<![\\w-])(?:${name.source})(?![\\w-])`)];
  }),
);

/** The codes and types of OpenAI, FastAPI (`extra_forbidden`) and others. */
const refusalCodes =
  /^(?:unsupported_(?:parameter|value)|unknown_(?:parameter|field)|unrecogni[sz]ed_\w+|extra_forbidden|parameter_not_supported)$/;

function hasRefusalCode({ code = '', type = '' }: ErrorBody): boolean {
  return refusalCodes.test(code) || refusalCodes.test(type);
}
