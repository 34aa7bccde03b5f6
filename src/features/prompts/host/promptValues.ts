// Values of a prompt's variables: the user types those of `${input:…}`, the others come from the editor.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import { escapeName, visibleText } from '../../../base/text/visibleText';
import { maxTextLength, type Attachment } from '../../../conversation/common/attachment';
import {
  isRefusal,
  refuse,
  type AttachResult,
  type Refusal,
} from '../../../workspace/host/attachResult';
import { fileAttachment } from '../../../workspace/host/fileAttachment';
import { selectionAttachment } from '../../../workspace/host/rangeAttachment';
import { inputName } from '../../setup/host/gatewayInputs';
import {
  expandVariables,
  insertedLength,
  variablesOf,
  type EditorVariable,
  type PromptInput,
} from '../node/promptVariables';

export interface ExpandedPrompt {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Undefined if the user cancels. */
export async function expandPrompt(
  name: string,
  text: string,
  editor: vscode.TextEditor | undefined,
): Promise<ExpandedPrompt | Refusal | undefined> {
  const variables = variablesOf(text);
  const attachments: Attachment[] = [];
  const values = new Map<EditorVariable, string>();
  for (const variable of variables.editor) {
    if (editor === undefined) {
      return refuse(vscode.l10n.t('The prompt {0} needs an open file.', name));
    }
    const value = await editorValue(variable, editor);
    if (typeof value !== 'string') {
      if (isRefusal(value)) {
        return value;
      }
      attachments.push(value);
      values.set(variable, `\`${escapeName(value.name)}\``);
    } else {
      values.set(variable, value);
    }
  }
  const inputs = await askInputs(name, variables.inputs);
  if (inputs === undefined) {
    return undefined;
  }
  const allValues = { inputs, editor: values };
  // A prompt may have a variable thousands of times, each with a long value.
  return insertedLength(text, allValues) > maxTextLength
    ? refuse(vscode.l10n.t('With its values, the prompt {0} is too long. The limit is 1 MB.', name))
    : { text: expandVariables(text, allValues), attachments };
}

async function askInputs(
  promptName: string,
  inputs: readonly PromptInput[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const values = new Map<string, string>();
  for (const { name, placeholder = '' } of inputs) {
    const value = await inputName({
      title: promptName,
      prompt: vscode.l10n.t('Value of “{0}” in the prompt', name),
      placeholder,
      problem: () => undefined,
    });
    if (value === undefined) {
      return undefined;
    }
    values.set(name, value);
  }
  return values;
}

/** An attachment is named in the text; its content is in the attachment, where the user sees it. */
async function editorValue(
  variable: EditorVariable,
  editor: vscode.TextEditor,
): Promise<string | AttachResult> {
  const { document } = editor;
  const { path } = document.uri;
  const baseName = posix.basename(path);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  switch (variable) {
    case 'selection':
      return selectionAttachment(editor);
    case 'selectedText':
      return selectedText(editor);
    case 'file':
      return fileAttachment(document.uri);
    case 'fileBasename':
      return baseName;
    case 'fileBasenameNoExtension':
      return baseName.replace(/(?<=.)\.[^.]*$/u, '');
    case 'fileDirname':
      return pathOf(vscode.Uri.joinPath(document.uri, '..'));
    case 'workspaceFolder':
      return folder === undefined ? '' : pathOf(folder.uri);
    case 'workspaceFolderBasename':
      return folder?.name ?? '';
    default:
      return assertNever(variable);
  }
}

function selectedText({ document, selection }: vscode.TextEditor): string | Refusal {
  if (selection.isEmpty) {
    return refuse(vscode.l10n.t('Nothing is selected.'));
  }
  const text = document.getText(selection);
  return text.length > maxTextLength
    ? refuse(vscode.l10n.t('The selection is too long for a prompt. The limit is 1 MB.'))
    : visibleText(text).text;
}

function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.path;
}
