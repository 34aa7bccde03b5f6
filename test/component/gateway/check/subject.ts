// Runs the check of the connection against whatever stands at an address, and folds what it tells.
import type {
  CheckedConnection,
  CheckEvent,
  CheckStage,
  ProxySettings,
  StageResult,
} from '../../../../src/chat/connectionCheck';
import type { Connection } from '../../../../src/chat/gatewayPort';
import type { Clock } from '../../../../src/base/clock';
import type { Failure } from '../../../../src/shared/conversation/failure';
import { parseBaseUrl } from '../../../../src/gateway/baseUrl';
import { createGateway } from '../../../../src/gateway/gateway';
import { clientOf, connectionTo, systemClock } from '../harness';

interface SubjectOptions {
  readonly model?: string;
  readonly proxy?: Partial<ProxySettings>;
  readonly connection?: Connection | Failure;
  readonly clock?: Clock;
  /** Where the list is asked instead, as if a proxy that nobody sees led there. */
  readonly listFrom?: string;
}

export function subjectOf(typed: string, options: SubjectOptions = {}): CheckedConnection {
  const parsed = parseBaseUrl(typed);
  const connection =
    options.connection ??
    (parsed.ok ? connectionTo(typed) : ({ kind: 'notConfigured' } satisfies Failure));
  const asked = options.listFrom === undefined ? connection : connectionTo(options.listFrom);
  return {
    parsed,
    model: options.model ?? 'echo',
    resolve: () => Promise.resolve(connection),
    proxySettings: {
      support: 'override',
      proxy: '',
      noProxy: [],
      environment: {},
      ...options.proxy,
    },
    list: (signal) => clientOf(asked, options.clock).catalog.refresh(signal),
    workingBaseUrl: async () => {
      const proposed = `${typed}/v1`;
      const { ok } = await clientOf(connectionTo(proposed)).catalog.refresh();
      return ok ? proposed : undefined;
    },
  };
}

export function checkOf(clock: Clock): ReturnType<typeof createGateway>['check'] {
  return createGateway({ clock, version: '0', onRequest: () => {} }).check;
}

export interface Told {
  readonly results: ReadonlyMap<CheckStage, StageResult>;
  /** The stages that did not pass and were not skipped, in their order. */
  readonly broken: readonly CheckStage[];
  /** Undefined where the check did not come to its end. */
  readonly canAsk: boolean | undefined;
}

export function foldEvents(events: readonly CheckEvent[]): Told {
  const results = new Map<CheckStage, StageResult>();
  let canAsk: boolean | undefined;
  for (const event of events) {
    if (event.type === 'ended') {
      results.set(event.result.stage, event.result);
    } else if (event.type === 'done') {
      ({ canAsk } = event);
    }
  }
  const broken = [...results.values()].filter(
    ({ outcome }) => outcome === 'failed' || outcome === 'warned',
  );
  return { results, broken: broken.map(({ stage }) => stage), canAsk };
}

/** All that the check tells, put into `events` as it comes. */
export async function check(
  subject: CheckedConnection,
  clock: Clock = systemClock,
  signal: AbortSignal = new AbortController().signal,
  events: CheckEvent[] = [],
): Promise<Told> {
  for await (const event of checkOf(clock).connection(subject, signal)) {
    events.push(event);
  }
  return foldEvents(events);
}
