// The stages of a check that cost nothing, in turn, up to the one that keeps the rest from making sense.
import type {
  CheckCause,
  CheckedConnection,
  CheckEvent,
  Finding,
  StageResult,
} from '../../chat/connectionCheck';
import type { Connection } from '../../chat/gatewayPort';
import type { ModelListResult } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';
import { isFailure, type GatewayOptions } from '../connection';
import { brokenStage, mayAnswerAllTheSame, stagesOfFailure, stagesOfList } from './answerStages';
import { proxyInUse } from './proxyInUse';
import { ended, ProbeStages, type ProxyFinding } from './probeStages';
import { timed } from './timed';

/** For all pages of the list; the exchange's own limit is shorter. */
const listSeconds = 60;
/** While another address is tried. */
const proposalSeconds = 15;

type Told<T> = AsyncGenerator<CheckEvent, T>;

export async function* checkConnection(
  subject: CheckedConnection,
  options: GatewayOptions,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent> {
  const canAsk = yield* new ConnectionStages(subject, options, signal).all();
  if (!signal.aborted) {
    yield { type: 'done', canAsk };
  }
}

/** Each step gives what the next one needs, or undefined where there is no next one. */
class ConnectionStages {
  constructor(
    private readonly subject: CheckedConnection,
    private readonly options: GatewayOptions,
    private readonly signal: AbortSignal,
  ) {}

  /** Gives whether it makes sense to ask the model. */
  async *all(): Told<boolean> {
    const connection = yield* this.#address();
    if (connection === undefined) {
      return false;
    }
    const url = new URL(connection.baseUrl);
    const proxy: ProxyFinding = {
      what: 'proxy',
      proxy: proxyInUse(url, this.subject.proxySettings),
    };
    const way = yield* this.#way(connection, url, proxy);
    if (way === undefined) {
      return false;
    }
    yield { type: 'begun', stage: 'answer' };
    const asked = await this.#timed(listSeconds, (signal) => this.subject.list(signal));
    if (asked.end === 'left') {
      return false;
    }
    const answer: ModelListResult =
      asked.end === 'done' ? asked.value : { ok: false, failure: { kind: 'unexpected' } };
    if (way.broken !== undefined) {
      const judged = judge(way.broken, answer);
      yield ended(judged);
      if (judged.outcome === 'failed') {
        return false;
      }
    }
    if (!answer.ok) {
      return yield* this.#failed(answer.failure, asked.ms, url, proxy);
    }
    const keySent = connection.key !== undefined;
    const { model } = this.subject;
    for (const result of stagesOfList(answer.list.models, asked.ms, model, keySent)) {
      yield ended(result);
    }
    return model !== '';
  }

  async *#address(): Told<Connection | undefined> {
    yield { type: 'begun', stage: 'url' };
    const { parsed } = this.subject;
    const resolved = await this.#resolve();
    if (this.signal.aborted) {
      return undefined;
    }
    const usable = !isFailure(resolved) || brokenStage(resolved, '') === 'authorization';
    if (!parsed.ok || !usable) {
      const failure: Failure = isFailure(resolved) ? resolved : { kind: 'notConfigured' };
      yield ended({ stage: 'url', outcome: 'failed', findings: [], failure });
      return undefined;
    }
    const used = { what: 'baseUrl', used: parsed.baseUrl } as const;
    yield ended({ stage: 'url', outcome: 'passed', findings: [used] });
    if (!isFailure(resolved)) {
      return resolved;
    }
    // Stands for a connection whose key is missing: the way is looked at, and nothing is sent.
    const timeouts = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
    const { baseUrl, origin, loopback } = parsed;
    return { baseUrl, origin, loopback, headers: {}, timeouts };
  }

  async #resolve(): Promise<Connection | Failure> {
    try {
      return await this.subject.resolve();
    } catch {
      // What was thrown is not shown: it may quote the key that it could not read.
      return { kind: 'unexpected' };
    }
  }

  /** Gives the stage that is broken, not told yet, where only the request itself shows what that means. */
  async *#way(
    connection: Connection,
    url: URL,
    proxy: ProxyFinding,
  ): Told<{ readonly broken: StageResult | undefined } | undefined> {
    const reach = new ProbeStages(connection, this.options, this.signal);
    const broken = yield* reach.direct(url, proxy);
    if (this.signal.aborted) {
      return undefined;
    }
    // The system may trust what Node.js does not, and know a proxy that Portico does not see.
    if (broken !== undefined && proxy.proxy.kind !== 'system' && !isAboutTrust(broken.cause)) {
      yield ended(broken);
      return undefined;
    }
    yield { type: 'begun', stage: 'proxy' };
    const proxied = await reach.proxy(proxy);
    if (this.signal.aborted) {
      return undefined;
    }
    yield ended(proxied);
    return proxied.outcome === 'failed' ? undefined : { broken };
  }

  async *#failed(asked: Failure, ms: number, url: URL, proxy: ProxyFinding): Told<boolean> {
    let failure = asked;
    let elsewhere: readonly Finding[] = [];
    if (brokenStage(failure, url.pathname) === 'answer') {
      const tried = await this.#timed(proposalSeconds, () => this.subject.workingBaseUrl(failure));
      if (tried.end === 'done' && tried.value !== undefined) {
        elsewhere = [{ what: 'workingBaseUrl', baseUrl: tried.value }];
      } else if (tried.end === 'done' && failure.likelyCause === 'missingV1') {
        failure = { ...failure, likelyCause: 'wrongPath' };
        elsewhere = [{ what: 'noneAtV1' }];
      }
    }
    if (this.signal.aborted) {
      return false;
    }
    for (const result of stagesOfFailure(failure, ms, elsewhere, url.pathname)) {
      yield ended(result.stage === 'proxy' ? { ...result, findings: [proxy] } : result);
    }
    return this.subject.model !== '' && mayAnswerAllTheSame(failure, url.pathname);
  }

  #timed<T>(
    limitSeconds: number,
    task: (signal: AbortSignal) => Promise<T>,
  ): ReturnType<typeof timed<T>> {
    return timed(this.options.clock, this.signal, limitSeconds, task);
  }
}

/** What a stage that broke is worth once the request itself was tried. */
function judge(broken: StageResult, answer: ModelListResult): StageResult {
  const aboutTrust = isAboutTrust(broken.cause);
  switch (passageOf(answer)) {
    case 'stuck':
      return broken;
    case 'unsent':
      // Whether the system vouches for a certificate shows only in a request.
      return aboutTrust ? { ...broken, outcome: 'warned' } : broken;
    case 'through': {
      const { stage, ms = 0, findings } = broken;
      return aboutTrust
        ? { stage, outcome: 'passed', ms, findings: [...findings, { what: 'trust', by: 'system' }] }
        : { stage, outcome: 'warned', ms, findings: [...findings, { what: 'doneByProxy' }] };
    }
  }
}

/** What an answer proves of the way to it. */
function passageOf(answer: ModelListResult): 'through' | 'stuck' | 'unsent' {
  if (answer.ok || answer.failure.status !== undefined) {
    return 'through';
  }
  switch (answer.failure.kind) {
    case 'keyMissing':
    case 'keyLost':
    case 'insecure':
    case 'notConfigured':
      return 'unsent';
    case 'unreachable':
    case 'certificate':
    case 'proxy':
    case 'unexpected':
      return 'stuck';
    default:
      return 'through';
  }
}

function isAboutTrust(cause: CheckCause | undefined): boolean {
  return (
    cause === 'untrusted' || cause === 'expired' || cause === 'notYetValid' || cause === 'otherHost'
  );
}
