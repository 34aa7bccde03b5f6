// Identifies the requester of a model: VS Code's own chat, another extension, or unknown.
import { sep } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Requester } from '../node/extensionAccess';

/** No stable type has this (VS Code 1.139): `core`, or the ID of the extension in lower case. */
const optionsSchema = v.object({ requestInitiator: v.pipe(v.string(), v.nonEmpty()) });

/** VS Code's chat asks as `core` only where no extension is involved; its agent is this extension. */
const chatExtension = 'github.copilot-chat';

export function requesterOf(options: object): Requester {
  const parsed = v.safeParse(optionsSchema, options);
  if (!parsed.success) {
    return { type: 'unknown' };
  }
  const id = parsed.output.requestInitiator;
  return id === 'core' || isPartOfVsCode(id) ? { type: 'core' } : { type: 'extension', id };
}

/** Whether it is the chat extension that VS Code ships. One that the user installed has another folder. */
function isPartOfVsCode(id: string): boolean {
  if (id.toLowerCase() !== chatExtension) {
    return false;
  }
  const folder = vscode.extensions.getExtension(id)?.extensionUri;
  return folder?.scheme === 'file' && folder.fsPath.startsWith(`${vscode.env.appRoot}${sep}`);
}

/** The name and the ID of an extension; the ID alone if it runs in another extension host. */
export function extensionName(id: string): string {
  const manifest: unknown = vscode.extensions.getExtension(id)?.packageJSON;
  const parsed = v.safeParse(manifestSchema, manifest);
  return parsed.success ? `${parsed.output.displayName} (${id})` : id;
}

const manifestSchema = v.object({ displayName: v.pipe(v.string(), v.nonEmpty()) });
