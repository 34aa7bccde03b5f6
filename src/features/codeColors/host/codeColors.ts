// The colors of code in the chat view: those of VS Code's active color theme.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { CommandHandlers } from '../../../chat/host/chat';
import type { WindowState } from '../../../chat/node/windowState';
import { recordValue } from '../../../platform/host/settings';
import type { CodeColorsCommand } from '../common/codeColorsViewCommands';
import { codeStyles } from '../node/codeScopes';
import type { ColorRule } from '../node/colorRules';
import { customRules } from '../node/customRules';
import { readTheme } from '../node/themeFile';

const customizationsSetting = 'editor.tokenColorCustomizations';

/** The part of an extension's package.json that declares color themes. */
const manifest = v.object({
  contributes: v.object({
    themes: v.array(
      v.object({ id: v.optional(v.string()), label: v.optional(v.string()), path: v.string() }),
    ),
  }),
});

export interface CodeColorsDeps {
  readonly windowState: WindowState;
  readonly reportError: (error: unknown) => void;
}

export class CodeColors implements Disposable {
  readonly #listening: Disposable;
  #themeId = '';
  /** Undefined if the theme cannot be read here: in a remote window it may be on the user's side only. */
  #rules: readonly ColorRule[] | undefined;

  constructor(private readonly deps: CodeColorsDeps) {
    this.#listening = new DisposableStore(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(customizationsSetting)) this.#update();
      }),
      // A theme may be shown before it is listed here, just after it was installed.
      vscode.extensions.onDidChange(() => void this.#read()),
    );
  }

  readonly commands: CommandHandlers<CodeColorsCommand> = {
    themeShown: ({ id }) => this.#show(id),
  };

  dispose(): void {
    this.#listening.dispose();
  }

  async #show(themeId: string): Promise<void> {
    // Each page says it when it starts.
    if (themeId === this.#themeId) return;
    this.#themeId = themeId;
    await this.#read();
  }

  async #read(): Promise<void> {
    const themeId = this.#themeId;
    const rules = await rulesOf(themeId).catch((error: unknown) => {
      this.deps.reportError(error);
      return undefined;
    });
    // The user may have gone on to another one.
    if (themeId === this.#themeId) {
      this.#rules = rules;
      this.#update();
    }
  }

  #update(): void {
    const settings = recordValue(vscode.workspace.getConfiguration().get(customizationsSetting));
    this.deps.windowState.update({
      type: 'codeStyles',
      codeStyles:
        this.#rules && codeStyles([...this.#rules, ...customRules(settings, this.#themeId)]),
    });
  }
}

async function rulesOf(themeId: string): Promise<readonly ColorRule[] | undefined> {
  for (const { extensionUri, packageJSON } of vscode.extensions.all) {
    const parsed = v.safeParse(manifest, packageJSON);
    const themes = parsed.success ? parsed.output.contributes.themes : [];
    const theme = themes.find(({ id, label }) => (id ?? label) === themeId);
    if (theme !== undefined) {
      const read = async (path: string): Promise<string> =>
        new TextDecoder().decode(
          await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, path)),
        );
      return readTheme(read, theme.path);
    }
  }
  return undefined;
}
