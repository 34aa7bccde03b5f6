// The last balances that the gateways returned in this window. Portico asks only when the user does, or after answers
// where a setting says so, and then only an address that has returned a balance before.
import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore, DisposableValue } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import {
  type Balance,
  type BalancePlan,
  type BalanceResult,
  balanceSourceIds,
  type BalanceSourceId,
} from '../../../gateway/common/balance';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import type { Gateways } from '../../setup/host/gateways';

export interface FetchedBalance {
  readonly balance: Balance;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

export interface BalancesDeps {
  readonly gateway: GatewayAccess;
  readonly gateways: Pick<Gateways, 'current'>;
  readonly current: CurrentConnection;
  readonly catalog: Pick<ModelCatalog, 'lastList'>;
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  /** Whether the setting says to ask after answers. */
  readonly asksAfterAnswers: () => boolean;
}

const mementoKey = 'portico.balanceSources';
/** The keys are origins. */
const sourcesSchema = v.fallback(v.record(v.string(), v.picklist(balanceSourceIds)), {});
/** The setting `afterAnswers` promises this. */
const minIntervalMs = 60_000;

export class Balances implements Disposable {
  readonly #balances = new Map<string, FetchedBalance>();
  readonly #didChange = new Emitter<void>();
  readonly #nextRefresh = new DisposableValue();
  readonly #disposables = new DisposableStore(this.#didChange, this.#nextRefresh);
  #refreshedAt = -Infinity;

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly deps: BalancesDeps) {}

  /** The last balance; undefined if none was fetched. Sends no request. @param gateway its `gatewayId` */
  of(gateway: string): FetchedBalance | undefined {
    return this.#balances.get(gateway);
  }

  /** Where the current gateway would be asked; undefined without a valid Base URL. Sends no request. */
  async plan(): Promise<BalancePlan | undefined> {
    const { gateway, gateways, catalog } = this.deps;
    const current = await gateways.current();
    if (current === undefined) {
      return undefined;
    }
    const { baseUrl, origin } = current;
    const list = await catalog.lastList({ typed: baseUrl });
    return gateway.balancePlan(baseUrl, list?.software, this.#sources()[origin]);
  }

  /** Asks the gateway of the plan, which need not be the current one any more, and remembers which place answered. */
  async ask(
    { baseUrl, places }: BalancePlan,
    signal?: AbortSignal,
    mayRunCommand = true,
  ): Promise<BalanceResult> {
    const { gateway, current, clock } = this.deps;
    const { balance } = gateway.connect(() => current.resolve({ typed: baseUrl }, mayRunCommand));
    const result = await balance.ask(places, signal);
    if (result.ok) {
      const id = gatewayId(result.gateway);
      this.#balances.set(id, { balance: result.balance, fetchedAt: clock.now() });
      this.#didChange.fire();
      await this.#saveSource(new URL(baseUrl).origin, result.source);
    } else if (result.failure === undefined) {
      // The address that answered before is gone.
      await this.#saveSource(new URL(baseUrl).origin, undefined);
    }
    return result;
  }

  /** Forgets which address of the gateway returned a balance. */
  forgetSource({ baseUrl }: BalancePlan): Promise<void> {
    return this.#saveSource(new URL(baseUrl).origin, undefined);
  }

  /** An answer has ended: asks if the setting says so, at most once a minute. */
  didAnswer(): void {
    const { clock, asksAfterAnswers } = this.deps;
    if (!asksAfterAnswers()) {
      return;
    }
    const wait = Math.max(0, this.#refreshedAt + minIntervalMs - clock.now());
    this.#nextRefresh.value ??= clock.after(wait, () => {
      this.#nextRefresh.value = undefined;
      this.#refreshedAt = clock.now();
      // Nobody waits for this figure.
      this.#refresh().catch(() => undefined);
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #refresh(): Promise<void> {
    const plan = await this.plan();
    if (plan !== undefined && this.#sources()[new URL(plan.baseUrl).origin] !== undefined) {
      await this.ask(plan, undefined, false);
    }
  }

  #sources(): Readonly<Record<string, BalanceSourceId>> {
    return v.parse(sourcesSchema, this.deps.memento.get(mementoKey));
  }

  async #saveSource(origin: string, source: BalanceSourceId | undefined): Promise<void> {
    const { [origin]: before, ...others } = this.#sources();
    if (before !== source) {
      const sources = source === undefined ? others : { ...others, [origin]: source };
      await this.deps.memento.update(mementoKey, sources);
    }
  }
}
