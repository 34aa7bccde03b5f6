// Attaches text of the active terminal. VS Code's API has no text of terminals except what arrives from now on, and
// recording that would read unasked; so VS Code's own copy commands are used, and the clipboard is restored.
import * as vscode from 'vscode';
import { screenText } from '../../../../base/text/screenText';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { showInformation } from '../../../../platform/host/window';
import { refuse, textAttachment, type AttachResult } from '../../../../workspace/host/attachResult';
import { labeledBlock } from '../../../../workspace/node/labeledBlock';
import type { AttachmentRow, AttachTarget } from './attachmentRow';

type TerminalText = 'lastCommand' | 'selection';

const copyCommands = {
  lastCommand: 'workbench.action.terminal.copyLastCommandAndLastCommandOutput',
  selection: 'workbench.action.terminal.copySelection',
} as const;

/** The end of a longer text is attached: the errors are there. */
const maxTerminalLength = 200_000;

export function terminalRows(): readonly AttachmentRow[] {
  const { l10n } = vscode;
  const { icon } = kindTraits.terminal;
  return [
    {
      id: 'terminal',
      label: l10n.t('Terminal: Last Command'),
      icon,
      attachTo: (target) => attachTerminal(target, 'lastCommand'),
    },
    {
      id: 'terminalSelection',
      label: l10n.t('Terminal: Selection'),
      icon,
      attachTo: (target) => attachTerminal(target, 'selection'),
    },
  ];
}

/** Resolves to whether the text is attached. */
export async function attachTerminal(
  { add }: Pick<AttachTarget, 'add'>,
  which: TerminalText,
): Promise<boolean> {
  const isAttached = add(await terminalAttachment(which));
  if (isAttached) {
    const text = vscode.l10n.t(
      'The terminal text was read through the clipboard. Its previous text was restored.',
    );
    void showInformation(text);
  }
  return isAttached;
}

async function terminalAttachment(which: TerminalText): Promise<AttachResult> {
  const { activeTerminal } = vscode.window;
  const { l10n } = vscode;
  if (activeTerminal === undefined) {
    return refuse(l10n.t('No terminal is open.'));
  }
  const copied = screenText(await copyFromTerminal(which));
  if (copied.trim() === '') {
    return refuse(
      which === 'selection'
        ? l10n.t('Nothing is selected in the terminal.')
        : l10n.t('There is no command with output. Shell integration may be off in this terminal.'),
    );
  }
  const isCut = copied.length > maxTerminalLength;
  const content = isCut ? copied.slice(-maxTerminalLength) : copied;
  const { name } = activeTerminal;
  const details = [
    { label: '', value: which === 'selection' ? 'selection' : 'last command' },
    ...(isCut ? [{ label: 'end only, characters:', value: String(maxTerminalLength) }] : []),
  ];
  return textAttachment({
    kind: 'terminal',
    name: which === 'selection' ? l10n.t('Selection of {0}', name) : l10n.t('Terminal {0}', name),
    text: labeledBlock({ title: 'Terminal', name, details, content }),
    ...(isCut ? { isExcerpt: true } : {}),
  });
}

/** Settles after the last copy: another one at the same time would take what this one copies for the user's text. */
let lastCopy: Promise<unknown> = Promise.resolve();

function copyFromTerminal(which: TerminalText): Promise<string> {
  const copied = lastCopy.then(() => copyThroughClipboard(which));
  lastCopy = copied.catch(() => undefined);
  return copied;
}

/** VS Code's API to the clipboard has texts only: an image in it is lost. */
async function copyThroughClipboard(which: TerminalText): Promise<string> {
  const { clipboard } = vscode.env;
  const previous = await clipboard.readText();
  // The command copies nothing if there is nothing to copy.
  await clipboard.writeText('');
  try {
    await vscode.commands.executeCommand(copyCommands[which]);
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(previous);
  }
}
