// The names, facts and sentences of the check's stages, as the rows and the report show them.
import { l10n } from 'vscode';
import type {
  CheckCause,
  CheckNote,
  CheckStage,
  ProxyInUse,
  StageResult,
} from '../../../gateway/common/connectionCheck';
import { failureSentence } from '../../../platform/host/text/failureText';
import { notTlsText } from '../../../platform/host/text/gatewayText';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { modelCountText } from '../../../platform/host/text/numberText';

export function stageName(stage: CheckStage): string {
  const names: Readonly<Record<CheckStage, string>> = {
    url: l10n.t('URL'),
    dns: l10n.t('DNS'),
    tcp: l10n.t('TCP'),
    tls: l10n.t('TLS'),
    proxy: l10n.t('Proxy'),
    answer: l10n.t('Response from the Base URL'),
    authorization: l10n.t('Authorization'),
    list: l10n.t('Model list'),
    model: l10n.t('Chosen model'),
    unstreamed: l10n.t('Short answer, not streamed'),
    streamed: l10n.t('Short answer, streamed'),
  };
  return names[stage];
}

/** Outcome, duration and facts. */
export function stageFacts({ outcome, ms, facts }: StageResult): readonly string[] {
  const outcomes: Readonly<Record<StageResult['outcome'], string>> = {
    passed: l10n.t('passed'),
    warned: l10n.t('warning'),
    failed: l10n.t('failed'),
    skipped: l10n.t('skipped'),
  };
  return [
    outcomes[outcome],
    ...shown(ms, durationText),
    ...shown(facts.baseUrl, (baseUrl) => baseUrl),
    ...shown(facts.addresses, joinItems),
    ...shown(facts.connectedTo, (address) => l10n.t('connected to {0}', address)),
    ...shown(facts.certificate, ({ issuer, validTo }) =>
      l10n.t('issued by {0}, valid until {1}', issuer, dateText(validTo)),
    ),
    ...shown(facts.proxy, proxyText),
    ...shown(facts.status, (status) => l10n.t('HTTP status {0}', status)),
    ...shown(facts.workingBaseUrl, (baseUrl) => l10n.t('model list found at {0}', baseUrl)),
    ...shown(facts.keySent, (sent) =>
      sent ? l10n.t('API key accepted') : l10n.t('no API key is set, and none is required'),
    ),
    ...shown(facts.modelCount, modelCountText),
    ...shown(facts.model, ({ id, isListed }) =>
      isListed ? l10n.t('“{0}” is listed', id) : l10n.t("“{0}” isn't listed", id),
    ),
    ...shown(facts.firstTokenMs, (wait) => l10n.t('first token after {0}', durationText(wait))),
    ...shown(facts.chunks, (chunks) =>
      chunks.count === 1
        ? l10n.t('in one chunk')
        : l10n.t('{0} chunks in {1}', chunks.count, durationText(chunks.ms)),
    ),
    ...shown(facts.servedBy, (model) => l10n.t('answered by “{0}”', model)),
    ...shown(facts.note, noteText),
  ];
}

function shown<T>(fact: T | undefined, text: (fact: T) => string): readonly string[] {
  return fact === undefined ? [] : [text(fact)];
}

function durationText(ms: number): string {
  return ms < 1000 ? l10n.t('{0} ms', Math.round(ms)) : l10n.t('{0} s', (ms / 1000).toFixed(1));
}

function dateText(ms: number): string {
  return Number.isNaN(ms) ? l10n.t('unknown') : new Date(ms).toISOString().slice(0, 10);
}

function noteText(note: CheckNote): string {
  const notes: Readonly<Record<CheckNote, string>> = {
    isAddress: l10n.t('the host is an IP address'),
    doneByProxy: l10n.t('done by the proxy'),
    plainHttp: l10n.t('not used with http://'),
    reachedBySystemProxy: l10n.t('not reachable directly; the system proxy works'),
    trustedBySystem: l10n.t("trusted through the system's certificates"),
    noListAtV1: l10n.t('no model list under “/v1” either'),
    inconclusive: l10n.t("the response doesn't show whether the key is valid"),
    noModel: l10n.t('no model is selected'),
  };
  return notes[note];
}

function proxyText(proxy: ProxyInUse): string {
  const texts = {
    system: l10n.t('system default'),
    loopback: l10n.t('not used for this computer'),
    excluded: l10n.t('not used for this host (“http.noProxy” or NO_PROXY)'),
    off: l10n.t('turned off by “http.proxySupport”'),
  };
  return proxy.kind === 'named'
    ? l10n.t('{0} from {1}', `${proxy.host}:${proxy.port}`, proxy.source)
    : texts[proxy.kind];
}

/** What went wrong and how to fix it; undefined if nothing did. */
export function stageSentence(result: StageResult, model: string): string | undefined {
  const { stage, outcome, facts, cause, failure } = result;
  if (outcome === 'passed' || outcome === 'skipped') {
    return undefined;
  }
  if (cause !== undefined) {
    return facts.proxy?.kind === 'named'
      ? l10n.t(
          "Couldn't reach the proxy {0}. Correct or remove it in {1}.",
          `${facts.proxy.host}:${facts.proxy.port}`,
          facts.proxy.source,
        )
      : causeSentence(cause, stage, failure?.host ?? '');
  }
  if (failure !== undefined) {
    const isQuestion = stage === 'unstreamed' || stage === 'streamed';
    return failureSentence(failure, isQuestion ? model : undefined);
  }
  switch (stage) {
    case 'list':
      return l10n.t('The gateway lists no models for this key. You can still type a model ID.');
    case 'model':
      return l10n.t("The gateway doesn't list this model right now. Choose another model.");
    case 'streamed':
      return l10n.t(
        "The answer arrived all at once. The gateway doesn't stream, or something in between holds the stream back.",
      );
    default:
      return undefined;
  }
}

function causeSentence(cause: CheckCause, stage: CheckStage, host: string): string {
  const sentences: Readonly<Record<CheckCause, string>> = {
    notFound: l10n.t("{0} doesn't exist. Check the spelling, or connect to your VPN.", host),
    lookupFailed: l10n.t("Couldn't look up {0}. Check your network.", host),
    refused: l10n.t(
      'Nothing is listening at {0}. Check the port, and that the gateway is running.',
      host,
    ),
    timedOut:
      stage === 'dns'
        ? l10n.t("The DNS server didn't respond. Check your network.")
        : l10n.t("{0} didn't respond. A firewall may be blocking the connection.", host),
    notTls: notTlsText(host),
    expired: l10n.t('The certificate of {0} has expired. Its operator must renew it.', host),
    notYetValid: l10n.t(
      "The certificate of {0} isn't valid yet. Check this computer's clock.",
      host,
    ),
    wrongHost: l10n.t('The certificate at {0} belongs to another host. Check the address.', host),
    untrusted: l10n.t(
      "The certificate of {0} isn't trusted. Install it in the system first.",
      host,
    ),
  };
  return sentences[cause];
}
