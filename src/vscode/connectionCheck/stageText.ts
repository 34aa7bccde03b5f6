// What the stages of a check are called, what they found, and the sentence where one found a fault.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { CheckStage, Finding, ProxyInUse, StageResult } from '../../chat/connectionCheck';
import { failureSentence } from '../text/failureText';

export function stageName(stage: CheckStage): string {
  switch (stage) {
    case 'url':
      return l10n.t('URL');
    case 'dns':
      return l10n.t('DNS');
    case 'tcp':
      return l10n.t('TCP');
    case 'tls':
      return l10n.t('TLS');
    case 'proxy':
      return l10n.t('Proxy');
    case 'answer':
      return l10n.t('Answer at the Base URL');
    case 'authorization':
      return l10n.t('Authorization');
    case 'list':
      return l10n.t('Model list');
    case 'model':
      return l10n.t('Chosen model');
    case 'whole':
      return l10n.t('Short answer, not streamed');
    case 'streamed':
      return l10n.t('Short answer, streamed');
    default:
      return assertNever(stage);
  }
}

export function outcomeText(outcome: StageResult['outcome']): string {
  switch (outcome) {
    case 'passed':
      return l10n.t('passed');
    case 'warned':
      return l10n.t('warning');
    case 'failed':
      return l10n.t('failed');
    case 'skipped':
      return l10n.t('left out');
    default:
      return assertNever(outcome);
  }
}

export function durationText(ms: number): string {
  return ms < 1000 ? l10n.t('{0} ms', Math.round(ms)) : l10n.t('{0} s', (ms / 1000).toFixed(1));
}

export function findingText(finding: Finding): string {
  switch (finding.what) {
    case 'baseUrl':
      return finding.used;
    case 'addresses':
      return finding.addresses.join(', ');
    case 'isAddress':
      return l10n.t('the host is an address already');
    case 'connectedTo':
      return l10n.t('connected to {0}', finding.address);
    case 'leftToProxy':
      return l10n.t('left to the proxy');
    case 'doneByProxy':
      return l10n.t('not possible from here, but a proxy that the system chose gets through');
    case 'plainHttp':
      return l10n.t('not used: the address starts with http://');
    case 'certificate':
      return l10n.t('issued by {0}, valid until {1}', finding.issuer, dateText(finding.validTo));
    case 'trust':
      return finding.by === 'bundled'
        ? l10n.t('trusted without the system’s certificates')
        : l10n.t('trusted through the system’s certificates');
    case 'proxy':
      return proxyText(finding.proxy);
    case 'status':
      return l10n.t('HTTP status {0}', finding.status);
    case 'workingBaseUrl':
      return l10n.t('the model list is found at {0}', finding.baseUrl);
    case 'noneAtV1':
      return l10n.t('“/v1” at the end was tried too: no model list is found there');
    case 'key':
      return finding.sent
        ? l10n.t('the API key is accepted')
        : l10n.t('no API key is stored, and none is asked for');
    case 'untold':
      return l10n.t('the answer does not tell');
    case 'models':
      return l10n.t('{0} models', finding.count);
    case 'model':
      return finding.offered
        ? l10n.t('“{0}” is offered', finding.id)
        : l10n.t('“{0}” is not offered', finding.id);
    case 'noModel':
      return l10n.t('no model is chosen');
    case 'servedBy':
      return l10n.t('answered by “{0}”', finding.model);
    case 'firstToken':
      return l10n.t('first token after {0}', durationText(finding.ms));
    case 'pieces':
      return finding.count === 1
        ? l10n.t('in one piece')
        : l10n.t('{0} pieces within {1}', finding.count, durationText(finding.ms));
    default:
      return assertNever(finding);
  }
}

/** What is wrong and what helps; undefined where nothing is. */
export function stageSentence(result: StageResult, model: string): string | undefined {
  const { stage, outcome, failure } = result;
  if (outcome === 'passed' || outcome === 'skipped') {
    return undefined;
  }
  if (failure !== undefined) {
    const asked = stage === 'whole' || stage === 'streamed' ? model : undefined;
    return causeSentence(result, failure.host ?? '') ?? failureSentence(failure, asked);
  }
  switch (stage) {
    case 'list':
      return l10n.t('The gateway lists no models for this key. Any model ID can still be typed.');
    case 'model':
      return l10n.t('The gateway does not list it at the moment. Choose another model.');
    case 'streamed':
      return l10n.t(
        'The answer came all at once: the gateway does not stream, or something on the way holds the stream back.',
      );
    default:
      return undefined;
  }
}

/** More than the kind of the failure says; undefined where the stage knows no more. */
function causeSentence(result: StageResult, host: string): string | undefined {
  const seconds = result.limitSeconds ?? 0;
  if (result.stage === 'proxy') {
    const proxy = result.findings.find((finding) => finding.what === 'proxy')?.proxy;
    return result.cause === undefined || proxy?.kind !== 'known'
      ? undefined
      : l10n.t(
          'The proxy {0} could not be reached. It is named by {1}: correct or remove it there.',
          `${proxy.host}:${proxy.port}`,
          proxy.from,
        );
  }
  switch (result.cause) {
    case 'notFound':
      return l10n.t('There is no host “{0}”. Check its spelling, or whether it needs a VPN.', host);
    case 'noNameServer':
      return l10n.t('The host “{0}” could not be looked up. Check the network.', host);
    case 'refused':
      return l10n.t('Nothing listens at {0}. Check the port, and whether the gateway runs.', host);
    case 'silent':
      return result.stage === 'dns'
        ? l10n.t('No name server answered within {0} seconds. Check the network.', seconds)
        : l10n.t(
            'Nothing came from {0} within {1} seconds. A firewall may stand in the way.',
            host,
            seconds,
          );
    case 'notTls':
      return l10n.t('{0} does not speak TLS. Its address may have to start with http://.', host);
    case 'expired':
      return l10n.t('The certificate of {0} has expired. Its operator has to renew it.', host);
    case 'notYetValid':
      return l10n.t('The certificate of {0} is not valid yet. Check this machine’s clock.', host);
    case 'otherHost':
      return l10n.t('The certificate at {0} belongs to another host. Check the address.', host);
    case 'untrusted':
      return l10n.t('The certificate of {0} is not trusted. Install it in the system first.', host);
    case undefined:
      return undefined;
    default:
      return assertNever(result.cause);
  }
}

function proxyText(proxy: ProxyInUse): string {
  switch (proxy.kind) {
    case 'known':
      return l10n.t('{0} from {1}', `${proxy.host}:${proxy.port}`, proxy.from);
    case 'system':
      return l10n.t('none is set, so chosen by the system');
    case 'none':
      switch (proxy.because) {
        case 'loopback':
          return l10n.t('none is used for this machine itself');
        case 'excluded':
          return l10n.t('none is used for this host, by “http.noProxy” or NO_PROXY');
        case 'off':
          return l10n.t('switched off by “http.proxySupport”');
        default:
          return assertNever(proxy.because);
      }
    default:
      return assertNever(proxy);
  }
}

function dateText(ms: number): string {
  return Number.isNaN(ms) ? l10n.t('unknown') : new Date(ms).toISOString().slice(0, 10);
}
