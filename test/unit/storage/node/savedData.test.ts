// From 0.1.0 on, what Portico has saved is kept: the files of each released version open with the stores of this one.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { newConversation } from '../../../../src/conversation/common/conversation';
import { ModelFactsFile } from '../../../../src/features/adjustments/node/modelFactsFile';
import { ModelListFiles } from '../../../../src/features/models/node/modelListFiles';
import { KeyLabelsFile } from '../../../../src/features/setup/node/keyLabelsFile';
import { ExtensionConsentsFile } from '../../../../src/features/vscodeChat/node/extensionConsentsFile';
import { StringListFile } from '../../../../src/storage/node/stringListFile';
import { reduceAll } from '../../../support/conversationEvents';
import * as saved from '../../../support/savedData';
import { projectRoot } from '../../../support/toolchain';
import {
  buildHistoryWorker,
  findResults,
  HistoryWindows,
} from '../../features/history/node/historyWindows';

describe('the data of version 0.1.0', () => {
  buildHistoryWorker();

  let windows: HistoryWindows;
  let file: (name: string) => string;

  beforeEach(() => {
    windows = new HistoryWindows();
    cpSync(join(projectRoot, 'test/data/0.1.0'), windows.root, { recursive: true });
    file = (name) => join(windows.root, name);
  });
  afterEach(() => windows.close());

  it('has the chats, with their attachments, their changes of files and their titles', async () => {
    const { store } = windows.open();
    for (const [id, events] of Object.entries(saved.chats)) {
      const created = newConversation(id, 'demo-large', saved.savedAt);
      assert.deepEqual(await store.load(id), reduceAll(created, ...events));
    }
  });

  it('has the draft, with its queue and unsent edits', async () => {
    assert.deepEqual(await windows.open().store.loadDraft('chat/1'), saved.draft);
  });

  it('lists and finds the chats', async () => {
    const window = windows.open();
    const found = await findResults(window, { text: 'subtracts' });
    assert.deepEqual(
      found.map(({ conversation }) => conversation),
      [
        {
          id: 'chat/1',
          title: 'The wrong sum',
          createdAt: saved.savedAt,
          changedAt: saved.savedAt,
          pinned: true,
          workspace: saved.workspace,
        },
      ],
    );
    assert.equal((await findResults(window)).length, 2);
  });

  it('has the model list, the adjustments, the gateways and the names of the keys', async () => {
    const { origin, label } = saved.keyLabel;
    const { extension, gateway, allowed } = saved.consent;
    const clock = { now: () => saved.savedAt };
    assert.deepEqual(await new ModelListFiles(file('models')).load(saved.gateway), saved.modelList);
    assert.deepEqual(await new ModelFactsFile(file('learned.json'), clock).all(), [
      saved.adjustment,
    ]);
    assert.deepEqual(await new KeyLabelsFile(file('keyLabels.json')).of(origin), {
      labels: [label],
    });
    assert.deepEqual(await new StringListFile(file('gateways.json')).all(), [saved.gateway]);
    assert.deepEqual(await new StringListFile(file('originsWithKey.json')).all(), [origin]);
    const consents = new ExtensionConsentsFile(file('extensionConsents.json'));
    assert.equal(await consents.of(extension, gateway), allowed);
  });
});
