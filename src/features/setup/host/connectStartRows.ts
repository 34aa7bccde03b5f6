// The rows of Connect's first step that need no address: gateways to sign in to, servers on this computer.
import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { modelCountText } from '../../../platform/host/text/numberText';
import type { LocalServer } from '../node/localServers';
import { signInGateways } from '../node/signIn';
import type { ConnectStartRow } from './connectStart';
import type { SignIns } from './signInToGateway';

export interface ConnectStartRowsDeps {
  readonly signIns: SignIns;
  /** Asks the ports of this computer; ends by itself. */
  readonly findLocalServers: (signal: AbortSignal) => AsyncIterable<LocalServer>;
}

/** In the order in which they are found; call it only while the user looks at the list. */
export async function* connectStartRows(
  { signIns, findLocalServers }: ConnectStartRowsDeps,
  signal: AbortSignal,
): AsyncGenerator<readonly ConnectStartRow[]> {
  const { l10n, env, QuickPickItemKind } = vscode;
  yield [
    { label: l10n.t('without a key'), kind: QuickPickItemKind.Separator },
    ...signInGateways.map((gateway) => ({
      label: l10n.t('Sign In to {0}…', gateway.name),
      icon: 'link-external' as const,
      description: new URL(gateway.baseUrl).host,
      choose: () => signIns.signIn(gateway),
    })),
  ];
  // Portico runs where the files are.
  const place =
    env.remoteName === undefined
      ? l10n.t('on this computer')
      : l10n.t('on {0}, where Portico runs', hostname());
  for await (const { name, baseUrl, modelCount } of findLocalServers(signal)) {
    yield [
      {
        label: name,
        icon: 'vm',
        address: baseUrl,
        description: `${place} · ${modelCountText(modelCount)}`,
        choose: () => Promise.resolve({ baseUrl, needsNoKey: true }),
      },
    ];
  }
}
