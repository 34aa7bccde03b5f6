// One sentence for each kind of failure, saying what happened and what helps.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import { mayBeCharged } from '../../chat/retry/retryPolicy';
import type { Failure } from '../../shared/conversation/failure';
import { keyPlace } from '../gateway/keyLabelText';

/**
 * One or two sentences; holds nothing of the server's words but for a refused request.
 * `model` is the one that was asked; undefined where the model list was.
 */
export function failureSentence(failure: Failure, model: string | undefined): string {
  const sentence = whatHappened(failure, model);
  return model !== undefined && mayBeCharged(failure)
    ? `${sentence} ${l10n.t('The question may have been charged.')}`
    : sentence;
}

function whatHappened(failure: Failure, model: string | undefined): string {
  const host = failure.host ?? l10n.t('the gateway');
  const limit = failure.limitSeconds ?? 0;
  switch (failure.kind) {
    case 'notConfigured':
      return failure.detail ?? l10n.t('No gateway is set up yet. Set its Base URL first.');
    case 'keyMissing':
      return failure.keyLabel === undefined
        ? l10n.t('{0} needs an API key, and none is stored for it.', host)
        : l10n.t('No API key “{0}” is stored for {1}.', failure.keyLabel, host);
    case 'keyLost':
      return l10n.t(
        'VS Code no longer has the API key that was stored {0}. This happens when the system has no keyring to keep it in, or when its keyring or profile changed. Set it again.',
        keyPlace(host, failure.keyLabel ?? ''),
      );
    case 'keyRejected':
      return l10n.t(
        '{0} did not accept the API key: it may be mistyped, expired or used up.',
        host,
      );
    case 'insecure':
      return l10n.t(
        'Nothing was sent: {0} is reached over plain http, and you did not agree to send without encryption.',
        host,
      );
    case 'otherGateway':
      return l10n.t(
        'Nothing was sent: this conversation was held with {0}, and Portico asks before it goes on elsewhere. Switch back, or Retry and say so.',
        host,
      );
    case 'forbidden':
      return model === undefined
        ? l10n.t('{0} does not allow this key to see its models.', host)
        : l10n.t('{0} does not allow this key to use the model “{1}”.', host, model);
    case 'noCredit':
      return l10n.t('The credit or quota of this key at {0} is used up.', host);
    case 'modelGone':
      return model === undefined
        ? l10n.t('{0} does not offer its models at the moment.', host)
        : l10n.t('{0} does not offer the model “{1}” at the moment.', host, model);
    case 'rateLimited':
      return rateLimitSentence(host, failure.retryAfterMs);
    case 'contextTooLong':
      return contextSentence(failure, model ?? host);
    case 'badRequest':
      return failure.detail === undefined
        ? l10n.t('{0} refused the request and gave no reason.', host)
        : l10n.t('{0} refused the request: “{1}”', host, firstLine(failure.detail));
    case 'unreachable':
      return l10n.t(
        '{0} could not be reached. Check the address, the network and whether the gateway runs.',
        host,
      );
    case 'certificate':
      return l10n.t(
        'The certificate of {0} is not trusted, so nothing was sent. A self-signed or company certificate has to be installed in the system first.',
        host,
      );
    case 'proxy':
      return l10n.t(
        'The proxy on the way to {0} did not let the request through. Check the setting “http.proxy” and the proxy’s own sign-in.',
        host,
      );
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
      return `${timeoutSentence(failure.kind, limit)} ${whoseLimit(failure)}`;
    case 'connectionLost':
      return l10n.t('The connection to {0} broke.', host);
    case 'windowClosed':
      return l10n.t('The window was reloaded or closed while the answer was coming.');
    case 'redirected':
      return failure.target === undefined
        ? l10n.t('{0} redirected the request, and Portico sends nothing to another address.', host)
        : l10n.t(
            '{0} redirected the request to {1}, and Portico sends nothing to another address. If that is the right one, make it the Base URL.',
            host,
            failure.target,
          );
    case 'notApi':
      return notApiSentence(failure, host);
    case 'tooLarge':
      return l10n.t('The answer of {0} grew past what Portico takes, so it was cut off.', host);
    case 'emptyReply':
      return model === undefined
        ? l10n.t('{0} answered with nothing at all.', host)
        : l10n.t('The model “{0}” answered with nothing at all.', model);
    case 'garbled':
      return l10n.t('A part of the answer came damaged and could not be read.');
    case 'streamError':
      return l10n.t('{0} reported an error instead of going on with the answer.', host);
    case 'serverError':
      return failure.status === undefined
        ? l10n.t('{0} has a problem of its own. Trying again later may help.', host)
        : l10n.t(
            '{0} has a problem of its own (status {1}). Trying again later may help.',
            host,
            failure.status,
          );
    case 'unexpected':
      return l10n.t('Something went wrong that Portico does not know. The log may say more.');
    default:
      return assertNever(failure.kind);
  }
}

/** What stands under “Details”: the server's words, the request's ID, the status. */
export function failureDetails(failure: Failure): readonly string[] {
  const said = failure.kind === 'notConfigured' ? undefined : failure.detail;
  return [
    said,
    failure.status === undefined ? undefined : l10n.t('HTTP status: {0}', failure.status),
    failure.requestId === undefined ? undefined : l10n.t('Request ID: {0}', failure.requestId),
  ].filter((line) => line !== undefined);
}

function timeoutSentence(
  kind: 'firstTokenTimeout' | 'idleTimeout' | 'totalTimeout',
  seconds: number,
): string {
  switch (kind) {
    case 'firstTokenTimeout':
      return l10n.t('The answer did not begin within {0} seconds.', seconds);
    case 'idleTimeout':
      return l10n.t('Nothing more came for {0} seconds, so the answer ended early.', seconds);
    case 'totalTimeout':
      return l10n.t('The whole answer did not come within {0} seconds.', seconds);
    default:
      return assertNever(kind);
  }
}

function whoseLimit({ fixedLimit }: Failure): string {
  return fixedLimit === true
    ? l10n.t('No setting changes this limit.')
    : l10n.t('The limit is the setting “portico.timeouts”.');
}

function rateLimitSentence(host: string, retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) {
    return l10n.t('{0} limits how often it may be asked. Wait a little, then try again.', host);
  }
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds < 120
    ? l10n.t('{0} limits how often it may be asked. Try again in {1} seconds.', host, seconds)
    : l10n.t(
        '{0} limits how often it may be asked. Try again in {1} minutes.',
        host,
        Math.ceil(seconds / 60),
      );
}

function contextSentence(failure: Failure, model: string): string {
  const { needed, limit } = failure.tokens ?? {};
  if (needed !== undefined && limit !== undefined) {
    return l10n.t(
      'The conversation needs {0} tokens, and “{1}” takes {2}. Start a new chat or choose a model with a longer context window.',
      needed,
      model,
      limit,
    );
  }
  return l10n.t(
    'The conversation is longer than the context window of “{0}”. Start a new chat or choose a model with a longer one.',
    model,
  );
}

function notApiSentence(failure: Failure, host: string): string {
  switch (failure.likelyCause) {
    case 'missingV1':
      return l10n.t(
        '{0} answered with a web page, not with the API. The Base URL most likely lacks “/v1”.',
        host,
      );
    case 'signInPage':
      return l10n.t(
        '{0} answered with a web page, not with the API: a sign-in page or firewall may stand in the way.',
        host,
      );
    case 'wrongPath':
      return l10n.t('{0} has no API at this path. Check the Base URL.', host);
    case 'gatewayDown':
      return l10n.t(
        'A server in front of {0} answered in its place: the gateway itself is most likely down.',
        host,
      );
    case undefined:
      return l10n.t(
        '{0} answered, but not as an OpenAI-compatible API does. Check the Base URL.',
        host,
      );
    default:
      return assertNever(failure.likelyCause);
  }
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
