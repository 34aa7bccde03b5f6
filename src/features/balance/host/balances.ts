// The last balances that the gateways returned in this window. Portico asks only when the user does, or after answers
// where a setting says so, and then only where a balance was returned before.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { DisposableStore, DisposableValue, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { Balance, BalanceAddress, BalanceResult } from '../../../gateway/common/balance';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { gatewaySoftware, type GatewaySoftware } from '../../../gateway/common/modelRecord';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import type { Gateways } from '../../setup/host/gateways';

export interface FetchedBalance {
  readonly balance: Balance;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A gateway that can be asked for a balance. */
export interface BalanceGateway {
  readonly baseUrl: string;
  /** What returned a balance before, or what the gateway says that it runs; undefined if neither is known. */
  readonly software: GatewaySoftware | undefined;
  /** Where each software would be asked. */
  readonly addresses: readonly BalanceAddress[];
}

export interface BalancesDeps {
  readonly gateway: GatewayAccess;
  readonly gateways: Pick<Gateways, 'current'>;
  readonly current: CurrentConnection;
  readonly catalog: Pick<ModelCatalog, 'lastOrFirstList'>;
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  /** Whether the setting says to ask after answers. */
  readonly asksAfterAnswers: () => boolean;
}

const mementoKey = 'portico.balanceSoftware';
/** The keys are Base URLs. */
const softwareSchema = v.fallback(v.record(v.string(), v.picklist(gatewaySoftware)), {});
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

  /** The current gateway; undefined without a valid Base URL. */
  async gateway(): Promise<BalanceGateway | undefined> {
    const { gateway, gateways, catalog } = this.deps;
    const current = await gateways.current();
    if (current === undefined) {
      return undefined;
    }
    const { baseUrl } = current;
    const software =
      this.#remembered()[baseUrl] ?? (await catalog.lastOrFirstList(gatewayId(current)))?.software;
    return { baseUrl, software, addresses: gateway.balanceAddresses(baseUrl) };
  }

  /** Asks a gateway, which need not be the current one any more, and remembers what it runs if it returns a balance. */
  async ask(
    baseUrl: string,
    software: GatewaySoftware,
    signal?: AbortSignal,
    mayRunCommand = true,
  ): Promise<BalanceResult> {
    const { gateway, current, clock } = this.deps;
    const { balance } = gateway.connect(() => current.resolve({ typed: baseUrl }, mayRunCommand));
    const result = await balance.ask(software, signal);
    if (result.ok) {
      const id = gatewayId(result.gateway);
      this.#balances.set(id, { balance: result.balance, fetchedAt: clock.now() });
      this.#didChange.fire();
      await this.#remember(baseUrl, software);
    } else if (result.failure === undefined) {
      // The gateway doesn't run it any more.
      await this.#remember(baseUrl, undefined);
    }
    return result;
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
    const baseUrl = (await this.deps.gateways.current())?.baseUrl ?? '';
    const software = this.#remembered()[baseUrl];
    if (software !== undefined) {
      await this.ask(baseUrl, software, undefined, false);
    }
  }

  #remembered(): Readonly<Record<string, GatewaySoftware>> {
    return v.parse(softwareSchema, this.deps.memento.get(mementoKey));
  }

  async #remember(baseUrl: string, software: GatewaySoftware | undefined): Promise<void> {
    const { [baseUrl]: before, ...others } = this.#remembered();
    if (before !== software) {
      const all = software === undefined ? others : { ...others, [baseUrl]: software };
      await this.deps.memento.update(mementoKey, all);
    }
  }
}
