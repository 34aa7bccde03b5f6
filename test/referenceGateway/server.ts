// The reference gateway: gateway-api.md over real HTTP on loopback, able to misbehave on demand.
import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Catalog, type GatewayModel } from './models/modelCatalog';
import type { GatewayContext } from './gatewayContext';
import { faultModels } from './faults/faultCatalog';
import { ConnectionGone, Exchange } from './http/exchange';
import { Gate } from './answers/answerGate';
import { demoModels } from './models/demoModels';
import { RequestRecorder, type RecordedRequest } from './http/requestRecorder';
import { route } from './router';

interface GatewayOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 unless told. */
  readonly host?: string;
  /** The one key that is accepted. Null or absent: none is asked for. */
  readonly apiKey?: string | null;
  /** In place of the demo and fault models. */
  readonly models?: readonly GatewayModel[];
  /** In place of every demo model's own rate; Infinity: as fast as the client reads. */
  readonly tokensPerSecond?: number;
  /** How many requests are kept; 10,000 unless told. */
  readonly recordLimit?: number;
}

export interface Gateway {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** Every request but those to /__control, oldest first, from the moment its header came. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** How many questions reached a model that began to answer them, since the start. */
  readonly startedAnswers: number;
  /** The first matching request that was not handed out yet, come already or still to come. */
  nextRequest(predicate?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  takeOffline(modelId: string): void;
  bringBack(modelId: string): void;
  setApiKey(key: string | null): void;
  addModel(model: GatewayModel): void;
  removeModel(modelId: string): void;
  /** From now on nobody is given the model list before what is returned is called. */
  holdList(): () => void;
  /** From now on this model says nothing but what the gate lets out. */
  gate(modelId: string): Gate;
  /** Where `fault-redirect-…-cross` leads: an origin without a trailing slash. */
  setRedirectTarget(origin: string): void;
  /** Destroys every connection; settles when all are closed. */
  close(): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Throws when `host` is no loopback address or the port is taken. */
export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const host = options.host ?? '127.0.0.1';
  if (!loopback.has(host)) {
    throw new Error(`The reference gateway listens on loopback only, not on ${host}.`);
  }
  const recorder = new RequestRecorder(options.recordLimit ?? 10_000);
  const catalogue = new Catalog(options.models ?? [...demoModels, ...faultModels]);
  const gates = new Map<string, Gate>();
  const context: GatewayContext = {
    catalogue,
    recorder,
    key: options.apiKey ?? null,
    elsewhere: '',
    listHeld: Promise.resolve(),
    tokensPerSecond: options.tokensPerSecond,
    startedAnswers: 0,
    gate: (modelId) => {
      const gate = gates.get(modelId) ?? new Gate();
      gates.set(modelId, gate);
      return gate;
    },
    isGated: (modelId) => gates.has(modelId),
  };

  const server = createServer((incoming, response) => void serve(incoming, response, context));
  // Silence is one of the things that clients are tested with: no time-out of this server's own.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.keepAliveTimeout = 60_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(server, options.port ?? 0, host);
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  context.elsewhere = `http://${host === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;

  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests: recorder.requests,
    clearRequests: () => recorder.clear(),
    get startedAnswers() {
      return context.startedAnswers;
    },
    nextRequest: (predicate) => recorder.next(predicate),
    takeOffline: (modelId) => catalogue.takeOffline(modelId),
    bringBack: (modelId) => catalogue.bringBack(modelId),
    setApiKey: (key) => {
      context.key = key;
    },
    addModel: (model) => catalogue.add(model),
    removeModel: (modelId) => catalogue.remove(modelId),
    holdList: () => {
      let release = (): void => {};
      context.listHeld = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    gate: (modelId) => context.gate(modelId),
    setRedirectTarget: (target) => {
      context.elsewhere = target;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

function listen(
  server: ReturnType<typeof createServer>,
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: GatewayContext,
): Promise<void> {
  const requestId = newRequestId();
  response.setHeader('X-Oneapi-Request-Id', requestId);
  response.setHeader('X-New-Api-Version', 'v0.9.0');
  const exchange = new Exchange(incoming, response, requestId);
  const isRecorded = !exchange.request.path.startsWith('/__control/');
  if (isRecorded) {
    context.recorder.add(exchange.request);
  }
  try {
    if (!(await exchange.readBody())) {
      incoming.destroy();
      return;
    }
    if (isRecorded) {
      context.recorder.complete(exchange.request);
    }
    await route(exchange, context);
  } catch (error) {
    if (!(error instanceof ConnectionGone)) {
      response.destroy();
      throw error;
    }
  }
}

/** Date, time and noise, as new-api makes them. */
function newRequestId(): string {
  const now = new Date().toISOString().replace(/\D/gu, '');
  return `${now}${randomInt(1e9).toString().padStart(9, '0')}`;
}
