// Instruction files of the workspace: those that the user has chosen are attached to the first question of each chat.
// None is read before the user chooses it, and none in an untrusted workspace.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Chat } from '../../../chat/host/chat';
import { isBlank } from '../../../chat/host/chatRegistry';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { showInformation, showPickMany } from '../../../platform/host/window';
import { isRefusal, type AttachResult } from '../../../workspace/host/attachResult';
import { workspaceFileAccess } from '../../../workspace/host/fileAccess';
import { fileAttachment } from '../../../workspace/host/fileAttachment';
import { filePlace } from '../../../workspace/host/filePlace';
import { attachResult } from '../../attachments/host/attach';
import { instructionsKey } from './instructionsKey';

const paths = ['AGENTS.md', '.github/copilot-instructions.md'];
const uris = v.fallback(v.array(v.string()), []);

export interface InstructionFilesDeps {
  /** The workspace's memento. */
  readonly memento: vscode.Memento;
  readonly current: () => Chat;
}

export class InstructionFiles {
  readonly #deps: InstructionFilesDeps;
  /** A file that the user removed from a chat is not attached there again. */
  readonly #attachedTo = new WeakSet<Chat>();

  constructor(deps: InstructionFilesDeps) {
    this.#deps = deps;
  }

  /** Lets the user choose the files for this workspace. */
  async choose(): Promise<void> {
    const { l10n } = vscode;
    const { memento, current } = this.#deps;
    if (!vscode.workspace.isTrusted) {
      const text = l10n.t('Trust this workspace to use its instruction files.');
      void showInformation(text);
      return;
    }
    const found = await existingFiles();
    if (found.length === 0) {
      const text = l10n.t('This workspace has none of these files: {0}', joinItems(paths));
      void showInformation(text);
      return;
    }
    const chosen = v.parse(uris, memento.get(instructionsKey));
    const rows = found.map(({ uri, name }) => ({
      label: name,
      picked: chosen.includes(uri.toString()),
      uri,
    }));
    const title = l10n.t('Select Instruction Files for New Chats');
    const picked = await showPickMany(rows, { title });
    if (picked === undefined) {
      return;
    }
    await memento.update(
      instructionsKey,
      picked.map(({ uri }) => uri.toString()),
    );
    const chat = current();
    const { draft } = chat;
    draft.update({ attachments: draft.attachments.filter(({ kind }) => kind !== 'instructions') });
    this.#attachedTo.delete(chat);
    await this.attachTo(chat);
  }

  /** Attaches the chosen files to a chat without questions, once. */
  async attachTo(chat: Chat): Promise<void> {
    if (!vscode.workspace.isTrusted || !isBlank(chat) || this.#attachedTo.has(chat)) {
      return;
    }
    this.#attachedTo.add(chat);
    const chosen = v.parse(uris, this.#deps.memento.get(instructionsKey));
    for (const { uri } of await existingFiles()) {
      const result = chosen.includes(uri.toString()) ? await instructions(uri) : undefined;
      if (result !== undefined && !isRefusal(result) && isBlank(chat)) {
        attachResult(chat.draft, result);
      }
    }
  }
}

async function instructions(uri: vscode.Uri): Promise<AttachResult> {
  const result = await fileAttachment(uri);
  return isRefusal(result) ? result : { ...result, kind: 'instructions' };
}

async function existingFiles(): Promise<
  readonly { readonly uri: vscode.Uri; readonly name: string }[]
> {
  const { workspaceFolders = [] } = vscode.workspace;
  const candidates = workspaceFolders.flatMap((folder) =>
    paths.map((path) => vscode.Uri.joinPath(folder.uri, path)),
  );
  const found = await Promise.all(
    candidates.map(async (uri) => {
      const { name, isInside } = await filePlace(uri);
      return isInside && (await workspaceFileAccess.stat(uri))?.isFile === true
        ? [{ uri, name }]
        : [];
    }),
  );
  return found.flat();
}
