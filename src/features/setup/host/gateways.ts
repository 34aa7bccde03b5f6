// The gateways of `portico.gateways` and the keys that they use.
import type { GatewayAccess, ParsedBaseUrl } from '../../../gateway/common/gatewayAccess';
import {
  gatewayChoices,
  gatewayId,
  readGateways,
  resolveGateway,
  type GatewayChoice,
  type GatewaysSetting,
  type NamedGateway,
  type ResolvedGateway,
} from '../../../gateway/node/namedGateways';
import type { OperatorHelp } from '../../../platform/host/failureHelp';
import type { KeyVault, StoredKey } from './keyVault';
import { gatewaysSetting, typedBaseUrl } from './setupSettings';

/** The Base URLs that were used, most recent last. Never rejects. */
export interface KnownGateways {
  all(): Promise<readonly string[]>;
  add(baseUrl: string): Promise<void>;
  remove(baseUrl: string): Promise<void>;
}

export type ValidBaseUrl = ParsedBaseUrl & { readonly ok: true };

export class Gateways {
  constructor(
    private readonly gateway: GatewayAccess,
    private readonly vault: KeyVault,
    private readonly known: KnownGateways,
  ) {}

  read(): GatewaysSetting {
    return readGateways(gatewaysSetting(), (typed) => this.gateway.parseBaseUrl(typed));
  }

  /** The help page that the first entry of a host names. */
  help(host: string): OperatorHelp | undefined {
    const entries = this.read().gateways.filter(({ origin }) => new URL(origin).host === host);
    const [help] = entries.flatMap(({ name, extras: { helpUrl: url } }) =>
      url === undefined ? [] : [{ name, url }],
    );
    return help;
  }

  /** The gateway of the settings, or at another Base URL; undefined if that is invalid. */
  async current(typed: string = typedBaseUrl()): Promise<ResolvedGateway | undefined> {
    const parsed = this.gateway.parseBaseUrl(typed);
    return parsed.ok ? this.forBaseUrl(parsed) : undefined;
  }

  /** The `gatewayId` of the gateway of the settings, or at another Base URL; undefined if that is invalid. */
  async currentId(typed?: string): Promise<string | undefined> {
    const gateway = await this.current(typed);
    return gateway && gatewayId(gateway);
  }

  async forBaseUrl(parsed: ValidBaseUrl): Promise<ResolvedGateway> {
    const { selectedLabel } = await this.vault.keysOf(parsed.origin);
    return resolveGateway(this.read().gateways, parsed, selectedLabel);
  }

  /** The gateway with its key; reads the labels and the secret once. */
  async withKey(
    parsed: ValidBaseUrl,
  ): Promise<{ readonly resolved: ResolvedGateway; readonly stored: StoredKey }> {
    const keys = await this.vault.keysOf(parsed.origin);
    const resolved = resolveGateway(this.read().gateways, parsed, keys.selectedLabel);
    return { resolved, stored: await keys.read(resolved.keyLabel) };
  }

  /** Adds a gateway to those that can be switched to. */
  remember(baseUrl: string): Promise<void> {
    return this.known.add(baseUrl);
  }

  /** Adds the usual Base URL of an origin, unless a gateway there is known. */
  async rememberOrigin(origin: string): Promise<void> {
    const choices = await this.choices();
    if (!choices.some((choice) => choice.origin === origin)) {
      await this.remember(`${origin}/v1`);
    }
  }

  /** Removes a gateway that no setting names, and its key unless another gateway uses that. */
  async remove({ baseUrl, origin, keyLabel: label }: GatewayChoice): Promise<void> {
    const others = (await this.choices()).filter((choice) => choice.baseUrl !== baseUrl);
    const isUsed = others.some((choice) => choice.origin === origin && choice.keyLabel === label);
    if (!isUsed) {
      await this.vault.remove({ origin, label });
    }
    if (isUsed || (await this.vault.labels(origin)).length === 0) {
      await this.known.remove(baseUrl);
    }
  }

  /** All gateways that can be switched to, with the current one marked. */
  async choices(): Promise<readonly GatewayChoice[]> {
    const { gateways } = this.read();
    const current = await this.current();
    const known = await this.#known(gateways);
    const listed = [...gateways, ...(current === undefined ? [] : [current]), ...known];
    const origins = [...new Set(listed.map(({ origin }) => origin))];
    const labels = await Promise.all(origins.map((origin) => this.vault.labels(origin)));
    const labelsOf = new Map(origins.map((origin, index) => [origin, labels[index] ?? []]));
    return gatewayChoices(gateways, current, (origin) => labelsOf.get(origin) ?? [], known);
  }

  async #known(gateways: readonly NamedGateway[]): Promise<readonly ResolvedGateway[]> {
    return (await this.known.all()).flatMap((baseUrl) => {
      const parsed = this.gateway.parseBaseUrl(baseUrl);
      return parsed.ok ? [resolveGateway(gateways, parsed, '')] : [];
    });
  }
}
