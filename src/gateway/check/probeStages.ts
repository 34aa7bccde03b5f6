// The stages below HTTP: what each step of the way found, and in which words of the system it broke.
import type { Socket } from 'node:net';
import type { CheckCause, CheckEvent, Finding, StageResult } from '../../chat/connectionCheck';
import type { Connection } from '../../chat/gatewayPort';
import type { GatewayOptions } from '../connection';
import { secretsOf } from '../connection';
import { isObject } from '../json';
import { cleanText } from '../failures/redact';
import { causesOf } from '../failures/systemFailure';
import { toFailure } from '../failures/toFailure';
import { isAddress, lookUp, openSocket, tlsHandshake, targetOf, type Handshake } from './probes';
import { timed, type Timed } from './timed';

const limitSeconds = 10;

type ReachStage = 'dns' | 'tcp' | 'tls' | 'proxy';

export type ProxyFinding = Finding & { readonly what: 'proxy' };

export class ProbeStages {
  constructor(
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
    private readonly signal: AbortSignal,
  ) {}

  /** Looks at name, connection and TLS; gives the stage that is broken, which is not told yet. */
  async *direct(
    url: URL,
    { proxy }: ProxyFinding,
  ): AsyncGenerator<CheckEvent, StageResult | undefined> {
    if (proxy.kind === 'known') {
      for (const stage of ['dns', 'tcp', 'tls'] as const) {
        yield ended({ stage, outcome: 'skipped', findings: [{ what: 'leftToProxy' }] });
      }
      return undefined;
    }
    const target = targetOf(url);
    if (isAddress(target)) {
      yield ended({ stage: 'dns', outcome: 'skipped', findings: [{ what: 'isAddress' }] });
    } else {
      yield { type: 'begun', stage: 'dns' };
      const named = await this.#timed(() => lookUp(target));
      if (named.end !== 'done') {
        return this.#broken('dns', named);
      }
      const addresses = named.value;
      yield ended(passed('dns', named.ms, [{ what: 'addresses', addresses }]));
    }
    yield { type: 'begun', stage: 'tcp' };
    const opened = await this.#timed((signal) => openSocket(target, signal));
    if (opened.end !== 'done') {
      return this.#broken('tcp', opened);
    }
    const socket = opened.value;
    try {
      yield ended(passed('tcp', opened.ms, connectedTo(socket)));
      if (url.protocol === 'http:') {
        yield ended({ stage: 'tls', outcome: 'skipped', findings: [{ what: 'plainHttp' }] });
        return undefined;
      }
      yield { type: 'begun', stage: 'tls' };
      const shaken = await this.#timed((signal) => tlsHandshake(socket, target, signal));
      if (shaken.end !== 'done') {
        return this.#broken('tls', shaken);
      }
      const result = this.#certified(shaken.value, shaken.ms);
      if (result.outcome === 'failed') {
        return result;
      }
      yield ended(result);
      return undefined;
    } finally {
      socket.destroy();
    }
  }

  /** Whether the proxy itself can be reached. */
  async proxy(proxy: ProxyFinding): Promise<StageResult> {
    if (proxy.proxy.kind !== 'known') {
      return { stage: 'proxy', outcome: 'skipped', findings: [proxy] };
    }
    const { host, port } = proxy.proxy;
    const opened = await this.#timed((signal) => openSocket({ host, port }, signal));
    if (opened.end !== 'done') {
      return { ...this.#broken('proxy', opened), findings: [proxy] };
    }
    opened.value.destroy();
    return passed('proxy', opened.ms, [proxy]);
  }

  #timed<T>(task: (signal: AbortSignal) => Promise<T>): Promise<Timed<T>> {
    return timed(this.options.clock, this.signal, limitSeconds, task);
  }

  #broken(stage: ReachStage, end: Exclude<Timed<unknown>, { end: 'done' }>): StageResult {
    const error = end.end === 'threw' ? end.error : undefined;
    const cause = end.end === 'threw' ? causeOf(stage, error) : 'silent';
    const { detail, host } = toFailure(error, this.connection, { now: this.options.clock.now() });
    return {
      stage,
      outcome: 'failed',
      ms: end.ms,
      findings: [],
      ...(cause === undefined ? {} : { cause }),
      ...(end.end === 'silent' ? { limitSeconds: end.limitSeconds } : {}),
      failure: {
        kind: stage === 'proxy' ? 'proxy' : 'unreachable',
        ...(host === undefined ? {} : { host }),
        ...(detail === undefined ? {} : { detail }),
      },
    };
  }

  #certified(shown: Handshake, ms: number): StageResult {
    const clean = (text: string): string => cleanText(text, secretsOf(this.connection));
    const certificate: Finding = {
      what: 'certificate',
      issuer: clean(shown.issuer).slice(0, 200),
      validTo: shown.validTo,
    };
    if (shown.problem === undefined) {
      return passed('tls', ms, [certificate, { what: 'trust', by: 'bundled' }]);
    }
    return {
      stage: 'tls',
      outcome: 'failed',
      ms,
      findings: [certificate],
      cause: certificateCause(shown, shown.problem, this.options.clock.now()),
      failure: {
        kind: 'certificate',
        host: new URL(this.connection.baseUrl).host,
        detail: clean(shown.problem),
      },
    };
  }
}

export function ended(result: StageResult): CheckEvent {
  return { type: 'ended', result };
}

function passed(
  stage: StageResult['stage'],
  ms: number,
  findings: readonly Finding[],
): StageResult {
  return { stage, outcome: 'passed', ms, findings };
}

function connectedTo({ remoteAddress, remotePort }: Socket): readonly Finding[] {
  if (remoteAddress === undefined || remotePort === undefined) {
    return [];
  }
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress;
  return [{ what: 'connectedTo', address: `${host}:${remotePort}` }];
}

function causeOf(stage: ReachStage, error: unknown): CheckCause | undefined {
  const code =
    causesOf(error)
      .map(codeOf)
      .find((found) => found !== '') ?? '';
  if (stage === 'dns') {
    return code === 'ENOTFOUND' ? 'notFound' : 'noNameServer';
  }
  switch (code) {
    case 'ENOTFOUND':
      return 'notFound';
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'silent';
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'notTls';
    default:
      return undefined;
  }
}

function codeOf(link: unknown): string {
  const code = isObject(link) ? link['code'] : undefined;
  return typeof code === 'string' ? code : '';
}

function certificateCause(
  { validFrom, validTo }: Handshake,
  problem: string,
  now: number,
): CheckCause {
  if (validTo < now) {
    return 'expired';
  }
  if (validFrom > now) {
    return 'notYetValid';
  }
  return problem === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'otherHost' : 'untrusted';
}
