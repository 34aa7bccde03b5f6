// Asks a gateway for the balance of the key, through the same guarded fetch as an answer.
import { omitUndefined } from '../../../base/omitUndefined';
import type { BalancePlace, BalanceResult } from '../../common/balance';
import type { Connection } from '../../common/connection';
import { type Failure, isFailure } from '../../common/failure';
import type { BalanceAccess } from '../../common/gatewayAccess';
import { type FailedAttempt, resultWithRenewedKey } from '../commandKey';
import { errorEvidence } from '../failures/errorEvidence';
import { notApi } from '../failures/httpFailure';
import type { GatewayOptions, ResolveConnection } from '../gatewayOptions';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { GetRequests } from '../http/getRequests';
import { withRequestIds } from '../http/requestIds';
import { parseOrRepair } from '../json';
import { balanceSources } from './balanceSources';

/** The requests of one place together may take this long. */
const timeoutSeconds = 20;

type FoundBalance = Omit<BalanceResult & { readonly ok: true }, 'gateway'>;

export class GatewayBalance implements BalanceAccess {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async ask(places: readonly BalancePlace[], signal?: AbortSignal): Promise<BalanceResult> {
    const resolved = await this.resolve();
    if (isFailure(resolved)) {
      return { ok: false, failure: resolved };
    }
    const failures: Failure[] = [];
    for (const place of places) {
      const result = await resultWithRenewedKey(
        withRequestIds(resolved),
        (connection) => askPlace(connection, this.options, place, signal),
        signal,
      );
      if (result.ok) {
        const { baseUrl, keyLabel } = resolved;
        return { ...result, gateway: omitUndefined({ baseUrl, keyLabel }) };
      }
      failures.push(result.failure);
      if (!mayBeElsewhere(result.failure)) {
        break;
      }
    }
    const failure = failures.find((one) => !isMissing(one));
    return failure === undefined ? { ok: false } : { ok: false, failure };
  }
}

async function askPlace(
  connection: Connection,
  options: GatewayOptions,
  { source, urls: [first, ...others] }: BalancePlace,
  signal: AbortSignal | undefined,
): Promise<FoundBalance | FailedAttempt> {
  const { read } = balanceSources[source];
  const requests = new GetRequests(connection, options, timeoutSeconds);
  return requests.run(async () => {
    const body = await requests.get(new URL(first), (text) => {
      const parsed = parseOrRepair(text);
      const evidence = errorEvidence(parsed);
      if (evidence === 'certain' || read([parsed]) === undefined) {
        throw evidence === undefined
          ? new ExchangeError(notApi(text, connection.baseUrl))
          : new ReportedError(parsed);
      }
      return { parsed };
    });
    if (isFailure(body)) {
      return { ok: false, failure: body };
    }
    const further = await Promise.all(others.map((url) => requests.json(url)));
    const balance = read([body.parsed, ...further]) ?? {};
    return { ok: true, balance, source };
  }, signal);
}

/** The address does not exist: the server answers as it does for any other. */
function isMissing({ kind, status }: Failure): boolean {
  return kind === 'notApi' || kind === 'redirected' || status === 404 || status === 405;
}

/** Servers also refuse addresses that they don't have: without a permission, or as a model that does not exist. */
function mayBeElsewhere(failure: Failure): boolean {
  return (
    isMissing(failure) ||
    ['forbidden', 'keyRejected', 'badRequest', 'modelNotFound'].includes(failure.kind)
  );
}
