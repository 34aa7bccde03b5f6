// Runs the connection check against whatever stands at an address, and collects its results.
import type { Clock } from '../../../../../src/base/clock';
import type { Connection } from '../../../../../src/gateway/common/connection';
import {
  canAskModel,
  type CheckedConnection,
  type CheckStage,
  type StageResult,
} from '../../../../../src/gateway/common/connectionCheck';
import type { Failure } from '../../../../../src/gateway/common/failure';
import { parseBaseUrl } from '../../../../../src/gateway/node/baseUrl';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { proxyInUse, type ProxySettings } from '../../../../../src/platform/node/proxyInUse';
import { systemClock } from '../../../../../src/platform/node/systemClock';
import { clientOf, connectionTo } from '../harness';

interface SubjectOptions {
  readonly model?: string;
  readonly proxy?: Partial<ProxySettings>;
  readonly connection?: Connection | Failure;
  readonly clock?: Clock;
  /** Where the list is requested instead, as if an unseen proxy led there. */
  readonly listFrom?: string;
}

export function subjectOf(typed: string, options: SubjectOptions = {}): CheckedConnection {
  const parsed = parseBaseUrl(typed);
  const connection =
    options.connection ??
    (parsed.ok ? connectionTo(typed) : ({ kind: 'notConfigured' } satisfies Failure));
  const listed = options.listFrom === undefined ? connection : connectionTo(options.listFrom);
  const noProxy = { support: 'override', proxy: '', noProxy: [], environment: {} };
  return {
    parsed,
    model: options.model ?? 'echo',
    resolve: () => Promise.resolve(connection),
    proxy: proxyInUse(new URL(typed), { ...noProxy, ...options.proxy }),
    list: (signal) => clientOf(listed, options.clock).modelLister.refresh(signal),
    workingBaseUrl: async () => {
      const proposed = `${typed}/v1`;
      const { ok } = await clientOf(connectionTo(proposed)).modelLister.refresh();
      return ok ? proposed : undefined;
    },
  };
}

export function checkOf(clock: Clock): ReturnType<typeof createGateway>['check'] {
  return createGateway({ clock, version: '0', onRequest: () => {} }).check;
}

export interface CheckSummary {
  readonly results: ReadonlyMap<CheckStage, StageResult>;
  /** The stages that neither passed nor were skipped, in the order of their results. */
  readonly broken: readonly CheckStage[];
  /** Undefined where the check was canceled. */
  readonly canAsk: boolean | undefined;
}

/** Adds each result to `received` as it arrives. */
export async function check(
  subject: CheckedConnection,
  clock: Clock = systemClock,
  signal: AbortSignal = new AbortController().signal,
  received: StageResult[] = [],
): Promise<CheckSummary> {
  for await (const result of checkOf(clock).connection(subject, signal)) {
    received.push(result);
  }
  const results = new Map(received.map((result) => [result.stage, result]));
  return {
    results,
    broken: [...results.values()]
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
      .map(({ stage }) => stage),
    canAsk: signal.aborted ? undefined : canAskModel(subject.model, received),
  };
}
