// Portico's commands with typed arguments, for those who register a command and those who run one.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { commandIds } from './contributions';
import { exportFormats } from '../../features/transfer/host/exportFile';

export type CommandName = keyof typeof commandIds;

const uri = v.custom<vscode.Uri>((value) => value instanceof vscode.Uri);

/** The code that a question is about; without it, the editor's selection. */
const codePlace = v.object({
  uri,
  range: v.custom<vscode.Range>((value) => value instanceof vscode.Range),
  isProblem: v.exactOptional(v.boolean()),
});

/** What the context menu of a message passes. */
const messageArgument = v.object({ messageId: v.string() });

/** The commands that take an argument. Anybody may run a command, so the argument is parsed. */
const commandArguments = {
  /** Skips the questions that it answers. Without `label` it sets the key in use. */
  setApiKey: v.object({
    baseUrl: v.exactOptional(v.string()),
    key: v.exactOptional(v.string()),
    label: v.exactOptional(v.string()),
  }),
  /** A model ID, selected without asking. */
  selectModel: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  /** The gateway to switch to without asking. */
  switchGateway: v.object({ baseUrl: v.string(), keyLabel: v.exactOptional(v.string()) }),
  /** Skips the questions that it answers. `id`: the chat to export instead of the open one. */
  exportChat: v.object({
    format: v.optional(v.picklist(exportFormats)),
    chats: v.optional(v.picklist(['this', 'all'])),
    id: v.optional(v.string()),
    uri: v.optional(uri),
  }),
  copySelection: v.object({ selectedText: v.string() }),
  copyMessage: messageArgument,
  editQuestion: messageArgument,
  forkChat: messageArgument,
  copyQuestionWithContext: messageArgument,
  explain: codePlace,
  fix: codePlace,
  improve: codePlace,
  document: codePlace,
  writeTests: codePlace,
  /** The files to import; without them a dialog asks. */
  importChats: v.object({ uris: v.optional(v.array(uri)) }),
};

type Schemas = typeof commandArguments;

export type CommandArgument<N extends keyof Schemas> = v.InferOutput<Schemas[N]>;

/** A command handler whose argument is undefined if the caller passed none or an invalid one. */
export function withArgument<N extends keyof Schemas>(
  name: N,
  run: (argument: CommandArgument<N> | undefined) => unknown,
): (argument: unknown) => unknown {
  const schema: Schemas[N] = commandArguments[name];
  return (argument) => {
    const parsed = v.safeParse(schema, argument);
    return run(parsed.success ? parsed.output : undefined);
  };
}

/** The commands that return something; a model's ID is undefined if none was chosen. */
interface CommandResults {
  readonly selectModel: string | undefined;
  readonly switchGateway: string | undefined;
}

export function runCommand<N extends CommandName>(
  name: N,
  ...argument: N extends keyof Schemas ? [argument?: CommandArgument<N>] : []
): Thenable<N extends keyof CommandResults ? CommandResults[N] : void> {
  return vscode.commands.executeCommand(commandIds[name], ...argument);
}
