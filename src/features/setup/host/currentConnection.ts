// The connection to the current gateway, resolved from settings, key and consent before each request.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ConnectionState } from '../../../conversation/common/connectionState';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import type { GatewayAccess, ParsedBaseUrl } from '../../../gateway/common/gatewayAccess';
import { baseUrlProblemText } from '../../../platform/host/text/gatewayText';
import { confirm } from '../../../platform/host/window';
import { bypassesProxy } from '../../../platform/node/proxyInUse';
import type { Gateways } from './gateways';
import type { KeyCommands } from './keyCommands';
import type { StoredKey } from './keyVault';
import { extrasFor, timeoutSettings, typedBaseUrl } from './setupSettings';

const plainHttpKey = 'portico.plainHttpOrigins';
const machineIdsKey = 'portico.machineIds';

type Extras = Required<Pick<Connection, 'headers' | 'queryParameters'>>;

/** A gateway that is not saved yet, and its key where that was entered. */
export interface GatewayCandidate {
  readonly typed: string;
  readonly key?: string;
  /** Sent besides those of the settings. */
  readonly extras?: Extras;
}

export interface CurrentConnectionDeps {
  readonly gateway: GatewayAccess;
  readonly gateways: Gateways;
  readonly globalState: vscode.Memento;
  readonly keyCommands: KeyCommands;
  /** All API formats that the settings name for the models at a Base URL. */
  readonly apiFormats: (baseUrl: string) => readonly ApiFormat[];
}

export class CurrentConnection {
  readonly #deps: CurrentConnectionDeps;

  constructor(deps: CurrentConnectionDeps) {
    this.#deps = deps;
  }

  /**
   * The connection to the gateway of the settings, or to `candidate`; or why nothing can be sent.
   * @param mayRunCommand False if the user did not ask for the request: a key command then does not run.
   */
  async resolve(
    candidate: GatewayCandidate = { typed: typedBaseUrl() },
    mayRunCommand = true,
  ): Promise<Connection | Failure> {
    const parsed = this.#deps.gateway.parseBaseUrl(candidate.typed);
    if (!parsed.ok) {
      return { kind: 'notConfigured', baseUrlProblem: parsed.problem };
    }
    const { baseUrl, origin, isLoopback } = parsed;
    const { host } = new URL(origin);
    const { resolved, stored } = await this.#deps.gateways.withKey(parsed);
    const keyLabel = resolved.keyLabel === '' ? {} : { keyLabel: resolved.keyLabel };
    const extras = extrasOf(origin, candidate.extras);
    const usesCommand = candidate.key === undefined && this.#deps.keyCommands.isSet(origin);
    const key: StoredKey =
      candidate.key === undefined
        ? usesCommand
          ? { state: 'none' }
          : stored
        : { state: 'stored', key: candidate.key };
    if (key.state === 'lost') {
      return { kind: 'keyLost', host, ...keyLabel };
    }
    // On loopback a key is optional, unless the gateway has a named one or a header needs it.
    const isOptional =
      isLoopback && resolved.keyLabel === '' && !this.#deps.gateway.placesKey(extras);
    if (key.state === 'none' && !usesCommand && !isOptional) {
      return { kind: 'keyMissing', host, ...keyLabel };
    }
    if (!(await this.confirmPlainHttp(parsed))) {
      return { kind: 'insecure', host };
    }
    const commandKey = usesCommand
      ? await this.#deps.keyCommands.keyFor(origin, mayRunCommand)
      : undefined;
    if (commandKey !== undefined && isFailure(commandKey)) {
      return commandKey;
    }
    return {
      baseUrl,
      origin,
      isLoopback,
      ...extras,
      ...this.#machineId(origin, extras),
      timeouts: { ...timeoutSettings(isLoopback), ...resolved.named?.timeouts },
      apiFormats: this.#deps.apiFormats(baseUrl),
      ...(key.state === 'stored' ? { key: key.key } : {}),
      ...(commandKey === undefined ? {} : { key: commandKey.current, commandKey }),
      ...keyLabel,
    };
  }

  /** The origin of the gateway in the settings; undefined if that is invalid. */
  origin(): string | undefined {
    const parsed = this.#deps.gateway.parseBaseUrl(typedBaseUrl());
    return parsed.ok ? parsed.origin : undefined;
  }

  /** False if the user does not want to send over plain http to another machine, or to a proxy there. */
  async confirmPlainHttp(parsed: ParsedBaseUrl & { readonly ok: true }): Promise<boolean> {
    const url = new URL(parsed.origin);
    const isPlain = url.protocol === 'http:' && !bypassesProxy(url);
    return !isPlain || this.#askForPlainHttp(parsed.origin);
  }

  /** The connection as the chat view shows it. Sends nothing. */
  async state(): Promise<ConnectionState> {
    const parsed = this.#deps.gateway.parseBaseUrl(typedBaseUrl());
    if (!parsed.ok) {
      const baseUrlProblem =
        parsed.problem === 'empty' ? undefined : baseUrlProblemText(parsed.problem);
      return { baseUrl: undefined, baseUrlProblem, key: 'missing' };
    }
    const { resolved, stored } = await this.#deps.gateways.withKey(parsed);
    const { named, keyLabel } = resolved;
    const { origin, isLoopback } = parsed;
    const isOptional =
      isLoopback && keyLabel === '' && !this.#deps.gateway.placesKey(extrasOf(origin));
    const withoutKey = isOptional ? 'optional' : 'missing';
    const storedState = stored.state === 'none' ? withoutKey : stored.state;
    return {
      baseUrl: parsed.baseUrl,
      ...(named === undefined ? {} : { gatewayName: named.name }),
      ...(keyLabel === '' ? {} : { keyLabel }),
      baseUrlProblem: undefined,
      key: this.#deps.keyCommands.isSet(origin) ? 'command' : storedState,
    };
  }

  /** Random, once for this machine and origin, where a value needs it. VS Code does not sync this state. */
  #machineId(origin: string, { headers, queryParameters }: Extras): Pick<Connection, 'machineId'> {
    const values = [...Object.values(headers), ...Object.values(queryParameters)];
    if (!values.some((value) => value.includes('${'))) {
      return {};
    }
    const { globalState } = this.#deps;
    const ids = v.parse(
      v.fallback(v.record(v.string(), v.string()), {}),
      globalState.get(machineIdsKey),
    );
    const machineId = ids[origin] ?? randomUUID();
    if (ids[origin] === undefined) {
      void globalState.update(machineIdsKey, { ...ids, [origin]: machineId });
    }
    return { machineId };
  }

  /** Asks once per origin; a no applies to this request only. */
  async #askForPlainHttp(origin: string): Promise<boolean> {
    const allowed = v.parse(
      v.fallback(v.array(v.string()), []),
      this.#deps.globalState.get(plainHttpKey),
    );
    if (allowed.includes(origin)) {
      return true;
    }
    const { l10n } = vscode;
    const question = l10n.t('Send your messages and API key to {0} without encryption?', origin);
    const detail = l10n.t(
      'The address starts with http://, so anyone on the network path can read what you send. Portico asks once for each gateway.',
    );
    const send = l10n.t('Send over Plain HTTP');
    if (!(await confirm(question, send, detail))) {
      return false;
    }
    await this.#deps.globalState.update(plainHttpKey, [...allowed, origin]);
    return true;
  }
}

/** The extra headers and query parameters of requests to an origin. */
function extrasOf(origin: string, added?: Extras): Extras {
  return {
    headers: { ...extrasFor('portico.headers', origin), ...added?.headers },
    queryParameters: { ...extrasFor('portico.queryParameters', origin), ...added?.queryParameters },
  };
}
