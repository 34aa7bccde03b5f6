// Registers and runs commands by ID. Features declare the IDs, and the arguments beside what handles them.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';

type Handler = (...args: readonly unknown[]) => unknown;

/** Registers all commands that a feature declares: one without a handler does not compile. */
export function registerCommands<N extends string>(
  ids: Readonly<Record<N, string>>,
  handlers: Readonly<Record<N, Handler>>,
): Disposable {
  const handlerOf: Readonly<Record<string, Handler>> = handlers;
  const disposables = new DisposableStore();
  for (const [name, id] of Object.entries<string>(ids)) {
    const run = handlerOf[name];
    if (run !== undefined) {
      disposables.add(vscode.commands.registerCommand(id, run));
    }
  }
  return disposables;
}

/**
 * A command handler whose argument is undefined if the caller passed none or an invalid one. Anybody may run a command,
 * so the argument is parsed.
 */
export function withArgument<T>(
  schema: v.GenericSchema<unknown, T>,
  run: (argument: T | undefined) => unknown,
): Handler {
  return (argument) => {
    const parsed = v.safeParse(schema, argument);
    return run(parsed.success ? parsed.output : undefined);
  };
}

/** Runs a command of any feature; a contract test finds IDs that none declares. */
export function runCommand<R = void>(id: `portico.${string}`, argument?: unknown): Thenable<R> {
  return argument === undefined
    ? vscode.commands.executeCommand(id)
    : vscode.commands.executeCommand(id, argument);
}

/** Schemas of arguments use this for URIs. */
export const uriArgument = v.custom<vscode.Uri>((value) => value instanceof vscode.Uri);
