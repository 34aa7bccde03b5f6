// The system prompt that a workspace sets. It acts on every answer, so the user reviews it once by its content before it is
// sent, as with a prompt file, and the message box says that it is in force.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { onDidChangeSetting, settingsReader, textValue } from '../../../platform/host/settings';
import { choose } from '../../../platform/host/window';
import { modelsContributions } from './modelsContributions';

const key = 'portico.reviewedSystemPrompts';
/** Whether the user has allowed the prompt with this digest. */
const reviews = v.fallback(v.record(v.string(), v.boolean()), {});

const { userAndWorkspaceValues } = settingsReader(modelsContributions.settings);

export interface WorkspacePromptDeps {
  /** The workspace's memento. */
  readonly memento: vscode.Memento;
  /** Shows a text in an editor; what it returns closes that. */
  readonly preview: {
    readonly showText: (name: string, text: string) => Promise<() => Promise<void>>;
  };
}

export class WorkspacePrompt implements Disposable {
  readonly #deps: WorkspacePromptDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<undefined>());

  /** Fires when `isInForce` may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: WorkspacePromptDeps) {
    this.#deps = deps;
    this.#disposables.add(
      onDidChangeSetting(['portico.systemPrompt'], () => this.#changed.fire(undefined)),
    );
  }

  /** The system prompt of requests: the user's, unless the workspace has another one that the user has allowed. */
  get sent(): string {
    const { own, workspace } = prompts();
    return workspace === '' || this.isInForce ? (workspace ?? own) : own;
  }

  get isInForce(): boolean {
    const text = textToReview();
    return text !== undefined && this.#reviews()[digestOf(text)] === true;
  }

  /** Asks about a prompt that the user has not seen. False if the question is not to be sent. */
  async review(): Promise<boolean> {
    const text = textToReview();
    if (text === undefined || digestOf(text) in this.#reviews()) {
      return true;
    }
    const { l10n } = vscode;
    const close = await this.#deps.preview.showText(nameText(), text);
    const [use, refuse] = [l10n.t('Use'), l10n.t("Don't Use")];
    const clicked = await choose(
      l10n.t("Use this workspace's system prompt?"),
      [use, refuse],
      [
        l10n.t(
          'It comes from the workspace, not from you, and goes along with every question. The editor shows its text.',
        ),
        l10n.t('To read all of a long text, cancel: the question stays in the message box.'),
      ],
    );
    if (clicked === undefined) {
      return false;
    }
    const reviewed = { ...this.#reviews(), [digestOf(text)]: clicked === use };
    await this.#deps.memento.update(key, reviewed);
    this.#changed.fire(undefined);
    await close();
    return true;
  }

  async show(): Promise<void> {
    await this.#deps.preview.showText(nameText(), this.sent);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #reviews(): Readonly<Record<string, boolean>> {
    return v.parse(reviews, this.#deps.memento.get(key));
  }
}

/** In an untrusted workspace, the setting has no effect. */
function prompts(): { readonly own: string; readonly workspace: string | undefined } {
  const { user, workspace } = userAndWorkspaceValues('portico.systemPrompt');
  const isSet = vscode.workspace.isTrusted && typeof workspace === 'string';
  return { own: textValue(user), workspace: isSet ? workspace : undefined };
}

/** Undefined if the workspace adds nothing of its own to requests. */
function textToReview(): string | undefined {
  const { own, workspace = '' } = prompts();
  return workspace === '' || workspace === own ? undefined : workspace;
}

function nameText(): string {
  return vscode.l10n.t('System prompt of the workspace');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
