// The free stages of the connection check. Probes explain a fault; the request for the model list decides,
// because VS Code's fetch may use a proxy or certificates of the system that a probe does not know.
import type { Connection } from '../../common/connection';
import type { CheckedConnection, CheckStage, StageResult } from '../../common/connectionCheck';
import { isFailure, type Failure } from '../../common/failure';
import { failureTraits } from '../../common/failureTraits';
import type { ModelListResult, ModelRecord } from '../../common/modelRecord';
import { hasVersion } from '../baseUrl';
import type { GatewayOptions } from '../gatewayOptions';
import { Probes, skipped } from './probes';

/** Yields a result per stage until one makes the rest pointless or `signal` aborts. */
export async function* checkConnection(
  subject: CheckedConnection,
  options: GatewayOptions,
  signal: AbortSignal,
): AsyncGenerator<StageResult> {
  for await (const result of resultsOf(subject, options, signal)) {
    if (signal.aborted) {
      return;
    }
    yield result;
  }
}

async function* resultsOf(
  subject: CheckedConnection,
  { clock }: GatewayOptions,
  signal: AbortSignal,
): AsyncGenerator<StageResult> {
  const { parsed, proxy } = subject;
  // What is thrown is not shown: it might quote the key that could not be read.
  const resolved = await subject.resolve().catch((): Failure => ({ kind: 'unexpected' }));
  if (!parsed.ok || (isFailure(resolved) && stageOf(resolved) !== 'authorization')) {
    const failure: Failure = isFailure(resolved) ? resolved : { kind: 'notConfigured' };
    yield { stage: 'url', outcome: 'failed', facts: {}, failure };
    return;
  }
  const { baseUrl } = parsed;
  const url = new URL(baseUrl);
  yield { stage: 'url', outcome: 'passed', facts: { baseUrl } };
  // The probes run even if there is no key; the request then ends before anything is sent.
  const connection = isFailure(resolved) ? keyless(parsed) : resolved;
  const probes = new Probes(connection, clock, signal);
  let suspect: StageResult | undefined;
  for await (const result of probes.connect(url, proxy)) {
    if (result.outcome === 'failed') {
      suspect = result;
      break;
    }
    yield result;
  }
  if (suspect !== undefined && proxy.kind !== 'system' && !isAboutTrust(suspect)) {
    yield suspect;
    return;
  }
  const proxyResult = await probes.proxy(proxy);
  yield proxyResult;
  if (proxyResult.outcome === 'failed') {
    return;
  }
  const startedAt = clock.now();
  // A key command that has failed is not run again.
  const answer: ModelListResult =
    isFailure(resolved) && resolved.kind === 'keyCommandFailed'
      ? { ok: false, failure: resolved }
      : await subject.list(signal);
  const ms = clock.now() - startedAt;
  const judged = suspect === undefined ? undefined : judge(suspect, answer);
  if (judged !== undefined) {
    yield judged;
  }
  if (judged?.outcome === 'failed' || signal.aborted) {
    return;
  }
  yield* answer.ok
    ? resultsOfList(answer.list.models, ms, subject.model, connection.key !== undefined)
    : await resultsOfFailure(answer.failure, ms, url.pathname, subject);
}

function keyless(parsed: Pick<Connection, 'baseUrl' | 'origin' | 'isLoopback'>): Connection {
  const timeouts = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
  return { ...parsed, headers: {}, timeouts };
}

function isAboutTrust({ failure }: StageResult): boolean {
  return failure?.kind === 'certificate';
}

/** What a failed probe means once the request was tried. */
function judge(suspect: StageResult, answer: ModelListResult): StageResult {
  const { stage, ms = 0, facts } = suspect;
  const failure = answer.ok || answer.failure.status !== undefined ? undefined : answer.failure;
  switch (failure?.kind) {
    case 'keyMissing':
    case 'keyLost':
    case 'keyCommandFailed':
      // Nothing was sent, so whether the system trusts the certificate is not known.
      return isAboutTrust(suspect) ? { ...suspect, outcome: 'warned' } : suspect;
    case 'unreachable':
    case 'certificate':
    case 'proxy':
    case 'unexpected':
      return suspect;
    default:
      return isAboutTrust(suspect)
        ? { stage, outcome: 'passed', ms, facts: { ...facts, note: 'trustedBySystem' } }
        : { stage, outcome: 'warned', ms, facts: { note: 'reachedBySystemProxy' } };
  }
}

function resultsOfList(
  models: readonly ModelRecord[],
  ms: number,
  model: string,
  keySent: boolean,
): readonly StageResult[] {
  const modelCount = models.length;
  const isListed = models.some(({ id }) => id === model);
  return [
    { stage: 'answer', outcome: 'passed', ms, facts: {} },
    { stage: 'authorization', outcome: 'passed', facts: { keySent } },
    { stage: 'list', outcome: modelCount === 0 ? 'warned' : 'passed', facts: { modelCount } },
    model === ''
      ? skipped('model', 'noModel')
      : {
          stage: 'model',
          outcome: isListed ? 'passed' : 'warned',
          facts: { model: { id: model, isListed } },
        },
  ];
}

/** The stages up to the one that the failure is about. */
async function resultsOfFailure(
  failure: Failure,
  ms: number,
  path: string,
  subject: CheckedConnection,
): Promise<readonly StageResult[]> {
  const { status } = failure;
  const facts = status === undefined ? {} : { status };
  const stage = stageOf(failure, path);
  const failed: StageResult = { stage, outcome: 'failed', facts, failure };
  const answered: StageResult = { stage: 'answer', outcome: 'passed', ms, facts };
  switch (stage) {
    case 'list':
      return [answered, skipped('authorization', 'inconclusive'), failed];
    case 'authorization':
      // No request is sent if there is no key.
      return status === undefined ? [failed] : [answered, failed];
    case 'proxy':
      return [{ ...failed, ms, facts: { proxy: subject.proxy } }];
    case 'answer': {
      const working = await subject.workingBaseUrl(failure);
      if (working === undefined && failure.likelyCause === 'missingV1') {
        const wrongPath: Failure = { ...failure, likelyCause: 'wrongPath' };
        return [{ ...failed, ms, facts: { ...facts, note: 'noListAtV1' }, failure: wrongPath }];
      }
      const proposal = working === undefined ? {} : { workingBaseUrl: working };
      return [{ ...failed, ms, facts: { ...facts, ...proposal } }];
    }
    default:
      return [{ ...failed, ms }];
  }
}

/** The stage that a failed request for the model list is about. `path`: the Base URL's. */
export function stageOf({ kind, status }: Failure, path = ''): CheckStage {
  // Some gateways answer questions and have no model list.
  const hasNoList = kind === 'notApi' && (status === 404 || status === 405);
  return hasNoList && hasVersion(path) ? 'list' : failureTraits[kind].stage;
}
