// A key that a program prints. LiteLLM's own signs in by the browser and renews the token by itself
// (https://docs.litellm.ai/docs/proxy/cli_sso).
import * as vscode from 'vscode';
import type { Failure } from '../../../gateway/common/failure';
import { failureSentence } from '../../../platform/host/text/failureText';
import { choose } from '../../../platform/host/window';
import { inputName } from './gatewayInputs';
import type { KeyCommands } from './keyCommands';
import { keyCommandFor, parseKeyCommand } from './setupSettings';

/** To save in `portico.keyCommand`, and the key that it has printed. */
export interface TriedKeyCommand {
  readonly command: readonly string[];
  readonly key: string;
}

/**
 * Lets the user edit the key command and runs it, after the consent that each command needs. Saves nothing. If it prints
 * no key, says why and what helps, and asks again. Undefined when canceled.
 * @param origin where users sign in: a token for `127.0.0.1` is not one for `localhost`
 * @param given a command that was chosen already: it is run first
 */
export async function offerKeyCommand(
  keyCommands: Pick<KeyCommands, 'tryCommand'>,
  origin: string,
  given?: readonly string[],
): Promise<TriedKeyCommand | undefined> {
  let shown: readonly string[] = given ?? ['lite', '--base-url', origin, 'auth', 'print-token'];
  for (let command = given; ; command = undefined) {
    command ??= await inputKeyCommand(origin, shown);
    if (command === undefined) {
      return undefined;
    }
    const key = await keyCommands.tryCommand(origin, command);
    if (typeof key === 'string') {
      return { command, key };
    }
    await explain(key, command);
    shown = command;
  }
}

async function inputKeyCommand(
  origin: string,
  shown: readonly string[],
): Promise<readonly string[] | undefined> {
  const { l10n } = vscode;
  const typed = await inputName({
    title: l10n.t('Key Command for {0}', new URL(origin).host),
    prompt: loginCommand(shown)
      ? l10n.t(
          "A program that prints the key, and its arguments. This is LiteLLM's, which also renews the key. Press Enter to run it.",
        )
      : l10n.t('A program that prints the key, and its arguments. Press Enter to run it.'),
    placeholder: '["op", "read", "op://work/gateway/key"]',
    value: JSON.stringify(shown),
    problem: (text) =>
      parseKeyCommand(text) === undefined
        ? l10n.t('Enter a program and its arguments as a list, such as {0}.', '["lite", "auth"]')
        : undefined,
  });
  return typed === undefined ? undefined : parseKeyCommand(typed);
}

/** Where the program or a token is missing, with the command that signs in. */
async function explain(failure: Failure, command: readonly string[]): Promise<void> {
  const { l10n, env } = vscode;
  const problem = failure.keyCommandProblem;
  // The user's own decision.
  if (problem === 'declined' || problem === 'canceled') {
    return;
  }
  const login = loginCommand(command);
  const isHelpful = problem === 'notFound' || problem === 'exitCode' || problem === 'noKey';
  if (login === undefined || !isHelpful) {
    await choose(failureSentence(failure, undefined), []);
    return;
  }
  const copy = l10n.t('Copy Command');
  const sentence =
    problem === 'notFound'
      ? l10n.t(
          "LiteLLM's command line wasn't found. Install it, or enter its absolute path: VS Code may have a shorter PATH than your terminal.",
        )
      : l10n.t("LiteLLM's command line printed no key. You may not be signed in.");
  const advice = l10n.t('Sign in with this command in a terminal, then press Enter here:');
  // The command comes last and alone, so that it can be copied from the dialog, too.
  if ((await choose(sentence, [copy], [advice, login])) === copy) {
    await env.clipboard.writeText(login);
  }
}

/** The command that signs in where the settings have LiteLLM's for a host. */
export function signInCommand(host: string): string | undefined {
  return loginCommand(keyCommandFor(`https://${host}`) ?? keyCommandFor(`http://${host}`) ?? []);
}

/**
 * The command that signs in where a command prints LiteLLM's token. It has the same program and address, since it prints no
 * token of another one (https://github.com/BerriAI/litellm/blob/main/litellm/proxy/client/cli/main.py).
 */
function loginCommand(command: readonly string[]): string | undefined {
  return command.slice(-2).join(' ') === 'auth print-token'
    ? [...command.slice(0, -2), 'login', '--pkce'].map(quoted).join(' ')
    : undefined;
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
