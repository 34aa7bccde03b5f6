// Whether the model of a chat may read the workspace. The user allows it for this chat, these folders, this gateway and the
// tools that there are.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import { findAnswer, type Conversation } from '../../../conversation/common/conversation';
import { fileTextsOf, type SeenFileText } from '../../../conversation/common/fileTexts';
import { sentHistory } from '../../../conversation/node/request/requestMessages';
import type { ToolAccess } from '../../../conversation/node/session/answerRequest';
import { usualBounds } from '../../../conversation/node/session/toolLoop';
import { settingsReader } from '../../../platform/host/settings';
import { joinItems } from '../../../platform/host/text/joinTexts';
import type { TextPreview } from '../../../platform/host/textPreview';
import type { ModelLookup } from '../../models/host/modelLookup';
import { ownPrices } from '../../models/host/requestSettings';
import type { SecretScanner } from '../../secrets/node/secretScanner';
import type { Gateways } from '../../setup/host/gateways';
import { workspaceTools, type ToolName } from '../common/workspaceTools';
import type { WorkspaceAccessView, WorkspaceToolsViewState } from '../common/workspaceToolsView';
import type { WorkspaceToolsCommand } from '../common/workspaceToolsViewCommands';
import { toolsAllowedBy } from '../node/workspaceAccess';
import { WorkspaceReader } from '../node/workspaceReader';
import { readableFolders } from './readableFiles';
import { openWorkspace } from './vsCodeWorkspace';
import { workspaceToolsContributions } from './workspaceToolsContributions';

const { userValue } = settingsReader(workspaceToolsContributions.settings);

export interface WorkspaceToolsDeps {
  readonly secretScanner: SecretScanner;
  readonly preview: Pick<TextPreview, 'showText'>;
  readonly gateways: Gateways;
  readonly lookup: Pick<ModelLookup, 'acceptsTools'>;
}

export function workspaceToolsChatPart(
  { session, allowedModel, disposables, send }: ChatCore,
  deps: WorkspaceToolsDeps,
) {
  let gateway: string | undefined;
  let refusesTools = false;
  let isAsking = false;

  const accessView = (): WorkspaceAccessView | undefined => {
    const folders = readableFolders();
    const [first] = folders;
    if (first === undefined) {
      return undefined;
    }
    const { l10n } = vscode;
    const isOn = gateway !== undefined && allowedTools(session.conversation, gateway).length > 0;
    return omitUndefined({
      label:
        folders.length === 1
          ? l10n.t('Can read {0}', first.name)
          : l10n.t('Can read {0} folders', folders.length),
      isOn,
      problem:
        isOn && refusesTools
          ? l10n.t("{0} can't read files: it doesn't support tools.", session.conversation.model)
          : undefined,
      question: isAsking ? questionText(folders) : undefined,
    });
  };
  const show = (): void => send({ type: 'workspaceAccess', workspaceAccess: accessView() });
  const refresh = async (): Promise<void> => {
    gateway = await deps.gateways.currentId();
    refusesTools =
      gateway !== undefined && !(await deps.lookup.acceptsTools(session.conversation.model));
    show();
  };
  const allow = (isOn: boolean): void => {
    isAsking = false;
    const tools = workspaceTools.map(({ name }) => name);
    session.add({
      type: 'accessChosen',
      ...(isOn && gateway !== undefined
        ? { access: { folders: folderUris(), gateway, tools } }
        : {}),
    });
  };

  disposables.add(
    session.onDidChange(({ type }) => {
      if (type === 'accessChosen') {
        show();
      } else if (type === 'modelChosen' || type === 'ended') {
        void refresh();
      }
    }),
  );
  disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(show));
  disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(show));

  const commands: CommandHandlers<WorkspaceToolsCommand> = {
    switchWorkspaceAccess: ({ isOn }) => {
      if (isOn) {
        isAsking = true;
        show();
      } else {
        allow(false);
      }
    },
    answerWorkspaceAccess: ({ isAllowed: isOn }) => {
      if (isOn) {
        allow(true);
      } else {
        isAsking = false;
        show();
      }
    },
    showToolResult: async ({ messageId, callId }) => {
      const runs = findAnswer(session.conversation, messageId)?.rounds?.flatMap(
        (round) => round.runs,
      );
      const result = runs?.find(({ id }) => id === callId)?.result;
      if (result !== undefined) {
        await deps.preview.showText(result.name, result.text);
      }
    },
  };
  return {
    view: (): Required<WorkspaceToolsViewState> => ({ workspaceAccess: accessView() }),
    commands,
    refresh,
    toolsOf: (conversation: Conversation): ToolAccess | undefined => {
      const asked = allowedModel.gateway;
      const tools = asked === undefined ? [] : allowedTools(conversation, asked);
      if (asked === undefined || tools.length === 0) {
        return undefined;
      }
      const { key } = allowedModel;
      const known = knownTexts(conversation);
      const workspace = () =>
        allowedTools(session.conversation, asked).length > 0
          ? openWorkspace(readableFolders())
          : undefined;
      return {
        tools: new WorkspaceReader({ scanner: deps.secretScanner, key, known, tools, workspace }),
        bounds: { ...usualBounds, cost: maxCost() },
        price: ownPrices()(conversation.model),
      };
    },
  };
}

function folderUris(): readonly string[] {
  return readableFolders().map(({ uri }) => uri.toString());
}

function allowedTools({ access }: Conversation, gateway: string): readonly ToolName[] {
  return toolsAllowedBy(access, folderUris(), gateway);
}

const cost = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The cost at which reading pauses, in the currency of the price; undefined for none. */
function maxCost(): number | undefined {
  const value = userValue('portico.tools.maxCost');
  return v.is(cost, value) ? value : undefined;
}

function questionText(folders: readonly vscode.WorkspaceFolder[]): string {
  const { l10n } = vscode;
  return l10n.t(
    'In {0}, the model may do this: {1}. Files that .gitignore excludes, files whose names suggest secrets and files elsewhere are never read, and secrets in the others are masked. What is read goes to the gateway, and is kept with this chat.',
    joinItems(folders.map(({ name }) => name)),
    joinItems(workspaceTools.map(({ permission }) => permission(l10n))),
  );
}

/** What the model has seen of files in this conversation. */
function knownTexts(conversation: Conversation): readonly SeenFileText[] {
  const { messages } = sentHistory(conversation, conversation.messages.length, '');
  return messages.flatMap(fileTextsOf);
}
