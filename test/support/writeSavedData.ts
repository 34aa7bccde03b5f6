// Writes test/data/<version>: what this version of Portico saves. Run it after `npm run build`, once for each version
// that saves anything else; a folder of a version that was released never changes.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newConversation } from '../../src/conversation/common/conversation';
import { ModelFactsFile } from '../../src/features/adjustments/node/modelFactsFile';
import { HistoryThread } from '../../src/features/history/node/historyThread';
import { StoredHistory } from '../../src/features/history/node/storedHistory';
import { Trash } from '../../src/features/history/node/trash';
import { ModelListFiles } from '../../src/features/models/node/modelListFiles';
import { KeyLabelsFile } from '../../src/features/setup/node/keyLabelsFile';
import { ExtensionConsentsFile } from '../../src/features/vscodeChat/node/extensionConsentsFile';
import { JournalStore } from '../../src/storage/node/journal/journalStore';
import { storagePaths } from '../../src/storage/node/storagePaths';
import { StringListFile } from '../../src/storage/node/stringListFile';
import { ManualClock } from './manualClock';
import * as saved from './savedData';
import { projectRoot } from './toolchain';

async function main(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const root = join(projectRoot, 'test', 'data', manifest.version);
  rmSync(root, { recursive: true, force: true });
  const clock = new ManualClock(saved.savedAt);
  const paths = storagePaths(root);
  const store = new JournalStore({ root, clock, workspace: saved.workspace });
  for (const [id, events] of Object.entries(saved.chats)) {
    store.create(newConversation(id, 'demo-large', saved.savedAt));
    for (const event of events) {
      store.append(id, event);
      await store.sync(id);
    }
  }
  const index = join(root, 'history', 'words.db');
  const script = join(projectRoot, 'dist', 'historyWorker.js');
  const thread = new HistoryThread(script, { conversations: paths.conversations, index });
  const history = new StoredHistory({ store, thread, trash: new Trash(paths), clock });
  await history.pin('chat/1', true);
  store.saveDraft('chat/1', saved.draft);
  await store.close();
  // The thread keeps no process alive.
  const alive = setInterval(() => undefined, 1_000);
  const query = { text: 'subtracts', limit: 1, refresh: true };
  for await (const page of history.find(query, new AbortController().signal)) void page;
  await thread.close();
  clearInterval(alive);
  thread.dispose();
  await new ModelListFiles(join(root, 'models')).save(saved.gateway, saved.modelList);
  await new ModelFactsFile(join(root, 'learned.json'), clock).add(saved.adjustment);
  const { origin, label } = saved.keyLabel;
  await new KeyLabelsFile(join(root, 'keyLabels.json')).add(origin, label);
  await new StringListFile(join(root, 'gateways.json')).add(saved.gateway);
  await new StringListFile(join(root, 'originsWithKey.json')).add(origin);
  await new ExtensionConsentsFile(join(root, 'extensionConsents.json')).set(saved.consent);
}

void main();
