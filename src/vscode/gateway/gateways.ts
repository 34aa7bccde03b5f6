// The named gateways of the settings and the labels of the stored keys, brought together.
import type { Gateway, ParsedBaseUrl } from '../../chat/gatewayPort';
import {
  type GatewayChoice,
  type ResolvedGateway,
  type GatewaysSetting,
  resolveGateway,
  gatewayChoices,
  readGateways,
} from '../../chat/gateways';
import type { KeyVault } from './keyVault';
import { gatewaysSetting, typedBaseUrl } from '../settings';

export class Gateways {
  constructor(
    private readonly gateway: Gateway,
    private readonly vault: KeyVault,
  ) {}

  read(): GatewaysSetting {
    return readGateways(gatewaysSetting(), (typed) => this.gateway.parseBaseUrl(typed));
  }

  /** The gateway of the settings, or at another Base URL; undefined where that cannot be used. */
  async current(typed: string = typedBaseUrl()): Promise<ResolvedGateway | undefined> {
    const parsed = this.gateway.parseBaseUrl(typed);
    return parsed.ok ? this.forBaseUrl(parsed) : undefined;
  }

  async forBaseUrl(parsed: ParsedBaseUrl & { readonly ok: true }): Promise<ResolvedGateway> {
    const chosen = await this.vault.chosenLabel(parsed.origin);
    return resolveGateway(this.read().gateways, parsed, chosen);
  }

  /** All that can be switched to, the gateway in use marked. */
  async choices(): Promise<readonly GatewayChoice[]> {
    const { gateways } = this.read();
    const here = await this.current();
    const places = here === undefined ? gateways : [...gateways, here];
    const origins = [...new Set(places.map(({ origin }) => origin))];
    const labels = await Promise.all(origins.map((origin) => this.vault.labels(origin)));
    const labelsOf = new Map(origins.map((origin, index) => [origin, labels[index] ?? []]));
    return gatewayChoices(gateways, here, (origin) => labelsOf.get(origin) ?? []);
  }
}
