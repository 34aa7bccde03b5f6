// What an answer tells of being asked again without a click: nothing happens behind the user's back.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { AutoRetry } from '../../shared/conversation/autoRetry';
import type { Answer } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import type { AutoRetryNotice } from '../../shared/protocol/protocol';
import type { Quirk } from '../../shared/conversation/quirk';

/** Undefined where the question was asked once and waits for nothing. */
export function autoRetryNotice({
  retryWait,
  autoRetries = [],
}: Answer): AutoRetryNotice | undefined {
  if (retryWait === undefined && autoRetries.length === 0) {
    return undefined;
  }
  return {
    notices: autoRetries.map(told),
    ...(retryWait === undefined ? {} : { waiting: reason(retryWait.failure) }),
  };
}

function told(again: AutoRetry): string {
  switch (again.kind) {
    case 'waited':
      return l10n.t('{0} The question was asked again.', reason(again.failure));
    case 'quirk':
      return toldQuirk(again.quirk, hostOf(again.failure));
    case 'omitted':
      return l10n.t('The model is known to refuse pictures, so they were left out.');
    default:
      return assertNever(again);
  }
}

function toldQuirk(quirk: Quirk, host: string): string {
  switch (quirk) {
    case 'noStream':
      return l10n.t('{0} refused to stream the answer; asked again for one whole reply.', host);
    case 'noStreamOptions':
      return withoutIt(host, 'stream_options');
    case 'noTemperature':
      return withoutIt(host, 'temperature');
    case 'noImages':
      return l10n.t('{0} refused the pictures; asked again without them.', host);
    case 'noReasoningEffort':
      return withoutIt(host, 'reasoning_effort');
    case 'maxCompletionTokens':
      return inItsPlace(host, 'max_tokens', 'max_completion_tokens');
    case 'maxTokens':
      return inItsPlace(host, 'max_completion_tokens', 'max_tokens');
    case 'systemAsDeveloper':
      return inItsPlace(host, 'system', 'developer');
    case 'systemInUser':
      return l10n.t(
        '{0} refused the system prompt; asked again with it at the beginning of the first question.',
        host,
      );
    case 'noPrefill':
      return l10n.t(
        '{0} refused to go on from the beginning of an answer; asked again with an instruction to continue.',
        host,
      );
    default:
      return assertNever(quirk);
  }
}

function withoutIt(host: string, parameter: string): string {
  return l10n.t('{0} refused “{1}”; asked again without it.', host, parameter);
}

function inItsPlace(host: string, refused: string, instead: string): string {
  return l10n.t('{0} refused “{1}”; asked again with “{2}” in its place.', host, refused, instead);
}

function hostOf(failure: Failure): string {
  return failure.host ?? l10n.t('The gateway');
}

/** One sentence, short: the whole one stands in the notice if it ends so. */
function reason(failure: Failure): string {
  const host = hostOf(failure);
  switch (failure.kind) {
    case 'unreachable':
      return l10n.t('{0} could not be reached.', host);
    case 'rateLimited':
      return l10n.t('{0} limits how often it may be asked.', host);
    default:
      return l10n.t('{0} was too busy to answer (status {1}).', host, failure.status ?? '');
  }
}
