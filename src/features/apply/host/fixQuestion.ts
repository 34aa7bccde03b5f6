// Puts a question about the errors that a change has led to into the message box, which the user sends.
import * as vscode from 'vscode';
import { fenced } from '../../../base/text/codeFence';
import type { Chat } from '../../../chat/host/chat';
import { showInformation } from '../../../platform/host/window';
import { isRefusal } from '../../../workspace/host/attachResult';
import { fileAttachment } from '../../../workspace/host/fileAttachment';
import { filePlace } from '../../../workspace/host/filePlace';
import { problemText } from '../../../workspace/host/problemsAttachment';
import type { ErrorsOfFile } from '../node/errorWatch';
import { isIgnored, prepareQuestion } from './redoQuestion';
import type { LanguageError } from './reportedErrors';

/** A renamed type can break each of its uses; a model needs no more of them to fix them all. */
const maxErrors = 50;

/** Nothing is said of files whose name suggests secrets or that are ignored. */
export async function askToFix(
  chat: Chat,
  files: readonly ErrorsOfFile<LanguageError>[],
): Promise<void> {
  const { l10n } = vscode;
  const lines: string[] = [];
  const attachments = [];
  for (const { uri: key, errors } of files) {
    const uri = vscode.Uri.parse(key, true);
    const { name, isInside, isSecret } = await filePlace(uri);
    if (!isInside || isSecret || (await isIgnored(uri))) {
      continue;
    }
    lines.push(...errors.map(({ diagnostic }) => `${name}:${problemText(diagnostic)}`));
    const attachment = await fileAttachment(uri);
    if (!isRefusal(attachment)) {
      attachments.push(attachment);
    }
  }
  if (lines.length === 0) {
    void showInformation(
      l10n.t(
        'The files with these errors may hold secrets or are ignored. Attach them yourself if the model may see them.',
      ),
    );
    return;
  }
  const block = fenced(lines.slice(0, maxErrors).join('\n'), '');
  prepareQuestion(chat, `${l10n.t('Fix these errors:')}\n\n${block}`, attachments);
}
