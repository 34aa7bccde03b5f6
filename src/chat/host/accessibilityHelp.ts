// AccessibilityHelp: a read-only document for keyboard and screen reader users, which Alt+F1 opens while the chat has the
// focus.
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Disposable } from '../../base/disposable';

const scheme = 'portico-help';
const uri = vscode.Uri.from({ scheme, path: '/accessibility.md' });

export class AccessibilityHelp implements Disposable {
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: helpText,
  });

  async show(): Promise<void> {
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** Markdown. */
function helpText(): string {
  return [
    `# ${l10n.t('Portico: accessibility help')}`,
    l10n.t(
      'The chat has two parts: the conversation, which has one article per message, and the message box below it. The name of an article begins with “You” or “Assistant”. In the browse mode of your screen reader, you can read an answer line by line.',
    ),
    `## ${l10n.t('Keys')}`,
    keys()
      .map(([key, effect]) => `- ${l10n.t('{0}: {1}', key, effect)}`)
      .join('\n'),
    `## ${l10n.t('Announcements')}`,
    l10n.t(
      'Portico announces when an answer starts, is retried, ends or fails. The setting “portico.accessibility.announce” decides whether the text of answers is spoken too: by sentences while it arrives (“sentences”), all at the end (“end”), or not (“off”).',
    ),
    l10n.t('All commands are in the Command Palette: type “Portico”.'),
    '',
  ].join('\n\n');
}

function keys(): readonly (readonly [string, string])[] {
  return [
    [l10n.t('Ctrl+Alt+P (macOS: Cmd+Alt+P)'), l10n.t('Focus the message box from anywhere.')],
    [l10n.t('F6'), l10n.t('Leave the chat for the next part of the window; Shift+F6 goes back.')],
    [
      l10n.t('Enter'),
      l10n.t('Send the message, or add it to the queue while an answer is running.'),
    ],
    [l10n.t('Escape'), l10n.t('Stop the running answer, or close the search or an edit.')],
    [l10n.t('Tab'), l10n.t('Move through the message box, the conversation and their buttons.')],
    [l10n.t('Left Arrow, Right Arrow'), l10n.t('Move between the buttons of a toolbar.')],
    [
      l10n.t('Alt+Up Arrow, Alt+Down Arrow'),
      l10n.t('Move to the previous or next question; in the queue, move the question up or down.'),
    ],
    [l10n.t('Up Arrow in the empty message box'), l10n.t('Recall your previous questions.')],
    [l10n.t('Ctrl+F (macOS: Cmd+F)'), l10n.t('Search the chat.')],
    [l10n.t('Ctrl+N (macOS: Cmd+N)'), l10n.t('Start a new chat.')],
    [l10n.t('Ctrl+Alt+. (macOS: Cmd+Alt+.)'), l10n.t('Select the model.')],
    [l10n.t('Ctrl+Alt+H (macOS: Cmd+Alt+H)'), l10n.t('Show the chat history.')],
  ];
}
