// Composes what shows the chats: the view in the side bar, editor tabs, the document of a sent request.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { JsonFile } from '../storage/node/jsonFile';
import { once } from '../base/once';
import { AttachmentPreview } from '../features/attachments/host/attachmentPreview';
import { WorkspaceFileList } from '../features/attachments/host/fileList/workspaceFileList';
import { AutoSelection } from '../features/attachments/host/selection/autoSelection';
import { SelectionOffer } from '../features/attachments/host/selection/selectionOffer';
import { SuggestionLists } from '../features/attachments/host/suggestions/suggestionLists';
import { BackgroundChatIndicator } from '../features/chatView/host/chats/backgroundChatIndicator';
import { SentRequestView } from '../features/sentRequest/host/sentRequestView';
import { createWindowHandlers } from '../features/chatView/host/chatFeatures';
import { ChatCommands } from '../features/chatView/host/chatView/chatCommands';
import { EditorTabs } from '../features/chatView/host/chatView/editorTabs';
import { LastEditor } from '../features/chatView/host/chatView/lastEditor';
import { parseRenderState, RenderGuard } from '../features/chatView/node/renderGuard';
import { SideBar } from '../features/chatView/host/chatView/sideBar';
import { workspaceFileAccess } from '../platform/host/files/fileAccess';
import { FileReferenceResolver } from '../features/chatView/node/fileReferenceResolver';
import { WorkspaceFiles } from '../platform/host/files/workspaceFiles';
import { instructionsKey } from '../features/prompts/host/instructionsKey';
import { RecentChats } from '../features/history/host/recentChats';
import { viewId } from '../platform/host/contributions';
import { attachesSelection, saveWrapsCode } from '../platform/host/settings';
import type { ChatServices } from './composeChats';
import type { GatewayServices } from './composeGateway';
import type { StorageServices } from './composeStorage';
import type { CoreServices } from './coreServices';

export type ViewServices = ReturnType<typeof composeViews>;

export function composeViews(
  { context, clock, disposables, reportError, storageFolder }: CoreServices,
  { current }: GatewayServices,
  { history }: StorageServices,
  { chats, windowState, sentRequests, lastOpenChat }: ChatServices,
) {
  const { extensionUri } = context;
  const sentRequestView = disposables.add(new SentRequestView(sentRequests));
  const background = disposables.add(
    new BackgroundChatIndicator({ chats, windowState, reportError }),
  );
  const recentChats = new RecentChats({
    latest: (limit) => history.latest(limit),
    isRemoved: (id) => chats.registry.isRemoved(id),
    windowState,
    clock,
    reportError,
  });
  const files = new WorkspaceFiles(workspaceFileAccess);
  const editors = disposables.add(new LastEditor());
  const lastEditor = (): vscode.TextEditor | undefined => editors.current;
  const selectionOffer = disposables.add(
    new SelectionOffer({
      clock,
      windowState,
      isVisible: () => chats.isVisible,
      lastEditor,
      reportError,
    }),
  );
  disposables.add(
    chats.followCurrent(
      (chat) =>
        new AutoSelection(
          { offer: selectionOffer, isOn: attachesSelection, lastEditor, reportError },
          chat,
        ),
    ),
  );
  const fileList = disposables.add(new WorkspaceFileList({ clock, reportError }));
  const loadAttachments = once(async () => {
    const { AttachmentSuggestions } =
      await import('../features/attachments/host/suggestions/attachmentSuggestions');
    return new AttachmentSuggestions({ files: fileList, lastEditor });
  });
  const loadInstructions = once(async () => {
    const { InstructionFiles } = await import('../features/prompts/host/instructionFiles');
    return new InstructionFiles({ memento: context.workspaceState, current: () => chats.current });
  });
  const useInstructions = async (): Promise<void> => (await loadInstructions()).choose();
  const preview = disposables.add(new AttachmentPreview());
  const loadPrompts = once(async () => {
    const [{ PromptSuggestions }, { PromptReview }] = await Promise.all([
      import('../features/prompts/host/promptSuggestions'),
      import('../features/prompts/host/promptReview'),
    ]);
    const review = new PromptReview({ memento: context.workspaceState, preview });
    return new PromptSuggestions({ review, lastEditor, useInstructions });
  });
  const features = createWindowHandlers({
    sentRequestView,
    recentChats,
    selectionOffer,
    attachments: {
      newId: randomUUID,
      lastEditor,
      suggestions: new SuggestionLists({
        '@': loadAttachments,
        '#': loadAttachments,
        '/': loadPrompts,
      }),
      preview,
    },
    attachInstructions: async (chat) => {
      if (context.workspaceState.get(instructionsKey) !== undefined) {
        await (await loadInstructions()).attachTo(chat);
      }
    },
    open: (id) => chats.open(id),
    reportError,
  });
  const commands = new ChatCommands({
    features,
    windowState,
    background,
    chats,
    lastEditor: editors,
    files,
    connectionState: () => current.state(),
    wrapCode: async (isOn) => {
      const { preferences } = windowState.current;
      windowState.update({ type: 'preferences', preferences: { ...preferences, wrapsCode: isOn } });
      await saveWrapsCode(context.globalState, isOn);
    },
    reportError,
  });
  const renderGuard = new RenderGuard(
    new JsonFile(join(storageFolder, 'rendering.json'), parseRenderState),
  );
  const fileReferences = disposables.add(
    new FileReferenceResolver({
      find: (path) => files.find(path),
      onResolved: (paths) => windowState.update({ type: 'fileReferencesResolved', paths }),
      reportError,
    }),
  );
  const hostDeps = { extensionUri, commands, chats, renderGuard, fileReferences, reportError };
  const sideBar = disposables.add(new SideBar({ ...hostDeps, background, lastOpenChat }));
  const tabs = disposables.add(new EditorTabs(hostDeps));
  disposables.add(vscode.window.registerWebviewViewProvider(viewId, sideBar));
  return { background, sideBar, tabs, commands, sentRequestView, lastEditor, useInstructions };
}
