// Probes of DNS, TCP, TLS and the proxy's port: an HTTP client reports that a connection failed, not where.
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { Clock } from '../../../base/clock';
import type { Connection } from '../../common/connection';
import type {
  CheckCause,
  CheckNote,
  CheckStage,
  ProxyInUse,
  StageResult,
} from '../../common/connectionCheck';
import { cleanText } from '../failures/redact';
import { toFailure } from '../failures/toFailure';
import { secretsOf } from '../gatewayOptions';
import { textAt } from '../json';

/** Each probe may take this long. */
const timeoutSeconds = 10;

/** What a probe found; where it says nothing else, it passed. */
type ProbeOutcome = Pick<StageResult, 'facts'> & Partial<StageResult>;

export class Probes {
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  /** DNS, TCP and TLS in turn; the caller stops at the first that fails. */
  async *connect(url: URL, proxy: ProxyInUse): AsyncGenerator<StageResult> {
    if (proxy.kind === 'named') {
      yield skipped('dns', 'doneByProxy');
      yield skipped('tcp', 'doneByProxy');
      yield skipped('tls', 'doneByProxy');
      return;
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    yield isIP(host) === 0
      ? await this.#probe('dns', async () => {
          const found = await lookup(host, { all: true });
          return { facts: { addresses: [...new Set(found.map(({ address }) => address))] } };
        })
      : skipped('dns', 'isAddress');
    const sockets: Socket[] = [];
    try {
      yield await this.#probe('tcp', async (signal) => {
        const socket = await openSocket(host, port, signal);
        sockets.push(socket);
        return { facts: { connectedTo: remoteOf(socket) } };
      });
      for (const socket of sockets) {
        yield url.protocol === 'http:'
          ? skipped('tls', 'plainHttp')
          : await this.#probe('tls', (signal) => this.#probeTls(socket, host, signal));
      }
    } finally {
      sockets.forEach((socket) => socket.destroy());
    }
  }

  /** Whether the proxy's port accepts a connection. */
  async proxy(proxy: ProxyInUse): Promise<StageResult> {
    if (proxy.kind !== 'named') {
      return { stage: 'proxy', outcome: 'skipped', facts: { proxy } };
    }
    const result = await this.#probe('proxy', async (signal) => {
      (await openSocket(proxy.host, proxy.port, signal)).destroy();
      return { facts: {} };
    });
    return { ...result, facts: { proxy } };
  }

  async #probe(
    stage: CheckStage,
    probe: (signal: AbortSignal) => Promise<ProbeOutcome>,
  ): Promise<StageResult> {
    const startedAt = this.clock.now();
    const deadline = new AbortController();
    const signal = AbortSignal.any([this.signal, deadline.signal]);
    const timer = this.clock.after(timeoutSeconds * 1000, () => deadline.abort());
    const aborted = new Promise<never>((_, reject) => {
      const timedOut = Object.assign(new Error(), { code: 'ETIMEDOUT' });
      signal.addEventListener('abort', () => reject(timedOut), { once: true });
    });
    const outcome = await Promise.race([probe(signal), aborted]).catch((error: unknown) =>
      this.#failed(stage, error),
    );
    timer.dispose();
    return { stage, outcome: 'passed', ms: this.clock.now() - startedAt, ...outcome };
  }

  #failed(stage: CheckStage, error: unknown): ProbeOutcome {
    const { detail, host } = toFailure(error, this.connection, { now: this.clock.now() });
    const known = causes[textAt(error, 'code') ?? ''];
    const cause =
      stage === 'dns' && known !== 'notFound' && known !== 'timedOut' ? 'lookupFailed' : known;
    return {
      outcome: 'failed',
      facts: {},
      ...(cause === undefined ? {} : { cause }),
      failure: {
        kind: stage === 'proxy' ? 'proxy' : 'unreachable',
        ...(host === undefined ? {} : { host }),
        ...(detail === undefined ? {} : { detail }),
      },
    };
  }

  async #probeTls(socket: Socket, host: string, signal: AbortSignal): Promise<ProbeOutcome> {
    const tls = connectTls({
      socket,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Where `ca` is set VS Code does not add the system's certificates: the request shows whether they are needed.
      ca: [...rootCertificates],
      // The certificate is only read: nothing is sent through this connection.
      rejectUnauthorized: false,
    });
    await opened(tls, 'secureConnect', signal);
    const clean = (text: string): string => cleanText(text, secretsOf(this.connection));
    const peer = tls.getPeerCertificate();
    const [name = ''] = [peer.issuer?.O ?? [], peer.issuer?.CN ?? []].flat();
    const validTo = Date.parse(peer.valid_to);
    const facts = { certificate: { issuer: clean(name).slice(0, 200), validTo } };
    if (tls.authorized) {
      return { facts };
    }
    // Node.js sets the error's code where its types promise the error.
    const error: unknown = tls.authorizationError;
    const problem = error instanceof Error ? error.message : String(error);
    const now = this.clock.now();
    return {
      outcome: 'failed',
      facts,
      cause:
        validTo < now
          ? 'expired'
          : Date.parse(peer.valid_from) > now
            ? 'notYetValid'
            : problem === 'ERR_TLS_CERT_ALTNAME_INVALID'
              ? 'wrongHost'
              : 'untrusted',
      failure: {
        kind: 'certificate',
        host: new URL(this.connection.baseUrl).host,
        detail: clean(problem),
      },
    };
  }
}

export function skipped(stage: CheckStage, note: CheckNote): StageResult {
  return { stage, outcome: 'skipped', facts: { note } };
}

/** The caller closes the socket. */
function openSocket(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return opened(connectTcp({ host, port }), 'connect', signal);
}

function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    // A later error, which nobody awaits, must not end the process.
    socket.on('error', reject);
    socket.once(event, () => resolve(socket));
    const closed = Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
    socket.once('close', () => reject(closed));
  });
}

function remoteOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;
}

/** The keys are error codes of libuv and OpenSSL. */
const causes: Readonly<Record<string, CheckCause>> = {
  ENOTFOUND: 'notFound',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timedOut',
  EPROTO: 'notTls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'notTls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'notTls',
};
