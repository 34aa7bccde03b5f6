// Settings, key and the user's consent, brought together anew for every request.
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { Connection, Gateway, ParsedBaseUrl } from '../../chat/gatewayPort';
import type { Failure } from '../../shared/conversation/failure';
import type { ConnectionState } from '../../shared/conversation/connection';
import { baseUrlProblemText } from './baseUrlText';
import type { Gateways } from './gateways';
import type { KeyVault, ReadKey } from './keyVault';
import { headersFor, timeoutSettings, typedBaseUrl } from '../settings';

const plainHttpKey = 'portico.plainHttpOrigins';

/** A gateway and, where one is known already, the key for it: what a person has typed so far. */
export interface Candidate {
  readonly typed: string;
  readonly key?: string;
}

export class CurrentConnection {
  constructor(
    private readonly gateway: Gateway,
    private readonly vault: KeyVault,
    private readonly gateways: Gateways,
    private readonly remembered: vscode.Memento,
  ) {}

  /** How to reach the gateway of the settings, or of `candidate`; or why it cannot be asked. */
  async resolve(candidate: Candidate = { typed: typedBaseUrl() }): Promise<Connection | Failure> {
    const parsed = this.gateway.parseBaseUrl(candidate.typed);
    if (!parsed.ok) {
      return parsed.problem === 'empty'
        ? { kind: 'notConfigured' }
        : { kind: 'notConfigured', detail: baseUrlProblemText(parsed.problem) };
    }
    const { baseUrl, origin, isLoopback } = parsed;
    const host = new URL(origin).host;
    const { keyLabel: label, named } = await this.gateways.forBaseUrl(parsed);
    const labelled = label === '' ? {} : { keyLabel: label };
    const read: ReadKey =
      candidate.key === undefined
        ? await this.vault.read({ origin, label })
        : { state: 'stored', key: candidate.key };
    // A gateway that goes without a key has none that could be named.
    if (read.state === 'lost' || (read.state === 'none' && (!isLoopback || label !== ''))) {
      return { kind: read.state === 'lost' ? 'keyLost' : 'keyMissing', host, ...labelled };
    }
    if (!(await this.mayReach(parsed))) {
      return { kind: 'insecure', host };
    }
    return {
      baseUrl,
      origin,
      isLoopback,
      headers: headersFor(origin),
      timeouts: { ...timeoutSettings(), ...named?.timeouts },
      ...(read.state === 'stored' ? { key: read.key } : {}),
      ...labelled,
    };
  }

  /** Of the gateway in the settings; undefined where none can be used. */
  origin(): string | undefined {
    const parsed = this.gateway.parseBaseUrl(typedBaseUrl());
    return parsed.ok ? parsed.origin : undefined;
  }

  /** Whether the user lets anything be sent there: plain http to another machine is asked about. */
  async mayReach(parsed: ParsedBaseUrl & { readonly ok: true }): Promise<boolean> {
    const plain = parsed.origin.startsWith('http:') && !parsed.isLoopback;
    return !plain || this.#mayUsePlainHttp(parsed.origin);
  }

  /** What the view says of the connection. Reads the secret, sends nothing. */
  async state(): Promise<ConnectionState> {
    const typed = typedBaseUrl();
    const parsed = this.gateway.parseBaseUrl(typed);
    if (!parsed.ok) {
      const problem = parsed.problem === 'empty' ? undefined : baseUrlProblemText(parsed.problem);
      return { baseUrl: undefined, baseUrlProblem: problem, key: 'missing' };
    }
    const { origin, isLoopback } = parsed;
    const { keyLabel: label, named } = await this.gateways.forBaseUrl(parsed);
    const stored = await this.vault.state({ origin, label });
    const none = isLoopback && label === '' ? 'optional' : 'missing';
    return {
      baseUrl: parsed.baseUrl,
      ...(named === undefined ? {} : { gatewayName: named.name }),
      ...(label === '' ? {} : { keyLabel: label }),
      baseUrlProblem: undefined,
      key: stored === 'none' ? none : stored,
    };
  }

  /** Asks once per origin; a no holds for this request only. */
  async #mayUsePlainHttp(origin: string): Promise<boolean> {
    const allowed = v.parse(v.fallback(v.array(v.string()), []), this.remembered.get(plainHttpKey));
    if (allowed.includes(origin)) {
      return true;
    }
    const yes = vscode.l10n.t('Send over Plain HTTP');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Send your messages and API key to {0} without encryption?', origin),
      {
        modal: true,
        detail: vscode.l10n.t(
          'The address starts with http://, so anyone on the way can read what is sent. Portico asks this once for each gateway.',
        ),
      },
      yes,
    );
    if (answer !== yes) {
      return false;
    }
    await this.remembered.update(plainHttpKey, [...allowed, origin]);
    return true;
  }
}
