// Asks a gateway for the balance of the key, through the same guarded fetch as an answer.
import { omitUndefined } from '../../../base/omitUndefined';
import type { BalanceResult } from '../../common/balance';
import type { Connection } from '../../common/connection';
import { isFailure, type Failure } from '../../common/failure';
import type { BalanceAccess } from '../../common/gatewayAccess';
import type { GatewaySoftware } from '../../common/modelRecord';
import { withoutVersion } from '../baseUrl';
import { resultWithRenewedKey, type FailedAttempt } from '../commandKey';
import { errorEvidence } from '../failures/errorEvidence';
import { notApi } from '../failures/httpFailure';
import type { GatewayOptions, ResolveConnection } from '../gatewayOptions';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { withRequestIds } from '../http/requestIds';
import { TaskRequests } from '../http/taskRequests';
import { parseOrRepair } from '../json';
import { balanceSources } from './balanceSources';

/** All requests together may take this long. */
const timeoutSeconds = 20;

type FoundBalance = Omit<BalanceResult & { readonly ok: true }, 'gateway'>;

export class GatewayBalance implements BalanceAccess {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async ask(software: GatewaySoftware, signal?: AbortSignal): Promise<BalanceResult> {
    const resolved = await this.resolve();
    if (isFailure(resolved)) {
      return { ok: false, failure: resolved };
    }
    const result = await resultWithRenewedKey(
      withRequestIds(resolved),
      (connection) => ask(connection, this.options, software, signal),
      signal,
    );
    if (result.ok) {
      const { baseUrl, keyLabel } = resolved;
      return { ...result, gateway: omitUndefined({ baseUrl, keyLabel }) };
    }
    return isMissing(result.failure) ? { ok: false } : { ok: false, failure: result.failure };
  }
}

async function ask(
  connection: Connection,
  options: GatewayOptions,
  software: GatewaySoftware,
  signal: AbortSignal | undefined,
): Promise<FoundBalance | FailedAttempt> {
  const { urls, read } = balanceSources[software];
  const { baseUrl } = connection;
  const [first, ...others] = urls(baseUrl, withoutVersion(baseUrl));
  const requests = new TaskRequests(connection, options, timeoutSeconds);
  return requests.run(async () => {
    const body = await requests.get(new URL(first), (text) => {
      const parsed = parseOrRepair(text);
      const evidence = errorEvidence(parsed);
      if (evidence === 'certain' || read([parsed]) === undefined) {
        throw evidence === undefined
          ? new ExchangeError(notApi(text, baseUrl))
          : new ReportedError(parsed);
      }
      return { parsed };
    });
    if (isFailure(body)) {
      return { ok: false, failure: body };
    }
    const further = await Promise.all(others.map((url) => requests.json(url)));
    return { ok: true, balance: read([body.parsed, ...further]) ?? {} };
  }, signal);
}

/** The address does not exist: the server answers as it does for any other. */
function isMissing({ kind, status }: Failure): boolean {
  return kind === 'notApi' || kind === 'redirected' || status === 404 || status === 405;
}
