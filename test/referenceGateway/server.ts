// The reference gateway: an HTTP server on loopback that behaves like new-api, or fails on demand.
import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AnswerGate } from './answers/answerGate';
import { faultModels } from './faults/faultCatalog';
import type { GatewayContext } from './gatewayContext';
import { ConnectionClosed, Exchange } from './http/exchange';
import type { Json } from './http/json';
import { RequestRecorder, type RecordedRequest } from './http/requestRecorder';
import { demoModels } from './models/demoModels';
import { ModelCatalog, type GatewayModel } from './models/modelCatalog';
import { toolModels } from './models/toolModels';
import { route } from './router';

export interface GatewayOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** The only key that is accepted. Null or absent: no key is required. */
  readonly apiKey?: string | null;
  /** Replaces the demo and fault models. */
  readonly models?: readonly GatewayModel[];
  /** Replaces the rate of all demo models. Infinity: as fast as the client reads. */
  readonly tokensPerSecond?: number;
  /** Maximum number of recorded requests; 10,000 by default. */
  readonly recordLimit?: number;
}

export interface Gateway {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** All requests except those to /__control, oldest first. A request is listed once its headers are received. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** Number of questions that a model started to answer. */
  readonly startedAnswers: number;
  /** The first matching request, past or future, that was not handed out yet. */
  nextRequest(predicate?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  takeOffline(modelId: string): void;
  bringOnline(modelId: string): void;
  setApiKey(key: string | null): void;
  addModel(model: GatewayModel): void;
  removeModel(modelId: string): void;
  /** Answers an address beside the API, such as `/api/status`, with this JSON instead of the web page. */
  answerWith(path: string, body: Json): void;
  /** Holds back the model list until the returned function is called. */
  holdList(): () => void;
  /** Holds back the answers of a model; the gate releases them. */
  gate(modelId: string): AnswerGate;
  /** Sets the target of `fault-redirect-…-cross`: an origin without a trailing slash. */
  setRedirectTarget(origin: string): void;
  /** Destroys all connections; settles when they are closed. */
  close(): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Throws if `host` is not a loopback address or the port is in use. */
export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const host = options.host ?? '127.0.0.1';
  if (!loopback.has(host)) {
    throw new Error(`The reference gateway listens on loopback only, not on ${host}.`);
  }
  const recorder = new RequestRecorder(options.recordLimit ?? 10_000);
  const catalog = new ModelCatalog(
    options.models ?? [...demoModels, ...toolModels, ...faultModels],
  );
  const gates = new Map<string, AnswerGate>();
  const context: GatewayContext = {
    catalog,
    recorder,
    apiKey: options.apiKey ?? null,
    otherOrigin: '',
    listReleased: Promise.resolve(),
    otherAnswers: new Map(),
    tokensPerSecond: options.tokensPerSecond,
    startedAnswers: 0,
    gate: (modelId) => {
      const gate = gates.get(modelId) ?? new AnswerGate();
      gates.set(modelId, gate);
      return gate;
    },
    isGated: (modelId) => gates.has(modelId),
  };

  const server = createServer((incoming, response) => void serve(incoming, response, context));
  // The server itself has no time-outs: tests check how clients handle a silent gateway.
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
  const port = options.port
    ? await listen(server, options.port, host)
    : await listenOnUnusedPort(server, host);
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  context.otherOrigin = `http://${host === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;

  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests: recorder.requests,
    clearRequests: () => recorder.clear(),
    get startedAnswers() {
      return context.startedAnswers;
    },
    nextRequest: (predicate) => recorder.next(predicate),
    takeOffline: (modelId) => catalog.takeOffline(modelId),
    bringOnline: (modelId) => catalog.bringOnline(modelId),
    setApiKey: (key) => {
      context.apiKey = key;
    },
    addModel: (model) => catalog.add(model),
    removeModel: (modelId) => catalog.remove(modelId),
    answerWith: (path, body) => void context.otherAnswers.set(path, body),
    holdList: () => {
      let release = (): void => {};
      context.listReleased = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    gate: (modelId) => context.gate(modelId),
    setRedirectTarget: (target) => {
      context.otherOrigin = target;
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

/**
 * The ports of all gateways of this process, including closed ones. They are on `globalThis` because each test file is a
 * bundle with its own copy of this module.
 */
function portsOfProcess(): Set<number> {
  const shared: { [key: symbol]: unknown } = globalThis;
  const key = Symbol.for('portico.referenceGateway.ports');
  const existing = shared[key];
  const ports: Set<number> = existing instanceof Set ? existing : new Set();
  shared[key] = ports;
  return ports;
}

/**
 * Listens on a port that no earlier gateway of this process had: Portico remembers what it learned about a gateway by its
 * address, and the system gives the same port again after a while.
 */
async function listenOnUnusedPort(server: Server, host: string): Promise<number> {
  const used = portsOfProcess();
  for (;;) {
    const port = await listen(server, 0, host);
    if (!used.has(port)) {
      used.add(port);
      return port;
    }
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
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
    if (!(error instanceof ConnectionClosed)) {
      response.destroy();
      throw error;
    }
  }
}

/** Date, time and random digits, as new-api generates them. */
function newRequestId(): string {
  const now = new Date().toISOString().replace(/\D/gu, '');
  return `${now}${randomInt(1e9).toString().padStart(9, '0')}`;
}
