// Shows how the code of two answers to the same question differs, in VS Code's diff editor.
import { l10n } from 'vscode';
import {
  findAnswer,
  type Answer,
  type Conversation,
} from '../../../conversation/common/conversation';
import { partTexts } from '../../../conversation/common/toolRound';
import { readCodeBlocks } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import type { TextPreview } from '../../../platform/host/textPreview';
import { showInformation, showPick } from '../../../platform/host/window';
import { namedFile } from '../node/namedFile';

export interface CompareDeps {
  readonly preview: Pick<TextPreview, 'compare'>;
}

/** @param messageId an answer beside the one from which the next question continues */
export async function compareCode(
  { preview }: CompareDeps,
  conversation: Conversation,
  messageId: string,
): Promise<void> {
  const other = findAnswer(conversation, messageId);
  const chosen = conversation.messages.find(
    (message): message is Answer =>
      message.kind === 'answer' && message.questionId === other?.questionId,
  );
  if (chosen === undefined || other === undefined) {
    return;
  }
  const [before, after] = [codeByFile(chosen), codeByFile(other)];
  const rows = [...before.keys()].filter((file) => after.has(file)).map((label) => ({ label }));
  const title = `${chosen.model} ↔ ${other.model}`;
  const picked = rows.length > 1 ? await showPick(rows, { title }) : rows[0];
  if (picked !== undefined) {
    const { label } = picked;
    await preview.compare(label, `${label} (${title})`, [
      { place: chosen.id, text: before.get(label) ?? '' },
      { place: other.id, text: after.get(label) ?? '' },
    ]);
  } else if (rows.length === 0) {
    void showInformation(l10n.t('The two answers have no code for the same file.'));
  }
}

/** The code blocks by the file that the answer names for them, those without one by their language. */
function codeByFile(answer: Answer): ReadonlyMap<string, string> {
  const blocks = partTexts(answer).flatMap(readCodeBlocks);
  const byFile = Map.groupBy(
    blocks,
    (block) => namedFile(block) ?? (readFenceInfo(block.info).language || l10n.t('Code')),
  );
  return new Map(
    [...byFile].map(([file, parts]) => [file, `${parts.map(({ code }) => code).join('\n\n')}\n`]),
  );
}
