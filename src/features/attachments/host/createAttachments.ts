// Creates what adds attachments to a question: the suggestions, the offer of the selection, Add File and Add Selection.
import { once } from '../../../base/once';
import type { Chat } from '../../../chat/host/chat';
import type { ChatServices } from '../../../chat/host/createChats';
import type { CoreServices } from '../../../platform/host/coreServices';
import { settingsReader } from '../../../platform/host/settings';
import { registerCommands } from '../../../platform/host/typedCommands';
import { WorkspaceFileList } from '../../../workspace/host/workspaceFileList';
import { attachmentsContributions } from './attachmentsContributions';
import { AutoSelection } from './selection/autoSelection';
import { EditorOffer } from './selection/editorOffer';
import { SuggestionLists } from './suggestions/suggestionLists';

const { userValue } = settingsReader(attachmentsContributions.settings);

export interface AttachmentServices {
  readonly editorOffer: EditorOffer;
  /** Other features add their sources. */
  readonly suggestions: SuggestionLists;
}

export function createAttachments({
  clock,
  disposables,
  reportError,
  chats,
  windowState,
  lastEditor,
}: Pick<CoreServices, 'clock' | 'disposables' | 'reportError'> &
  Pick<ChatServices, 'chats' | 'windowState' | 'lastEditor'>): AttachmentServices {
  const editorOffer = disposables.add(
    new EditorOffer({
      clock,
      windowState,
      isVisible: () => chats.isVisible,
      lastEditor,
      isHeld: (name) => isHeld(chats.current, name),
      reportError,
    }),
  );
  disposables.add(
    chats.followCurrent(({ session }) => {
      editorOffer.refresh();
      return session.onDidChange(({ type }) => type === 'asked' && editorOffer.refresh());
    }),
  );
  const isOn = (): boolean => userValue('portico.context.autoSelection') === true;
  disposables.add(
    chats.followCurrent(
      (chat) => new AutoSelection({ offer: editorOffer, isOn, lastEditor, reportError }, chat),
    ),
  );
  disposables.add(
    registerCommands(attachmentsContributions.commandIds, {
      addSelection: async (...args) =>
        (await import('./addToChat')).addSelection({ chats, lastEditor }, args),
      addFile: async (...args) =>
        (await import('./addToChat')).addFile({ chats, lastEditor }, args),
    }),
  );
  const files = disposables.add(new WorkspaceFileList({ clock, reportError }));
  const loadSuggestions = once(async () => {
    const { AttachmentSuggestions } = await import('./suggestions/attachmentSuggestions');
    return new AttachmentSuggestions({ clock, files, lastEditor });
  });
  const suggestions = new SuggestionLists();
  suggestions.add('@', loadSuggestions);
  suggestions.add('#', loadSuggestions);
  return { editorOffer, suggestions };
}

/** Whether a question of the chat has the file of this name as it is: offered again, it would be paid twice. */
async function isHeld({ session }: Chat, name: string): Promise<boolean> {
  const held = session.conversation.messages
    .flatMap((message) => (message.kind === 'question' ? (message.attachments ?? []) : []))
    .findLast((attachment) => attachment.kind === 'file' && attachment.name === name);
  if (held === undefined) {
    return false;
  }
  const { attachmentRefresher } = await import('./attachmentRefresher');
  return (await attachmentRefresher.readAgain(held)) === held;
}
