// The way to a host, one step at a time, as no HTTP client tells it: name, connection, TLS.
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';

export interface Target {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export function targetOf(url: URL): Target {
  const port = url.protocol === 'https:' ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
  };
}

export function isAddress({ host }: Target): boolean {
  return isIP(host) !== 0;
}

/** Throws what the resolver says. */
export async function lookUp({ host }: Target): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** An open connection, which the caller closes. Throws the system's error. */
export function openSocket({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host, port });
  return opened(socket, 'connect', signal);
}

/** What the other side shows when TLS begins. */
export interface Handshake {
  readonly issuer: string;
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
  /** Why the certificates that come with Node.js do not vouch for it; undefined where they do. */
  readonly problem: string | undefined;
}

/** Begins TLS on an open connection, which stays the caller's to close. Throws the system's error. */
export async function tlsHandshake(
  socket: Socket,
  target: Target,
  signal: AbortSignal,
): Promise<Handshake> {
  const secure = connectTls({
    socket,
    ...(isAddress(target) ? {} : { servername: target.host }),
    // Given by name, VS Code adds none of the system's: so one sees whether those are needed.
    ca: [...rootCertificates],
    // Only looked at: nothing is ever sent through this connection.
    rejectUnauthorized: false,
  });
  await opened(secure, 'secureConnect', signal);
  const certificate = secure.getPeerCertificate();
  const { O: organisation = [], CN: name = [] } = certificate.issuer ?? {};
  const [issuer = ''] = [organisation, name].flat();
  return {
    issuer,
    validFrom: Date.parse(certificate.valid_from),
    validTo: Date.parse(certificate.valid_to),
    problem: secure.authorized ? undefined : problemOf(secure),
  };
}

/** Node.js gives the error's code where its types promise the error. */
function problemOf(secure: TLSSocket): string {
  const error: unknown = secure.authorizationError;
  return error instanceof Error ? error.message : String(error);
}

function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const leave = (): void => void socket.destroy();
    signal.addEventListener('abort', leave, { once: true });
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', leave);
      end();
    };
    // What goes wrong later, when nobody waits for it any more, must not end the process.
    socket.on('error', (error) => settle(() => reject(error)));
    socket.once(event, () => settle(() => resolve(socket)));
    socket.once('close', () => settle(() => reject(closedEarly())));
    if (signal.aborted) {
      leave();
    }
  });
}

function closedEarly(): Error {
  return Object.assign(new Error('The other side closed the connection.'), { code: 'ECONNRESET' });
}
