// Adapts a request to its quirks, and compares what is sent with and without one: a quirk that changes
// nothing, for example because the user's own parameters set the field, is neither tried nor reported.
import { isDeepStrictEqual } from 'node:util';
import type { CompletionRequest } from '../../common/ports';
import { type Quirk, withQuirk } from '../../common/quirk';
import type { ApiFormatAdapter, AttemptedCompletion } from '../formats/apiFormatAdapter';
import { buildRequestBody } from '../formats/requests/requestBody';
import { quirkRules } from './quirkRules';

export function adaptRequest(
  request: CompletionRequest,
  format: ApiFormatAdapter,
): AttemptedCompletion {
  const { quirks = [] } = request;
  const { request: adapted, body } = write(request, format, quirks);
  const differsWith = (others: readonly Quirk[]): boolean => {
    const other = write(request, format, others);
    // The stream mode is not part of every format's body.
    return other.request.stream !== adapted.stream || !isDeepStrictEqual(other.body, body);
  };
  return {
    request: adapted,
    body,
    appliedQuirks: quirks.filter((quirk) => differsWith(quirks.filter((one) => one !== quirk))),
    isChangedBy: (quirk) => differsWith(withQuirk(quirks, quirk)),
  };
}

function write(
  request: CompletionRequest,
  format: ApiFormatAdapter,
  quirks: readonly Quirk[],
): Pick<AttemptedCompletion, 'request' | 'body'> {
  const adapted = quirks.reduce<CompletionRequest>(
    (before, quirk) => quirkRules[quirk].apply?.(before) ?? before,
    { ...request, quirks },
  );
  return { request: adapted, body: buildRequestBody(format, adapted) };
}
