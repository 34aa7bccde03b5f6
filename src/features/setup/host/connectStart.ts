// The first step of Connect: an address is typed, or anything that names a gateway is pasted. Also what needs neither:
// servers on this computer, and gateways to sign in to.
import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { joinItems, joinSentences } from '../../../platform/host/text/joinTexts';
import { modelCountText } from '../../../platform/host/text/numberText';
import { Picker, type PickRow } from '../../../platform/host/window';
import { readPastedLink, type OfferedGateway } from '../node/connectLink';
import { signInGateways } from '../node/signIn';
import { presetTexts, readingProblemTexts, type StartReading } from './connectTexts';
import type { ConnectionServices } from './createConnections';
import { hostWarnings } from './hostWarnings';
import { typedBaseUrl } from './setupSettings';

/** What the user chose in the first step. */
export interface ChosenGateway extends OfferedGateway {
  /** An address that was typed alone: the steps for the key and the name follow. */
  readonly isTyped?: true;
  /** The server has answered without a key. */
  readonly needsNoKey?: true;
}

interface ConnectStartRow extends PickRow {
  /** Absent in rows that do nothing. Undefined when canceled: the list is shown again. */
  readonly choose?: () => Promise<ChosenGateway | undefined>;
}

const maxHostLength = 45;

interface ConnectStartOptions {
  /** The first row while nothing is typed: the gateway in use, or the one that the user came back from. */
  readonly current: string;
  /** What a link brought. No row is active then: Enter was meant for something else. */
  readonly offered: OfferedGateway | undefined;
  /** What the user chose before and came back from: going back loses none of it. */
  readonly previous?: ChosenGateway | undefined;
  readonly steps: number;
}

type ConnectStartDeps = Pick<ConnectionServices, 'gateway' | 'signIns' | 'findLocalServers'>;

/** Undefined when canceled. */
export async function chooseGateway(
  deps: ConnectStartDeps,
  options: ConnectStartOptions,
): Promise<ChosenGateway | undefined> {
  for (;;) {
    const row = await new ConnectStart(deps, options).show();
    const chosen = await row?.choose?.();
    if (row === undefined || chosen !== undefined) {
      return chosen;
    }
  }
}

class ConnectStart {
  readonly #picker = new Picker<ConnectStartRow>({ isOrderFixed: true });
  readonly #closing = new AbortController();
  /** What was read of a text that is hidden by now. */
  #hidden: StartReading | undefined;
  #firstRow: ConnectStartRow | undefined;
  #more: readonly ConnectStartRow[] = [];

  constructor(
    private readonly deps: ConnectStartDeps,
    private readonly options: ConnectStartOptions,
  ) {
    const { l10n } = vscode;
    this.#picker.title = l10n.t('Base URL of the Gateway');
    this.#picker.placeholder = l10n.t(
      'https://gateway.example/v1, or paste what your gateway shows',
    );
    this.#picker.step = 1;
    this.#picker.totalSteps = options.steps;
    this.#picker.ignoreFocusOut = true;
    this.#picker.matchOnDescription = true;
  }

  show(): Promise<ConnectStartRow | undefined> {
    const picker = this.#picker;
    return new Promise((resolve) => {
      const finish = (row: ConnectStartRow | undefined): void => {
        resolve(row);
        this.#closing.abort();
        picker.dispose();
      };
      picker.onDidChangeValue((text) => this.#read(text));
      picker.onDidAccept(() => {
        const [row] = picker.activeItems;
        if (row?.choose !== undefined) {
          finish(row);
        }
      });
      picker.onDidHide(() => finish(undefined));
      // A link is no reason to ask the ports of this computer.
      if (this.options.offered === undefined) {
        this.#more = this.#signInRows();
        void this.#addServers();
      }
      this.#showRows();
      picker.show();
    });
  }

  #signInRows(): readonly ConnectStartRow[] {
    const { l10n, QuickPickItemKind } = vscode;
    return [
      { label: l10n.t('without a key'), kind: QuickPickItemKind.Separator },
      ...signInGateways.map((gateway) => ({
        label: l10n.t('Sign In to {0}…', gateway.name),
        icon: 'link-external' as const,
        description: new URL(gateway.baseUrl).host,
        choose: () => this.deps.signIns.signIn(gateway),
      })),
    ];
  }

  async #addServers(): Promise<void> {
    const { l10n, env } = vscode;
    const { signal } = this.#closing;
    this.#picker.busy = true;
    const servers = await this.deps.findLocalServers(signal);
    if (signal.aborted) {
      return;
    }
    // Portico runs where the files are.
    const place =
      env.remoteName === undefined
        ? l10n.t('on this computer')
        : l10n.t('on {0}, where Portico runs', hostname());
    const rows = servers.map(({ name, baseUrl, modelCount }) => ({
      label: name,
      icon: 'vm' as const,
      description: [modelCountText(modelCount), place, baseUrl].join(' · '),
      choose: () => Promise.resolve({ baseUrl, needsNoKey: true as const }),
    }));
    this.#more = [...this.#more, ...rows];
    if (!this.#isEntered) {
      this.#showRows();
    }
    this.#picker.busy = false;
  }

  /** A text that may hold a key disappears at once; its rows stay until another text is typed. */
  #read(text: string): void {
    if (text !== '') {
      const reading = this.#readingOf(text);
      this.#hidden = reading.hasSecret ? reading : this.#keyAlone();
      if (reading.hasSecret) {
        this.#picker.value = '';
      }
    }
    this.#showRows();
  }

  #readingOf(text: string): StartReading {
    const { gateway } = this.deps;
    const link = readPastedLink(text, gateway);
    if (link === undefined) {
      return gateway.readSetup(text);
    }
    return link.ok
      ? { type: 'found', hasSecret: true, setups: [link.offered] }
      : { type: 'link', hasSecret: true, problem: link.problem };
  }

  #keyAlone(): StartReading | undefined {
    return this.#hidden?.type === 'key' ? this.#hidden : undefined;
  }

  /** Enter may arrive before VS Code shows these rows: none of the rows for another text may be accepted then. */
  #showRows(): void {
    const picker = this.#picker;
    const [active] = picker.activeItems;
    picker.items = this.#rows();
    const hasFirst = this.#firstRow !== undefined && this.options.offered === undefined;
    const [first] = hasFirst || this.#isEntered ? picker.items : [];
    const shown = picker.items.find((row) => row === active) ?? first;
    picker.activeItems = shown === undefined ? [] : [shown];
  }

  get #isEntered(): boolean {
    return this.#picker.value.trim() !== '' || this.#hidden !== undefined;
  }

  /** What was typed or pasted; without it the gateway of the link or the one in use, and what was found. */
  #rows(): readonly ConnectStartRow[] {
    const { l10n } = vscode;
    const { offered, previous, current } = this.options;
    const typed = this.#picker.value.trim();
    const hidden = this.#hidden;
    if (typed !== '') {
      const key = hidden?.type === 'key' ? { key: hidden.key } : undefined;
      return this.#readingRows(this.#readingOf(typed), key);
    }
    if (hidden !== undefined) {
      return this.#readingRows(hidden);
    }
    const parsed = this.deps.gateway.parseBaseUrl(current);
    const known = parsed.ok ? ({ baseUrl: parsed.baseUrl, isTyped: true } as const) : undefined;
    const first = offered ?? previous ?? known;
    const inUse = current === typedBaseUrl() && offered === undefined ? l10n.t('in use') : '';
    this.#firstRow ??= first && this.#row(first, inUse);
    return [...(this.#firstRow === undefined ? [] : [this.#firstRow]), ...this.#more];
  }

  #readingRows(reading: StartReading, key?: { readonly key: string }): readonly ConnectStartRow[] {
    if (reading.type === 'found') {
      const setups = reading.setups.map((setup): ChosenGateway => ({ ...key, ...setup }));
      return setups.map((setup) =>
        this.#row(isAddressAlone(setup) ? { ...setup, isTyped: true } : setup),
      );
    }
    const [label, ...more] = readingProblemTexts(reading, this.deps.gateway);
    const detail = more.length === 0 ? {} : { detail: joinSentences(...more) };
    const note = { label, ...detail, icon: 'warning', alwaysShow: true } as const;
    return reading.type === 'key' && reading.baseUrl !== undefined
      ? [this.#row({ baseUrl: reading.baseUrl, key: reading.key }), note]
      : [note];
  }

  /** @param remark the first of the facts; `''` if there is none */
  #row(chosen: ChosenGateway, remark = ''): ConnectStartRow {
    const { l10n } = vscode;
    const { baseUrl, key, name, model } = chosen;
    const parsed = this.deps.gateway.parseBaseUrl(baseUrl);
    const fingerprint = key === undefined ? '' : this.deps.gateway.fingerprint(key);
    const facts = [
      remark,
      name === undefined ? '' : `“${name}”`,
      key === undefined
        ? ''
        : fingerprint === ''
          ? l10n.t('with a key')
          : l10n.t('key ending in {0}', fingerprint),
      model === undefined ? '' : l10n.t('model {0}', model),
      ...presetTexts(chosen),
    ];
    const details = [
      ...hostWarnings(baseUrl, parsed.ok && parsed.isLoopback),
      joinItems(facts.filter((fact) => fact !== '')),
    ].filter((text) => text !== '');
    return {
      label: shownHost(new URL(baseUrl).host),
      icon: 'plug',
      address: baseUrl,
      ...(details.length === 0 ? {} : { detail: joinSentences(...details) }),
      alwaysShow: true,
      choose: () => Promise.resolve(chosen),
    };
  }
}

/** VS Code cuts the end of a row. In a window of 600 px that is where a long host says whose it is. */
function shownHost(host: string): string {
  return host.length > maxHostLength ? `…${host.slice(1 - maxHostLength)}` : host;
}

function isAddressAlone({ key, name, model, apiFormat }: ChosenGateway): boolean {
  return [key, name, model, apiFormat].every((value) => value === undefined);
}
