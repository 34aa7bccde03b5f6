// Composition only: builds the rooms, connects them and hands them to VS Code. Nothing is awaited.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import { once } from './base/once';
import { ChatSession } from './chat/chatSession';
import { ContextBudget } from './chat/contextBudget';
import { learnedLength } from './chat/learned';
import { Lessons } from './chat/lessons';
import { MakingRoom } from './chat/makingRoom';
import { PatientModel } from './chat/patientModel';
import { createGateway } from './gateway/gateway';
import { KeyLabelsFile } from './store/keyLabelsFile';
import { JournalStore } from './store/journalStore';
import { LearnedFile } from './store/learnedFile';
import { ModelListFiles } from './store/modelListFiles';
import { OriginsFile } from './store/originsFile';
import { ChatPresenter } from './vscode/chatView/chatPresenter';
import { ChatViewProvider } from './vscode/chatView/chatViewProvider';
import { ViewChannel } from './vscode/chatView/viewChannel';
import { registerCommands } from './vscode/commands';
import { viewId } from './vscode/contributions';
import { ConnectionCheckCommand } from './vscode/connectionCheck/connectionCheck';
import { ConversationHome } from './vscode/conversationHome';
import { CurrentConnection } from './vscode/currentConnection';
import { Gateways } from './vscode/gateways';
import { GoneModels } from './vscode/goneModels';
import { askBaseUrl } from './vscode/inputs';
import { KeyCommands } from './vscode/keyCommands';
import { KeyVault } from './vscode/keyVault';
import { ModelCommands } from './vscode/modelCommands';
import { ModelLists } from './vscode/modelLists';
import { modelStatusItem } from './vscode/modelStatusItem';
import { OpenConversation } from './vscode/openConversation';
import { RecentModels } from './vscode/recentModels';
import { logRequest } from './vscode/requestLog';
import { defaultModel, preferences, requestSettings } from './vscode/settings';
import { sayUnexpected } from './vscode/sayUnexpected';
import { SentRequestView } from './vscode/sentRequestView';
import { GatewaySwitch } from './vscode/switchGateway';
import { systemClock } from './vscode/systemClock';
import { watchSettings } from './vscode/watchSettings';
import { type TestApi, testApi } from './vscode/testApi';
import { warnWhenDefaultGone } from './vscode/warnWhenDefaultGone';
import { warnWhenNotKept } from './vscode/warnWhenNotKept';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const own = new DisposableStore();
  context.subscriptions.push(own);
  const clock = systemClock;
  const log = own.add(vscode.window.createOutputChannel('Portico', { log: true }));
  const say = sayUnexpected(log);
  const kept = context.globalStorageUri.fsPath;
  const remembered = context.globalState;

  const version = String(context.extension.packageJSON.version);
  const gateway = createGateway({
    clock,
    version,
    onRequest: (record) => logRequest(log, record),
  });
  const vault = own.add(
    new KeyVault(
      context.secrets,
      new OriginsFile(join(kept, 'originsWithKey.json')),
      new KeyLabelsFile(join(kept, 'keyLabels.json')),
    ),
  );
  const gateways = new Gateways(gateway, vault);
  const current = new CurrentConnection(gateway, vault, gateways, remembered);
  const lists = own.add(
    new ModelLists(
      gateway,
      current,
      gateways,
      new ModelListFiles(join(kept, 'models')),
      new RecentModels(remembered),
      clock,
    ),
  );

  const learned = new LearnedFile(join(kept, 'learned.json'));
  const store = own.add(new JournalStore(join(kept, 'conversations'), clock));
  own.add(warnWhenNotKept(store, log));
  const lessons = new Lessons(learned, clock, () => current.origin());
  const ownModel = gateway.connect(() => home.resolve()).chatModel;
  const chatModel = new PatientModel(
    { complete: (request, signal) => home.follow(ownModel.complete(request, signal)) },
    clock,
    lessons,
  );
  // A check sends nothing of the conversation, and asks wherever that is at home.
  const checkedModel = new PatientModel(
    gateway.connect(() => current.resolve()).chatModel,
    clock,
    lessons,
  );
  const asking = {
    chatModel,
    clock,
    requestSettings,
    listedPrice: (model: string) => lists.listedPrice(model),
    formOf: (model: string) => lists.formOf(model),
  };
  const session: ChatSession = own.add(
    new ChatSession(
      {
        ...asking,
        store,
        newId: randomUUID,
      },
      defaultModel(),
    ),
  );

  shutDown = () => {
    session.dispose();
    return store.flush();
  };

  const budget = own.add(
    new ContextBudget({
      session,
      requestSettings,
      origin: () => current.origin(),
      toldLengths: (model) =>
        Promise.all([learnedLength(learned, current.origin(), model), lists.contextLength(model)]),
    }),
  );
  const room = own.add(new MakingRoom({ ...asking, session, budget }));
  own.add(lists.onDidFetch(() => void budget.refresh()));

  const channel = new ViewChannel();
  const open = own.add(
    new OpenConversation(
      session,
      store,
      vscode.workspace.workspaceFolders === undefined ? remembered : context.workspaceState,
    ),
  );
  const presenter = own.add(
    new ChatPresenter(
      session,
      budget,
      room,
      channel,
      (text) => open.saveDraft(text),
      preferences(),
    ),
  );
  const restored = once(async () => presenter.startWithDraft(await open.restore()));
  const changeBaseUrl = (): Promise<void> => askBaseUrl(gateway);
  const keys = new KeyCommands(gateway, vault, gateways, changeBaseUrl);
  const models = new ModelCommands(lists, gateways, session, changeBaseUrl, restored);
  const gatewaySwitch = new GatewaySwitch({ gateway, vault, gateways, current, keys, models });
  const home = own.add(
    new ConversationHome(session, current, gateways, (ref) => gatewaySwitch.to(ref)),
  );
  const sentRequestView = own.add(new SentRequestView(session.sentRequests));
  const goneModels = own.add(
    new GoneModels({ session, budget, presenter, lists, learned, gateways, sayUnexpected: say }),
  );
  const view = own.add(
    new ChatViewProvider({
      extensionUri: context.extensionUri,
      session,
      budget,
      room,
      home,
      presenter,
      channel,
      sentRequestView,
      connectionState: () => current.state(),
      changeBaseUrl,
      sayUnexpected: say,
      restored,
      chooseAnother: (answerId) => goneModels.chooseAnother(answerId),
      modelChanged: (model) => models.offerAsDefault(model),
    }),
  );

  own.add(vscode.window.registerWebviewViewProvider(viewId, view));
  own.add(
    registerCommands({
      connect: { gateway, vault, gateways, current, lists, keys, models },
      gatewaySwitch,
      check: new ConnectionCheckCommand({
        gateway,
        current,
        lists,
        session,
        chatModel: checkedModel,
        changeBaseUrl,
        sayUnexpected: say,
        restored,
        version,
      }),
      session,
      view,
      learned,
      log,
      restored,
    }),
  );
  own.add(
    watchSettings({ gateway, gateways, home, session, budget, room, presenter, current, vault }),
  );
  own.add(warnWhenDefaultGone(lists, gateways));
  own.add(modelStatusItem(session));
  return { version: 1, ...testApi(session, room, presenter, view, sentRequestView) };
}

/** VS Code waits for this, and not for what is disposed of afterwards. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
