// The kinds of failure as the user meets them: the sentence says what happened, then what to do; and the buttons.
import { l10n } from 'vscode';
import { mayBeCharged } from '../../../conversation/node/retry/retryPolicy';
import {
  slowStatuses,
  type Demand,
  type Failure,
  type FailureKind,
  type KeyCommandProblem,
  type Media,
  type NotApiCause,
  type ProtocolFault,
} from '../../../gateway/common/failure';
import { keyPlaceholder, usualValueOf } from '../../../gateway/common/placeholders';
import type { RemedyAction } from '../../common/notice';
import { failureHelp } from '../failureHelp';
import { baseUrlProblemText, keyPlace, notTlsText } from './gatewayText';
import { joinSentences } from './joinTexts';
import { countText, secondCountText } from './numberText';

/**
 * One to three sentences; the server's words are quoted only where no kind explains them. `model`: the
 * one that was asked; undefined if the request was for the model list.
 */
export function failureSentence(failure: Failure, model: string | undefined): string {
  const sentence = sentenceOf(failure, model);
  return model !== undefined && mayBeCharged(failure)
    ? joinSentences(sentence, l10n.t('You may have been charged for this request.'))
    : sentence;
}

/** The lines under “Details”: the server's words, the HTTP status and the request's ID. */
export function failureDetails({ kind, detail, status, requestId }: Failure): readonly string[] {
  return [
    detail,
    status === undefined || (status < 300 && kind !== 'notApi')
      ? undefined
      : l10n.t('HTTP status: {0}', status),
    requestId === undefined ? undefined : l10n.t('Request ID: {0}', requestId),
  ].filter((line) => line !== undefined);
}

function sentenceOf(failure: Failure, model: string | undefined): string {
  const host = failure.host ?? l10n.t('the gateway');
  if (failure.protocolFault !== undefined) {
    return protocolSentence(failure.protocolFault, host);
  }
  if (failure.demand !== undefined) {
    return demandSentence(failure.demand, host);
  }
  const limit = secondCountText(failure.timeoutSeconds ?? 0);
  return failureRows[failure.kind].sentence(failure, { host, model, limit });
}

export interface FailureRow {
  /** The buttons that help beside Retry, the best one first. */
  readonly actions: readonly RemedyAction[];
  /** What the button that opens the settings searches for, if not for all of Portico's. */
  readonly settings?: string;
  /** How VS Code's chat and its extensions name the failure, if VS Code has a code for it. */
  readonly code?: 'NoPermissions' | 'NotFound' | 'Blocked';
  /** One to three sentences. */
  readonly sentence: (failure: Failure, names: Names) => string;
}

interface Names {
  readonly host: string;
  /** The model that was asked; undefined if the request was for the model list. */
  readonly model: string | undefined;
  /** The time-out that expired. */
  readonly limit: string;
}

/** What the user sees of each kind of failure. */
export const failureRows: Readonly<Record<FailureKind, FailureRow>> = {
  notConfigured: {
    actions: ['changeBaseUrl'],
    sentence: ({ baseUrlProblem }) =>
      baseUrlProblem === undefined || baseUrlProblem === 'empty'
        ? l10n.t('No gateway is set up. Set the Base URL first.')
        : baseUrlProblemText(baseUrlProblem),
  },
  keyMissing: {
    actions: ['setApiKey', 'operatorHelp'],
    code: 'NoPermissions',
    sentence: ({ keyLabel }, { host }) =>
      keyLabel === undefined
        ? l10n.t('{0} requires an API key, but none was set.', host)
        : l10n.t('No API key “{0}” is stored for {1}.', keyLabel, host),
  },
  keyLost: {
    actions: ['setApiKey', 'operatorHelp'],
    code: 'NoPermissions',
    sentence: ({ keyLabel }, { host }) =>
      l10n.t(
        'VS Code no longer has the API key {0}. The system has no keyring, or its keyring or profile changed. Set the key again.',
        keyPlace(host, keyLabel ?? ''),
      ),
  },
  keyCommandFailed: {
    actions: ['openSettings', 'showLog', 'operatorHelp'],
    settings: 'portico.keyCommand',
    code: 'NoPermissions',
    sentence: (failure, { host }) => keyCommandSentence(failure, host),
  },
  keyRejected: {
    actions: ['setApiKey', 'operatorHelp'],
    code: 'NoPermissions',
    sentence: (failure, { host }) => {
      if (failure.unexplained === true) {
        return rejectionSentence(failure, host);
      }
      return failure.keyFromCommand === true
        ? l10n.t(
            '{0} rejected the API key that the key command printed. Check “portico.keyCommand”; Retry runs it again.',
            host,
          )
        : l10n.t('{0} rejected the API key. It may be mistyped, expired, or out of credit.', host);
    },
  },
  insecure: {
    actions: ['checkConnection', 'changeBaseUrl'],
    code: 'NoPermissions',
    sentence: (_, { host }) =>
      l10n.t(
        "Not sent. {0} uses plain http, and you didn't agree to send without encryption.",
        host,
      ),
  },
  overBudget: {
    actions: ['openSettings', 'chooseModel'],
    settings: 'portico.budget',
    code: 'Blocked',
    sentence: ({ budgetAdvice }) =>
      joinSentences(l10n.t('Not sent: your budget is reached.'), budgetAdvice),
  },
  forbidden: {
    actions: ['chooseModel', 'setApiKey', 'operatorHelp'],
    code: 'NoPermissions',
    sentence: (failure, { host, model }) => {
      if (failure.unexplained === true) {
        return rejectionSentence(failure, host);
      }
      return model === undefined
        ? l10n.t("This API key isn't allowed to list models on {0}.", host)
        : l10n.t("This API key isn't allowed to use the model “{0}” on {1}.", model, host);
    },
  },
  blocked: {
    actions: ['checkConnection', 'openSettings'],
    settings: 'http.proxy',
    code: 'NoPermissions',
    sentence: (failure, { host }) =>
      failure.detail === undefined
        ? l10n.t(
            '{0}, or a firewall in front of it, refused this request. Check your VPN, the proxy, and whether your IP address is allowed there.',
            host,
          )
        : l10n.t(
            '{0}, or a firewall in front of it, refused this request: “{1}” Check your VPN, the proxy, and whether your IP address is allowed there.',
            host,
            tellingLine(failure.detail),
          ),
  },
  noCredit: {
    actions: ['showBalance', 'setApiKey', 'chooseModel', 'operatorHelp'],
    code: 'Blocked',
    sentence: (_, { host }) => l10n.t('This API key has no credit or quota left at {0}.', host),
  },
  modelNotFound: {
    actions: ['chooseModel'],
    code: 'NotFound',
    sentence: (_, { host, model }) =>
      model === undefined
        ? l10n.t('{0} has no models available right now.', host)
        : l10n.t("The model “{0}” isn't available on {1} right now.", model, host),
  },
  rateLimited: {
    actions: ['chooseModel'],
    code: 'Blocked',
    sentence: (failure, { host }) =>
      joinSentences(l10n.t('Rate limit reached at {0}.', host), retryAdvice(failure.retryAfterMs)),
  },
  contextTooLong: {
    actions: ['newChat', 'chooseModel'],
    sentence: (failure, { host, model }) => contextSentence(failure, model ?? host),
  },
  requestTooLarge: {
    actions: ['newChat', 'chooseModel'],
    sentence: (_, { host }) =>
      l10n.t(
        'This request is too large for {0}. Start a new chat, or send fewer images and files.',
        host,
      ),
  },
  contentFiltered: {
    actions: ['chooseModel'],
    code: 'Blocked',
    sentence: (_, { host }) =>
      l10n.t(
        'The content filter of {0} rejected this request. Rephrase your question, or choose another model.',
        host,
      ),
  },
  badRequest: {
    actions: ['chooseModel', 'openSettings'],
    sentence: (failure, { host }) => {
      if (failure.maxOutputTokens !== undefined) {
        return l10n.t(
          'The setting “portico.maxTokens” is too large for this model: at most {0} tokens are possible. Lower it, then retry.',
          countText(failure.maxOutputTokens),
        );
      }
      return rejectionSentence(failure, host);
    },
  },
  unreachable: {
    actions: ['checkConnection', 'changeBaseUrl'],
    sentence: (_, { host }) =>
      l10n.t(
        "Couldn't reach {0}. Check the address, your network, and that the gateway is running.",
        host,
      ),
  },
  certificate: {
    actions: ['checkConnection', 'changeBaseUrl'],
    sentence: (_, { host }) =>
      l10n.t(
        "Not sent. The certificate of {0} isn't trusted. If it is self-signed or your company's, install it in the system first.",
        host,
      ),
  },
  proxy: {
    actions: ['openSettings'],
    settings: 'http.proxy',
    sentence: (_, { host }) =>
      l10n.t(
        'The proxy for {0} blocked the request. Check the setting “http.proxy”, and whether you need to sign in to the proxy.',
        host,
      ),
  },
  firstTokenTimeout: {
    actions: ['openSettings'],
    settings: 'portico.timeouts',
    sentence: (failure, { limit }) =>
      joinSentences(l10n.t('No answer after {0}.', limit), limitAdvice(failure)),
  },
  idleTimeout: {
    actions: ['openSettings'],
    settings: 'portico.timeouts',
    sentence: (failure, { limit }) =>
      joinSentences(
        l10n.t('The answer stalled for {0}, so Portico stopped it.', limit),
        limitAdvice(failure),
      ),
  },
  totalTimeout: {
    actions: ['openSettings'],
    settings: 'portico.timeouts',
    sentence: (failure, { limit }) =>
      joinSentences(l10n.t("The answer wasn't complete after {0}.", limit), limitAdvice(failure)),
  },
  connectionLost: {
    actions: ['checkConnection', 'chooseModel'],
    sentence: (_, { host }) => l10n.t('The connection to {0} was lost.', host),
  },
  windowClosed: {
    actions: [],
    sentence: () => l10n.t('The window was reloaded or closed before the answer finished.'),
  },
  redirected: {
    actions: ['changeBaseUrl'],
    sentence: ({ redirectTarget }, { host }) =>
      redirectTarget === undefined
        ? l10n.t("{0} redirected the request, and Portico doesn't follow redirects.", host)
        : l10n.t(
            "{0} redirected the request to {1}, and Portico doesn't follow redirects. If that address is right, use it as the Base URL.",
            host,
            redirectTarget,
          ),
  },
  notApi: {
    actions: ['changeBaseUrl', 'checkConnection'],
    sentence: (failure, { host }) => notApiSentence(failure, host),
  },
  tooLarge: {
    actions: ['showLog'],
    sentence: (_, { host }) =>
      l10n.t("The answer from {0} exceeded Portico's size limit and was cut off.", host),
  },
  emptyReply: {
    actions: ['chooseModel'],
    sentence: (failure, { host, model }) => {
      if (failure.media !== undefined) {
        return mediaSentence(failure.media, model ?? host);
      }
      return model === undefined
        ? l10n.t('{0} returned an empty answer.', host)
        : l10n.t('The model “{0}” returned an empty answer.', model);
    },
  },
  malformedStream: {
    actions: ['showLog'],
    sentence: () => l10n.t("Part of the answer was malformed and couldn't be read."),
  },
  streamError: {
    actions: ['checkConnection', 'chooseModel'],
    sentence: (failure, { host }) => reportSentence(failure, host),
  },
  malformedCall: {
    actions: ['chooseModel'],
    sentence: () =>
      l10n.t("The model wrote a call that couldn't be read. Retry, or choose another model."),
  },
  modelLoading: {
    actions: ['chooseModel'],
    sentence: (failure, { host }) =>
      joinSentences(l10n.t('{0} is loading the model.', host), retryAdvice(failure.retryAfterMs)),
  },
  serverError: {
    actions: ['checkConnection', 'chooseModel'],
    sentence: (failure, { host }) => {
      const { status } = failure;
      if (status !== undefined && slowStatuses.includes(status)) {
        return l10n.t(
          '{0} took too long to respond (status {1}). Try again, or ask for less.',
          host,
          status,
        );
      }
      if (status === 503 || status === 529) {
        return l10n.t(
          '{0} is busy or unavailable right now (status {1}). Wait a moment and try again.',
          host,
          status,
        );
      }
      // The status of a stream in which an error arrived says nothing about the error.
      return status === undefined || status < 400
        ? reportSentence(failure, host)
        : l10n.t('{0} had an internal error (status {1}). Try again later.', host, status);
    },
  },
  unexpected: {
    actions: ['showLog'],
    sentence: () => l10n.t('Something unexpected went wrong. See the log for details.'),
  },
};

function demandSentence({ place, name }: Demand, host: string): string {
  const isKey = usualValueOf(name) === keyPlaceholder;
  return place === 'header'
    ? isKey
      ? l10n.t(
          '{0} expects the API key in the header “{1}”. Add it to “portico.headers”.',
          host,
          name,
        )
      : l10n.t('{0} requires the header “{1}”. Add it to “portico.headers”.', host, name)
    : isKey
      ? l10n.t(
          '{0} expects the API key in the query parameter “{1}”. Add it to “portico.queryParameters”.',
          host,
          name,
        )
      : l10n.t(
          '{0} requires the query parameter “{1}”. Add it to “portico.queryParameters”.',
          host,
          name,
        );
}

function rejectionSentence({ detail, wrongApiFormat }: Failure, host: string): string {
  if (detail === undefined) {
    return l10n.t('{0} rejected the request without giving a reason.', host);
  }
  const sentence = l10n.t('{0} rejected the request: “{1}”', host, tellingLine(detail));
  return wrongApiFormat === true
    ? joinSentences(
        sentence,
        l10n.t('If the model is for chat, set another “apiFormat” for it in “portico.models”.'),
      )
    : sentence;
}

/** The server's words may be all that the response holds. */
function reportSentence({ detail }: Failure, host: string): string {
  return detail === undefined
    ? l10n.t('{0} reported an error.', host)
    : l10n.t('{0} reported an error: “{1}”', host, tellingLine(detail));
}

function protocolSentence(fault: ProtocolFault, host: string): string {
  const sentences: Readonly<Record<ProtocolFault, string>> = {
    notTls: notTlsText(host),
    tlsOnly: l10n.t('{0} requires TLS. The address has to start with https://.', host),
    headersTooLarge: l10n.t(
      '{0} sent more HTTP headers than VS Code accepts (header overflow). A proxy in between may add them.',
      host,
    ),
    contentLength: l10n.t(
      "The answer from {0} was cut off: its length isn't the one in its Content-Length header.",
      host,
    ),
    compression: l10n.t(
      "The answer from {0} couldn't be decompressed. The gateway or a proxy in between damages it.",
      host,
    ),
    invalidHttp: l10n.t(
      '{0} sent a response that breaks the rules of HTTP. Check the Base URL and proxies in between.',
      host,
    ),
  };
  return sentences[fault];
}

function mediaSentence(media: Media, model: string): string {
  const sentences: Readonly<Record<Media, string>> = {
    image: l10n.t("“{0}” returned an image, which Portico can't show yet.", model),
    audio: l10n.t("“{0}” returned audio, which Portico can't play yet.", model),
    video: l10n.t("“{0}” returned a video, which Portico can't show yet.", model),
  };
  return sentences[media];
}

function keyCommandSentence(failure: Failure, host: string): string {
  const { keyCommandProblem, exitCode } = failure;
  const signIn = failureHelp().signInCommand(host);
  if (signIn !== undefined && (keyCommandProblem === 'exitCode' || keyCommandProblem === 'noKey')) {
    return l10n.t(
      'The key command for {0} printed no key. You may not be signed in. Run this in a terminal, then retry: {1}',
      host,
      signIn,
    );
  }
  const other = l10n.t("The key command for {0} couldn't run to completion.", host);
  const sentences: Readonly<Record<KeyCommandProblem, string>> = {
    declined: l10n.t("Not sent. You didn't allow the key command for {0} to run.", host),
    tooLong: l10n.t(
      'The key command for {0} is too long to review. Put it in a script, and set the script in “portico.keyCommand”.',
      host,
    ),
    notFound: l10n.t(
      "The program of the key command for {0} wasn't found. Check “portico.keyCommand” and PATH.",
      host,
    ),
    batchFile: l10n.t(
      'The key command for {0} is a batch file. To run it, set “portico.keyCommand” to “cmd”, “/c” and the file.',
      host,
    ),
    exitCode: l10n.t(
      'The key command for {0} failed with exit code {1}. Run it in a terminal to see why.',
      host,
      exitCode ?? '',
    ),
    timedOut: l10n.t("The key command for {0} didn't finish within 30 seconds.", host),
    tooMuchOutput: l10n.t('The key command for {0} printed more than an API key.', host),
    noKey: l10n.t(
      "The key command for {0} didn't print a valid API key. It must print the key and nothing else.",
      host,
    ),
    notStarted: other,
    killed: other,
    canceled: l10n.t('Not sent. The key command for {0} was canceled.', host),
  };
  return keyCommandProblem === undefined ? other : sentences[keyCommandProblem];
}

function limitAdvice({ isFixedTimeout }: Failure): string {
  return isFixedTimeout === true
    ? l10n.t("This limit can't be changed.")
    : l10n.t('Change this limit in “portico.timeouts”.');
}

function retryAdvice(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) {
    return l10n.t('Wait a moment and try again.');
  }
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (seconds < 120) {
    return l10n.t('Try again in {0}.', secondCountText(seconds));
  }
  if (minutes < 120) {
    return l10n.t('Try again in {0} minutes.', minutes);
  }
  return hours < 48
    ? l10n.t('Try again in {0} hours.', hours)
    : l10n.t('Try again in {0} days.', Math.ceil(hours / 24));
}

function contextSentence({ tokens }: Failure, model: string): string {
  const { needed, limit } = tokens ?? {};
  return needed !== undefined && limit !== undefined
    ? l10n.t(
        'This chat needs {0} tokens, but “{1}” accepts {2}. Start a new chat, or choose a model with a larger context window.',
        countText(needed),
        model,
        countText(limit),
      )
    : l10n.t(
        'This chat exceeds the context window of “{0}”. Start a new chat, or choose a model with a larger one.',
        model,
      );
}

function notApiSentence({ likelyCause, detail = '' }: Failure, host: string): string {
  if (likelyCause === undefined) {
    return l10n.t("{0} didn't respond like an OpenAI-compatible API. Check the Base URL.", host);
  }
  const sentences: Readonly<Record<NotApiCause, string>> = {
    missingV1: l10n.t(
      '{0} returned a web page instead of the API. The Base URL probably needs “/v1” at the end.',
      host,
    ),
    signInPage: l10n.t(
      '{0} returned a web page instead of the API. A sign-in page or firewall may be in the way.',
      host,
    ),
    wrongPath: l10n.t('{0} has no API at this path. Check the Base URL.', host),
    unknownUrl: l10n.t(
      "{0} doesn't know this address: “{1}” Check the Base URL.",
      host,
      tellingLine(detail),
    ),
    gatewayDown: l10n.t(
      'A proxy in front of {0} responded instead. The gateway is probably down.',
      host,
    ),
  };
  return sentences[likelyCause];
}

/** The first line, or the last one of a stack trace: those of Python and of llama.cpp's templates end with the error. */
function tellingLine(text: string): string {
  const isTrace = /^(?:Traceback \(|-+\nWhile executing )/.test(text);
  const line = text.split('\n').at(isTrace ? -1 : 0) ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
