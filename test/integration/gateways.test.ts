import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import {
  activatePortico,
  answerAfter,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  storageFolder,
  typeDraft,
  until,
  type Portico,
} from './support/portico';
import {
  answerQuickPicks,
  answerSwitchGateway,
  recordInputBoxes,
  recordQuickPicks,
} from './support/quickInputs';

const keys = {
  work: 'sk-canary-work-9Qz2Lm4T',
  blue: 'sk-canary-blue-5Rt8Vb1N',
  red: 'sk-canary-red-3Hj6Kp0W',
};

describe('several gateways', () => {
  let portico: Portico;
  let work: Gateway;
  let play: Gateway;
  /** A gateway that has stopped. */
  let stopped: Gateway;
  let notifications: NotificationRecorder;

  before(async () => {
    portico = await activatePortico();
    [work, play, stopped] = await Promise.all([startGateway(), startGateway(), startGateway()]);
    await stopped.close();
    for (const [gateway, key, label] of [
      [work, keys.work, undefined],
      [play, keys.blue, 'blue'],
      [play, keys.red, 'red'],
    ] as const) {
      await vscode.commands.executeCommand('portico.setApiKey', {
        baseUrl: gateway.baseUrl,
        key,
        ...(label === undefined ? {} : { label }),
      });
    }
  });
  after(async () => {
    await setUserSetting('gateways', undefined);
    await Promise.all([work.close(), play.close()]);
  });
  beforeEach(async () => {
    notifications = recordNotifications();
    await setUserSetting('gateways', [
      { name: 'Work', baseUrl: work.baseUrl },
      { name: 'Play', baseUrl: play.baseUrl },
    ]);
    await use(work, 'echo');
    await newChat();
    work.clearRequests();
    play.clearRequests();
  });
  afterEach(() => notifications.dispose());

  async function use(gateway: Gateway, model: string): Promise<void> {
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', model);
  }

  async function switchTo(row: string): Promise<readonly string[]> {
    const quickPicks = answerSwitchGateway(row);
    try {
      await vscode.commands.executeCommand('portico.switchGateway');
    } finally {
      quickPicks.dispose();
    }
    return quickPicks.rows;
  }

  function authorizations(gateway: Gateway): readonly unknown[] {
    return [...new Set(gateway.requests.map(({ headers }) => headers['authorization']))];
  }

  const modelStages = ['Short answer, not streamed', 'Short answer, streamed'];

  /** The names of the model stages that passed; a late first token may be a warning. */
  async function checkModel(): Promise<readonly string[]> {
    const quickPicks = recordQuickPicks();
    try {
      await vscode.commands.executeCommand('portico.checkConnection');
      await quickPicks.accept('Ask the model');
      const names = (): readonly string[] =>
        quickPicks
          .rows()
          .flatMap((row) => /^(Short answer[^|]+) \| (?:passed|warning)\b/u.exec(row)?.[1] ?? []);
      await until('both answers', () => names().length === 2 && !quickPicks.pickers.at(-1)?.busy);
      return names();
    } finally {
      quickPicks.dispose();
    }
  }

  /** Asks while the key is missing: Portico asks for the key instead of sending the question. */
  async function askWithoutKey(title: string): Promise<void> {
    const inputs = recordInputBoxes();
    try {
      const asking = portico.ask('Who pays?');
      await until('the key to be asked for', () => inputs.boxes.length > 0);
      assert.equal(inputs.boxes[0]?.title, title);
      inputs.boxes[0]?.hide();
      assert.equal(await asking, false);
    } finally {
      inputs.dispose();
    }
  }

  /** The tooltip of the row's button. */
  function buttonOf(
    picker: vscode.QuickPick<vscode.QuickPickItem> | undefined,
    gateway: Gateway,
  ): string | undefined {
    const row = picker?.items.find(({ description = '' }) => description.includes(gateway.baseUrl));
    return row?.buttons?.[0]?.tooltip;
  }

  function baseUrl(): unknown {
    return vscode.workspace.getConfiguration('portico').get('baseUrl');
  }

  it('keeps every gateway that was used, until it is removed', async () => {
    const unnamed = await startGateway();
    const isListed = async (gateway: Gateway): Promise<boolean> =>
      (await switchTo('no such row')).some((row) => row.includes(gateway.baseUrl));
    try {
      await use(unnamed, 'echo');
      await getAnswer(portico, 'Who are you?');
      await use(work, 'echo');
      assert.ok(await isListed(unnamed));
      const quickPicks = recordQuickPicks();
      notifications.dispose();
      notifications = recordNotifications('Remove');
      let isClosed = false;
      void vscode.commands.executeCommand('portico.switchGateway').then(() => (isClosed = true));
      try {
        await until('the rows', () => quickPicks.rows().length > 0);
        assert.equal(buttonOf(quickPicks.pickers[0], work), 'Edit in Settings');
        quickPicks.pressButton(new URL(unnamed.baseUrl).host, 'Remove');
        await until('the list again', () => (quickPicks.pickers[1]?.items.length ?? 0) > 0);
        assert.ok(!quickPicks.rows().some((row) => row.includes(unnamed.baseUrl)));
        // A picker that is not shown yet cannot be hidden.
        await until('the list to close', async () => {
          await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
          return isClosed;
        });
      } finally {
        quickPicks.dispose();
      }
      assert.ok(!(await isListed(unnamed)));
    } finally {
      await unnamed.close();
    }
  });

  it('lists a gateway for which only a key was stored', async () => {
    const neverUsed = 'https://only-a-key.example/v1';
    await vscode.commands.executeCommand('portico.setApiKey', {
      baseUrl: neverUsed,
      key: 'sk-canary-only-1234',
    });
    const rows = await switchTo('no such row');
    assert.ok(rows.includes(`only-a-key.example ${neverUsed} · key …1234`), rows.join('\n'));
  });

  it('lists gateways and keys by name and fingerprint, with the current one marked', async () => {
    const rows = await switchTo('no such row');
    const isOther = (row: string): boolean =>
      /https?:/.test(row) && ![work, play].some((gateway) => row.includes(gateway.baseUrl));
    // Gateways of other tests were used before.
    assert.deepEqual(
      rows.filter((row) => !isOther(row)),
      [
        `$(check) Work ${work.baseUrl} · key …${keys.work.slice(-4)}`,
        `Play ${play.baseUrl} · key “blue” …${keys.blue.slice(-4)}`,
        `Play ${play.baseUrl} · key “red” …${keys.red.slice(-4)}`,
        `$(key) Add Another Key for ${new URL(work.origin).host}…`,
        '$(add) Add Gateway…',
      ],
    );
    assert.equal(baseUrl(), work.baseUrl);
    assert.deepEqual([...work.requests, ...play.requests], []);
  });

  it('switches Base URL, key and model together, and returns to the last model', async () => {
    await use(play, 'demo-fast');
    await switchTo('Work');
    assert.equal(baseUrl(), work.baseUrl);
    assert.equal(portico.conversation().model, 'echo');
    assert.equal(portico.viewState().connection.gatewayName, 'Work');
    await switchTo('“blue”');
    assert.equal(baseUrl(), play.baseUrl);
    assert.equal(portico.conversation().model, 'demo-fast');
    assert.equal(vscode.workspace.getConfiguration('portico').get('model'), 'demo-fast');
    await until('the view to update', () => portico.viewState().connection.keyLabel === 'blue');
    assert.equal(portico.viewState().connection.gatewayName, 'Play');
  });

  it('remembers the last model of each key, and starts with the current one', async () => {
    await setUserSetting('baseUrl', play.baseUrl);
    await switchTo('“blue”');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await switchTo('“red”');
    assert.equal(portico.conversation().model, 'demo-fast', 'this key had no model yet');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    await switchTo('“blue”');
    assert.equal(portico.conversation().model, 'demo-fast');
    await switchTo('“red”');
    assert.equal(portico.conversation().model, 'demo-markdown');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
  });

  it('asks for a model on a gateway that was never used, and uses none of another gateway', async () => {
    const fresh = await startGateway();
    try {
      await setUserSetting('gateways', [
        { name: 'Work', baseUrl: work.baseUrl },
        { name: 'Fresh', baseUrl: fresh.baseUrl },
      ]);
      let isClosed = false;
      void switchTo('Fresh').then(() => (isClosed = true));
      await until('the picker to request the list', () => fresh.requests.length > 0);
      await until('the picker to close', async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        return isClosed;
      });
      assert.equal(portico.conversation().model, '');
      await switchTo('Work');
      assert.equal(portico.conversation().model, 'echo');
    } finally {
      await fresh.close();
    }
  });

  it('sends each key only to its own origin, and only while it is current', async () => {
    await use(play, 'echo');
    await switchTo('“blue”');
    await newChat();
    await getAnswer(portico, 'Blue?');
    assert.deepEqual(authorizations(play), [`Bearer ${keys.blue}`]);
    play.clearRequests();

    await switchTo('“red”');
    await newChat();
    await getAnswer(portico, 'Red?');
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.deepEqual(authorizations(play), [`Bearer ${keys.red}`]);

    await switchTo('Work');
    await newChat();
    await getAnswer(portico, 'Work?');
    assert.deepEqual(authorizations(work), [`Bearer ${keys.work}`]);
    for (const { rawHeaders, path, body } of work.requests) {
      const whole = rawHeaders.join('\n') + path + body;
      assert.ok(!whole.includes(keys.blue) && !whole.includes(keys.red));
    }
    for (const { rawHeaders, path, body } of play.requests) {
      assert.ok(!(rawHeaders.join('\n') + path + body).includes(keys.work));
    }
  });

  it('uses the key that an entry names, whichever was selected before', async () => {
    await setUserSetting('baseUrl', play.baseUrl);
    await switchTo('“red”');
    await setUserSetting('gateways', [{ name: 'Blue', baseUrl: play.baseUrl, keyLabel: 'blue' }]);
    await newChat();
    await getAnswer(portico, 'Which key?');
    assert.deepEqual(authorizations(play), [`Bearer ${keys.blue}`]);
    await setUserSetting('gateways', [{ name: 'Green', baseUrl: play.baseUrl, keyLabel: 'green' }]);
    await newChat();
    await askWithoutKey(`API Key “green” for ${new URL(play.origin).host}`);
    assert.equal(questionsTo(play).length, 1);
  });

  it('asks for the missing key of an entry, and sends no other key instead', async () => {
    await setUserSetting('gateways', [
      { name: 'Work', baseUrl: work.baseUrl },
      { name: 'Batch', baseUrl: work.baseUrl, keyLabel: 'batch' },
    ]);
    const { host } = new URL(work.origin);
    const inputs = recordInputBoxes();
    const switching = switchTo('Batch');
    await until('the key to be asked for', () => inputs.boxes.length > 0);
    assert.equal(inputs.boxes[0]?.title, `API Key “batch” for ${host}`);
    inputs.boxes[0]?.hide();
    await switching;
    inputs.dispose();
    await until('the view to update', () => portico.viewState().connection.gatewayName === 'Batch');
    const { keyLabel, key } = portico.viewState().connection;
    assert.deepEqual({ keyLabel, key }, { keyLabel: 'batch', key: 'missing' });
    await newChat();
    await askWithoutKey(`API Key “batch” for ${host}`);
    assert.equal(work.requests.length, 0);

    // Neither when switching from another gateway.
    await use(play, 'echo');
    const secondInputs = recordInputBoxes();
    const secondSwitch = switchTo('Batch');
    await until('the key to be asked for again', () => secondInputs.boxes.length > 0);
    await secondInputs.type('sk-canary-batch-7Yc1');
    await secondSwitch;
    secondInputs.dispose();
    await newChat();
    await getAnswer(portico, 'And now?');
    assert.deepEqual(authorizations(work), ['Bearer sk-canary-batch-7Yc1']);
    await switchTo('Work');
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.equal(work.requests.at(-1)?.headers['authorization'], `Bearer ${keys.work}`);
  });

  it('reports a named key that VS Code lost', async () => {
    const file = join(storageFolder(), 'keyLabels.json');
    const before = await readFile(file, 'utf8');
    assert.doesNotMatch(before, /canary/u);
    await writeFile(file, before.replace('"red"', '"red","lost"'));
    await setUserSetting('gateways', [{ name: 'Lost', baseUrl: play.baseUrl, keyLabel: 'lost' }]);
    await setUserSetting('baseUrl', play.baseUrl);
    await until('the lost key in the view', () => portico.viewState().connection.key === 'lost');
    assert.equal(portico.viewState().connection.keyLabel, 'lost');
    await askWithoutKey(`API Key “lost” for ${new URL(play.origin).host}`);
    await writeFile(file, before);
    assert.deepEqual(play.requests, []);
  });

  it('prefers the time-outs of an entry to the general ones', async () => {
    await setUserSetting('timeouts', { firstTokenSeconds: 60 });
    await setUserSetting('gateways', [
      { name: 'Work', baseUrl: work.baseUrl, timeouts: { firstTokenSeconds: 0.3 } },
    ]);
    work.gate('gated');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    try {
      const answer = await getAnswer(portico, 'How long?');
      assert.equal(answer.outcome?.failure?.kind, 'firstTokenTimeout');
      assert.equal(answer.outcome?.failure?.timeoutSeconds, 0.3);
    } finally {
      await setUserSetting('timeouts', undefined);
    }
  });

  it('warns of invalid entries when they are set', async () => {
    await setUserSetting('gateways', [
      { name: 'Work', baseUrl: work.baseUrl },
      { name: 'Work', baseUrl: play.baseUrl },
      { name: 'Odd', baseUrl: 'ftp://odd.example' },
      'https://just.example/v1',
    ]);
    await until('the warning', () => notifications.messages.length > 0);
    assert.deepEqual(notifications.messages, [
      '“portico.gateways” has invalid entries. “Work”: An entry above has the same name. “Odd”: The Base URL must start with https:// or http://. Entry 4: An entry is an object with “name” and “baseUrl”.',
    ]);
  });

  it('removes one of several keys, and says which one is used instead', async () => {
    const own = await startGateway();
    await setUserSetting('baseUrl', own.baseUrl);
    for (const label of ['one', 'two']) {
      await vscode.commands.executeCommand('portico.setApiKey', {
        key: `sk-canary-${label}-12345`,
        label,
      });
    }
    notifications.dispose();
    notifications = recordNotifications('Remove');
    const quickPicks = answerQuickPicks('“one”');
    await vscode.commands.executeCommand('portico.removeApiKey');
    quickPicks.dispose();
    assert.deepEqual(quickPicks.rows, ['key “one” …2345 · in use', 'key “two” …2345']);
    const { host } = new URL(own.origin);
    assert.deepEqual(notifications.messages, [
      `Remove the API key “one” for ${host}?`,
      `The API key “one” for ${host} was removed. ${host} now uses its key “two”.`,
    ]);
    await newChat();
    await getAnswer(portico, 'Which is left?');
    assert.deepEqual(authorizations(own), ['Bearer sk-canary-two-12345']);
    await own.close();
  });

  it('rejects a key name that looks like a key', async () => {
    const label = 'sk-canary-as-a-label';
    await vscode.commands.executeCommand('portico.setApiKey', { key: keys.red, label });
    assert.equal(notifications.messages.length, 1);
    assert.match(notifications.messages[0] ?? '', /looks like an API key/u);
    assert.ok(!notifications.messages[0]?.includes(label));
  });

  it('does not bind an empty chat to the gateway of a connection check', async () => {
    assert.deepEqual(await checkModel(), modelStages);
    assert.equal(portico.conversation().gateway, undefined);
  });

  it('does not bind a chat to a gateway that received nothing', async () => {
    await setUserSetting('baseUrl', stopped.baseUrl);
    const failed = await getAnswer(portico, 'Is anybody there?');
    assert.equal(failed.outcome?.failure?.nothingSent, true, JSON.stringify(failed.outcome));
    assert.equal(portico.conversation().gateway, undefined);
    await setUserSetting('baseUrl', work.baseUrl);
    await answerAfter(portico, () =>
      portico.run({ type: 'runNoticeAction', messageId: failed.id, action: 'retry' }),
    );
    assert.equal(portico.viewState().gatewayChangePrompt, undefined);
    assert.equal(lastAnswer(portico).state, 'complete');
    assert.deepEqual(portico.conversation().gateway, { baseUrl: work.baseUrl });
  });

  describe('a chat that was started with another gateway', () => {
    beforeEach(async () => {
      await use(play, 'demo-fast');
      await use(work, 'echo');
      await newChat();
      await getAnswer(portico, 'A question for work.');
      await switchTo('“blue”');
      work.clearRequests();
      play.clearRequests();
    });

    const playHost = () => new URL(play.origin).host;

    it('asks before a question is sent to the current gateway', async () => {
      assert.deepEqual(portico.conversation().gateway, { baseUrl: work.baseUrl });
      await portico.run({ type: 'ask', text: 'May play know?' });
      assert.deepEqual(portico.viewState().gatewayChangePrompt, {
        sentence:
          'This chat was started with Work. Continuing with Play sends the whole chat there.',
        sendLabel: 'Continue with Play',
        switchBackLabel: 'Switch back to Work',
      });
      assert.equal(portico.conversation().messages.length, 2);
      assert.equal(portico.viewState().draft, 'May play know?');
      await portico.run({ type: 'answerGatewayChange', answer: 'cancel' });
      assert.equal(portico.viewState().gatewayChangePrompt, undefined);
      assert.equal(portico.viewState().draft, 'May play know?');
      assert.deepEqual([...work.requests, ...play.requests], []);
    });

    it('continues on the current gateway after consent, and asks only once', async () => {
      await portico.run({ type: 'ask', text: 'May play know?' });
      await answerAfter(portico, () =>
        portico.run({ type: 'answerGatewayChange', answer: 'send' }),
      );
      assert.equal(lastAnswer(portico).state, 'complete');
      assert.deepEqual(authorizations(play), [`Bearer ${keys.blue}`]);
      assert.deepEqual(portico.conversation().gateway, { baseUrl: play.baseUrl, keyLabel: 'blue' });
      await answerAfter(portico, () => portico.run({ type: 'ask', text: 'And this?' }));
      assert.equal(questionsTo(play).length, 2);
      assert.equal(portico.viewState().gatewayChangePrompt, undefined);
      assert.deepEqual(work.requests, []);
    });

    it('switches back on request, and sends nothing by itself', async () => {
      await portico.run({ type: 'ask', text: 'May play know?' });
      await portico.run({ type: 'answerGatewayChange', answer: 'back' });
      assert.equal(baseUrl(), work.baseUrl);
      assert.equal(portico.conversation().model, 'echo');
      assert.equal(portico.viewState().draft, 'May play know?');
      assert.deepEqual([...work.requests, ...play.requests], []);
      await answerAfter(portico, () => portico.run({ type: 'ask', text: 'May play know?' }));
      assert.equal(questionsTo(work).length, 1);
    });

    it('asks before Retry too', async () => {
      const { id } = lastAnswer(portico);
      await portico.run({ type: 'runNoticeAction', messageId: id, action: 'retry' });
      assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
      assert.equal(lastAnswer(portico).id, id);
      await typeDraft(portico, 'Typed meanwhile');
      assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
      await answerAfter(portico, () =>
        portico.run({ type: 'answerGatewayChange', answer: 'send' }),
      );
      assert.notEqual(lastAnswer(portico).id, id);
      assert.equal(questionsTo(play).length, 1);
    });

    it('asks again after the question was edited, and not after switching back', async () => {
      await portico.run({ type: 'ask', text: 'May play know?' });
      await typeDraft(portico, 'May play know this?');
      assert.equal(portico.viewState().gatewayChangePrompt, undefined);
      await portico.run({ type: 'ask', text: 'May play know this?' });
      assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
      await setUserSetting('baseUrl', work.baseUrl);
      await until(
        'the question to go',
        () => portico.viewState().gatewayChangePrompt === undefined,
      );
      await portico.run({ type: 'answerGatewayChange', answer: 'send' });
      assert.equal(portico.conversation().messages.length, 2);
    });

    it('sends nothing without consent, in whichever way a question is asked', async () => {
      const { id } = lastAnswer(portico);
      for (const attempt of [() => portico.ask('Straight to play?'), () => portico.retry(id)]) {
        assert.equal(await attempt(), false);
        assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
        await portico.run({ type: 'answerGatewayChange', answer: 'cancel' });
      }
      assert.equal(lastAnswer(portico).id, id);
      assert.deepEqual([...work.requests, ...play.requests], []);
    });

    it('asks before another key of the same origin, but not before another path with the same key', async () => {
      await portico.run({ type: 'ask', text: 'May play know?' });
      await answerAfter(portico, () =>
        portico.run({ type: 'answerGatewayChange', answer: 'send' }),
      );
      await setUserSetting('gateways', []);
      await setUserSetting('baseUrl', `${play.origin}/proxy/v1`);
      await answerAfter(portico, () => portico.run({ type: 'ask', text: 'By another path?' }));
      assert.equal(lastAnswer(portico).state, 'complete');
      await switchTo('“red”');
      play.clearRequests();
      await portico.run({ type: 'ask', text: 'With another key?' });
      assert.equal(
        portico.viewState().gatewayChangePrompt?.sendLabel,
        `Continue with ${playHost()} (key “red”)`,
      );
      assert.deepEqual(play.requests, []);
      await portico.run({ type: 'answerGatewayChange', answer: 'cancel' });
    });

    it('can be checked for its connection without being bound to the current gateway', async () => {
      assert.deepEqual(await checkModel(), modelStages);
      assert.deepEqual(portico.conversation().gateway, { baseUrl: work.baseUrl });
      assert.deepEqual(authorizations(play), [`Bearer ${keys.blue}`]);
    });

    it('stays bound to its gateway where the other one received nothing', async () => {
      await setUserSetting('baseUrl', stopped.baseUrl);
      await portico.run({ type: 'ask', text: 'May stopped know?' });
      await answerAfter(portico, () =>
        portico.run({ type: 'answerGatewayChange', answer: 'send' }),
      );
      const { id, outcome } = lastAnswer(portico);
      assert.equal(outcome?.failure?.nothingSent, true, JSON.stringify(outcome));
      assert.equal(outcome.failure.host, new URL(stopped.origin).host);
      assert.deepEqual(portico.conversation().gateway, { baseUrl: work.baseUrl });
      await setUserSetting('baseUrl', play.baseUrl);
      await portico.run({ type: 'runNoticeAction', messageId: id, action: 'retry' });
      const { sentence } = portico.viewState().gatewayChangePrompt ?? {};
      assert.match(sentence ?? '', /^This chat was started with Work\./u);
      await portico.run({ type: 'answerGatewayChange', answer: 'cancel' });
    });

    it('does not send a waiting question in a chat that was opened meanwhile', async () => {
      const asking = portico.run({ type: 'ask', text: 'Where does this go?' });
      await newChat();
      await asking;
      assert.deepEqual(portico.conversation().messages, []);
      assert.equal(portico.viewState().draft, 'Where does this go?', 'in the message box');
      assert.equal(portico.viewState().gatewayChangePrompt, undefined);
      assert.deepEqual([...work.requests, ...play.requests], []);
      await typeDraft(portico, '');
    });

    it('does not ask in a new chat', async () => {
      await portico.run({ type: 'ask', text: 'May play know?' });
      await newChat();
      assert.equal(portico.viewState().gatewayChangePrompt, undefined);
      await answerAfter(portico, () => portico.run({ type: 'ask', text: 'A question for play.' }));
      assert.equal(lastAnswer(portico).state, 'complete');
      assert.equal(questionsTo(play).length, 1);
    });
  });
});
