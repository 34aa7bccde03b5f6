// Links that set up a gateway. A link stores, sends, fetches and switches nothing: it opens a dialog that names the host,
// and from there Connect, where the user chooses.
import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Clock } from '../../../base/clock';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { confirm, isDialogOpen, showInformation, showWarning } from '../../../platform/host/window';
import { readConnectLink, type OfferedGateway } from '../node/connectLink';
import { connectGateway, type ConnectDeps } from './connectGateway';
import { linkProblemTexts, presetTexts } from './connectTexts';
import { hostWarnings } from './hostWarnings';
import { shownCommand } from './shownCommand';

export interface ConnectLinksDeps extends ConnectDeps {
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
  /** Runs what takes the focus away from the chat, which gets it back if it had it. */
  readonly withFocusReturn: (run: () => Promise<void>) => Promise<void>;
}

/** A page can open many links without a click: all are dropped until none came for so long. */
const quietMs = 5_000;

export class ConnectLinks implements vscode.UriHandler {
  #isOpen = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ConnectLinksDeps) {}

  /** The address is not kept, logged or shown: it can hold a key. */
  async handleUri({ path, query, fragment }: vscode.Uri): Promise<void> {
    const { clock, reportError, signIns } = this.deps;
    if (signIns.handle({ path, query })) {
      return;
    }
    const isStorm = clock.now() - this.#lastAt < quietMs;
    this.#lastAt = clock.now();
    if (path !== '/connect' || isStorm) {
      return;
    }
    if (this.#isOpen || isDialogOpen()) {
      void showInformation(
        l10n.t(
          "A link to set up a gateway wasn't opened, because another dialog was open. Close it and open the link again.",
        ),
      );
      return;
    }
    this.#isOpen = true;
    try {
      const reading = readConnectLink({ query, fragment }, this.deps.gateway);
      if (reading.ok) {
        await this.deps.withFocusReturn(() => this.#review(reading.offered));
      } else {
        // VS Code keeps a notification that nobody closes.
        void showWarning(joinSentences(...linkProblemTexts(reading.problem)));
      }
    } catch (error) {
      reportError(error);
    } finally {
      this.#isOpen = false;
    }
  }

  async #review(offered: OfferedGateway): Promise<void> {
    const { host } = new URL(offered.baseUrl);
    const question = l10n.t(
      'A link wants to set up {0}. Your questions and files would go there.',
      host,
    );
    if (await confirm(question, l10n.t('Review…'), await this.#facts(offered))) {
      await connectGateway(this.deps, {}, offered);
    }
  }

  /** What the link brings, and what there is already. */
  async #facts(offered: OfferedGateway): Promise<readonly string[]> {
    const { baseUrl, key, keyCommand, name } = offered;
    const { gateway, gateways, vault, keyCommands } = this.deps;
    const parsed = gateway.parseBaseUrl(baseUrl);
    const { origin, host } = new URL(baseUrl);
    const current = await gateways.current();
    const labels = await vault.labels(origin);
    const keys = await Promise.all(labels.map((label) => vault.get({ origin, label })));
    const facts = [
      l10n.t('Address: {0}', baseUrl),
      ...hostWarnings(baseUrl, parsed.ok && parsed.isLoopback),
      ...(current === undefined || current.origin === origin
        ? []
        : [l10n.t('Portico uses {0} now.', new URL(current.origin).host)]),
      ...(name === undefined ? [] : [l10n.t('The link calls it “{0}”.', name)]),
      ...(key === undefined ? [] : [keyText(host, keys, key)]),
      ...presetTexts(offered),
    ];
    if (keyCommand !== undefined && key !== undefined) {
      facts.push(l10n.t("Its key command isn't used, because the link brings a key."));
    } else if (keyCommand !== undefined && keyCommands.isSet(origin)) {
      facts.push(l10n.t('Your own key command for {0} stays.', host));
    } else if (keyCommand !== undefined) {
      facts.push(
        ...(labels.length === 0
          ? []
          : [l10n.t('“portico.keyCommand” takes precedence over a stored key for {0}.', host)]),
        l10n.t('The link brings a command that prints the key. You are asked before it runs:'),
        // Alone, so that no argument can pass for a sentence of Portico.
        shownCommand(keyCommand),
      );
    }
    return facts;
  }
}

/** @param stored the keys for the host; one that VS Code does not return is undefined */
function keyText(host: string, stored: readonly (string | undefined)[], key: string): string {
  if (stored.includes(key)) {
    return l10n.t('The link brings the key that is stored for {0}.', host);
  }
  return stored.length > 0
    ? l10n.t('A key for {0} is stored. The key of the link is added beside it.', host)
    : l10n.t('The link brings a key.');
}
