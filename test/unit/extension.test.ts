// The extension as it is composed: each check before sending holds its question, in order, and each part has its effect.
import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LanguageModelChatProvider, TextDocumentContentProvider, Uri } from 'vscode';
import manifest from '../../package.json';
import type { ConnectionState } from '../../src/conversation/common/connectionState';
import { isRunning } from '../../src/conversation/common/conversation';
import { vscodeModelId } from '../../src/features/vscodeChat/node/modelId';
import { answerActions, noticeActions, type NoticeAction } from '../../src/platform/common/notice';
import { MemoryExtension, type AnswerRequest } from '../support/memoryExtension';
import { projectRoot } from '../support/toolchain';
import { until } from '../support/until';

const home = 'https://home.example/v1';
const other = 'https://other.example/v1';
const key = 'sk-home-0123456789abcdef0123456789abcdef';

const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function answerOf(content: string): Response {
  const message = { role: 'assistant', content };
  return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
}

describe('The extension', () => {
  let extension: MemoryExtension;
  let window: Awaited<ReturnType<typeof openWindow>>;
  /** The records of the gateways' lists. */
  let models: readonly object[];
  /** Of the last request for a list. */
  let listHeaders: Headers;
  /** The bodies of requests for answers, and the Base URL that got them. */
  let asked: (readonly [baseUrl: string, body: string])[];

  /** What the gateway answers to questions, if it is no short answer. */
  let reply: (() => Response | Promise<Response>) | undefined;

  before(async () => {
    extension = await MemoryExtension.build();
  });
  after(() => extension.remove());
  beforeEach(async () => {
    models = [{ id: 'm' }];
    asked = [];
    reply = undefined;
    window = await openWindow();
  });
  afterEach(async () => {
    const { page, portico, close } = window;
    try {
      // The page has got an event for each change. Its message box and the messages that it shows as plain text are its own.
      const own = { draft: undefined, plainMessages: undefined };
      const shown = () => jsonOf({ ...page.state, ...own });
      const expected = () => jsonOf({ ...portico.viewState(), ...own });
      const isShown = () => isDeepStrictEqual(shown(), expected());
      await until(isShown).catch(() => assert.deepEqual(shown(), expected()));
    } finally {
      await close();
    }
  });

  const answerRequest: AnswerRequest = async (url, body, headers) => {
    if (url.endsWith('/key/info')) {
      return Response.json({ info: { spend: 48.8, max_budget: 50 } });
    }
    if (body === undefined) {
      listHeaders = headers;
      return Response.json({ object: 'list', data: models });
    }
    asked.push([url.replace('/chat/completions', ''), body]);
    return reply?.() ?? answerOf(`Answer ${asked.length}.`);
  };

  /** With a chosen model, and a key for two gateways. */
  async function openWindow(state = extension.createState()) {
    const opened = extension.start(answerRequest, state);
    const { control, openPage } = opened;
    control.set('portico.stream', false);
    // Longer ones are not sent with `fetch`.
    control.set('portico.timeouts', { totalSeconds: 300 });
    for (const baseUrl of [home, other]) {
      await control.commands.get('portico.setApiKey')?.({ baseUrl, key });
    }
    control.set('portico.baseUrl', home);
    control.set('portico.model', 'm');
    const page = openPage();
    await until(
      () => page.state?.connection.key === 'stored' && page.state.conversation.model === 'm',
    );
    return { ...opened, page };
  }

  const answers = () =>
    window.portico
      .conversation()
      .messages.flatMap((message) => (message.kind === 'answer' ? message : []));

  /** Waits until so many answers are complete. */
  async function answered(count = 1): Promise<void> {
    await until(() => answers().filter(({ state }) => !isRunning(state)).length === count);
    assert.ok(answers().every(({ state }) => state === 'complete'));
  }

  /** A question that passed the checks is in the chat once the command is executed; its request leaves later. */
  const assertQuestions = (count: number): void =>
    assert.equal(window.portico.conversation().messages.length, 2 * count);

  const bodyOf = (index: number): string => asked[index]?.[1] ?? '';
  const gatewaysAsked = () => asked.map(([baseUrl]) => baseUrl);

  /** Asks as the page does. */
  const ask = (text: string) => window.portico.run({ type: 'ask', text });

  it('has a handler for each command of package.json', () => {
    const ids = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      ids.filter((id) => !window.control.commands.has(id)),
      [],
    );
  });

  it('sets the context keys of package.json that do not wait for an action', async () => {
    const keys = JSON.stringify(manifest).match(/\bportico\.(?:has[A-Z]\w+|answering)/gu) ?? [];
    assert.ok(keys.length > 5, 'they were found');
    await until(() => keys.every((one) => window.control.contextKeys.has(one)));
  });

  /** The paths and texts of previews of Markdown from now on. */
  function followPreviews(): readonly string[] {
    const { control } = window;
    const previewed: string[] = [];
    const texts = control.providers.get('portico-attachment') as TextDocumentContentProvider;
    control.commands.set('markdown.showPreview', async (uri) => {
      const { path } = uri as Uri;
      previewed.push(path, String(await texts.provideTextDocumentContent(uri as Uri, {} as never)));
    });
    return previewed;
  }

  it('sends a question that no check holds', async () => {
    await ask('Is it open?');
    await answered();
    assert.deepEqual(
      asked.map(([baseUrl]) => baseUrl),
      [home],
    );
    assert.match(bodyOf(0), /"Is it open\?"/u);
  });

  it('shows what all requests of today have cost, of other chats and windows too, until the history is deleted', async () => {
    window.control.set('portico.models', {
      m: { price: { input: 1, output: 2, currency: 'USD' } },
    });
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 500_000 };
    reply = async () => Response.json({ ...(await answerOf('Yes.').json()), usage });
    await ask('Is it open?');
    await answered();
    await window.control.commands.get('portico.newChat')?.();
    await ask('Is it closed?');
    await answered();
    const today = () =>
      window.page.state?.usage.total.find(({ label }) => label === 'Today, all requests')?.value;
    await until(() => today() === '$4.00 (estimated)');
    await window.close();
    window = await openWindow(window.state);
    await until(() => today() === '$4.00 (estimated)');
    const previewed = followPreviews();
    const month = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long' }).format();
    window.control.picks = [month];
    await window.portico.run({ type: 'showCosts' });
    await until(() => previewed.length > 0);
    assert.match(previewed[1] ?? '', / \| 2 \| .* \| \$4\.00 \(estimated\) \|/u);
    const folder = join(window.state.folder, 'storage', 'costs');
    assert.ok(existsSync(folder));
    window.control.click = () => 'Delete All';
    await window.control.commands.get('portico.deleteHistory')?.();
    assert.ok(!existsSync(folder));
  });

  it('says that the balance is low after an answer, until that is dismissed', async () => {
    const day = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
    const cost = { amount: 3.4, currency: 'USD' };
    const folder = join(window.state.folder, 'storage', 'costs');
    mkdirSync(folder, { recursive: true });
    const entry = { id: 'earlier', day, gateway: home, model: 'm', cost };
    writeFileSync(join(folder, `${day.slice(0, 7)}.jsonl`), JSON.stringify(entry));
    await window.state.globalState.update('portico.balanceSoftware', { [home]: 'litellm' });
    window.control.set('portico.balance.refresh', 'afterAnswers');
    await ask('Is it open?');
    const line = 'Only $1.20 is left for the key. A day costs you about $3.40 on average.';
    await until(() => window.page.state?.lowBalance === line);
    await window.portico.run({ type: 'dismissLowBalance' });
    assert.equal(window.page.state?.lowBalance, undefined);
    assert.match(window.page.state?.balance ?? '', /^\$1\.20 left/u);
  });

  it('shows what the longest answer costs, by the limit in the settings, else by that in the list', async () => {
    const pricing = { prompt: '0', completion: '0.0001' };
    models = [{ id: 'm', context_length: 100_000, max_output_tokens: 8_000, pricing }];
    await window.close();
    window = await openWindow();
    await ask('Is it open?');
    await answered();
    await until(() => window.page.state?.longestCost === '$0.80');
    window.control.set('portico.models', { m: { maxOutputTokens: 5_000 } });
    await until(() => window.page.state?.longestCost === '$0.50');
  });

  describe('with a budget', () => {
    /** A request costs $2. */
    const usage = { prompt_tokens: 1_000, completion_tokens: 1_000 };
    const price = { input: 1_000, output: 1_000, currency: 'USD' };
    const prompt = () => window.page.state?.budgetPrompt;
    const answerBudget = (answer: 'ask' | 'cheaperModel' | 'cancel') =>
      window.portico.run({ type: 'answerBudget', answer });

    beforeEach(() => {
      window.control.set('portico.models', { m: { price } });
      window.control.set('portico.budget', { perDay: 2, currency: 'USD' });
      reply = async () => Response.json({ ...(await answerOf('Yes.').json()), usage });
    });

    /** A question that spends the budget. */
    async function spend(): Promise<void> {
      await ask('Is it open?');
      await answered();
      assert.equal(asked.length, 1);
    }

    it('sends no question past it before the user decides, however it is asked', async () => {
      const content = { message: { role: 'assistant', content: 'It is' }, finish_reason: 'length' };
      reply = () => Response.json({ choices: [{ index: 0, ...content }], usage });
      await ask('Is it open?');
      await until(() => answers()[0]?.state === 'truncated');
      const [answer] = answers();
      assert.ok(answer);
      const { id: answerId, questionId } = answer;
      const ways: Readonly<Record<string, () => unknown>> = {
        'message box': () => ask('And now?'),
        queue: async () => {
          await window.portico.run({ type: 'enqueue', text: 'And then?' });
          await window.portico.run({ type: 'sendNext' });
        },
        edit: () => window.portico.run({ type: 'edit', messageId: questionId, text: 'Is it?' }),
        retry: () =>
          window.portico.run({ type: 'runNoticeAction', messageId: answerId, action: 'retry' }),
        continue: () =>
          window.portico.run({ type: 'runNoticeAction', messageId: answerId, action: 'continue' }),
      };
      for (const [way, run] of Object.entries(ways)) {
        await run();
        await until(() => prompt() !== undefined).catch(() => assert.fail(way));
        assert.match(
          prompt()?.sentences.join(' ') ?? '',
          /You've spent \$2\.00 of \$2\.00 today\./u,
          way,
        );
        await answerBudget('cancel');
        await until(() => prompt() === undefined);
        assert.equal(asked.length, 1, way);
        await window.portico.run({ type: 'clearQueue' });
      }
    });

    it('asks once for the rest of the day, in all windows, and again for another limit', async () => {
      await spend();
      await until(() => window.page.state?.budgetLine === "You've spent $2.00 of $2.00 today.");
      await ask('And now?');
      await until(() => prompt() !== undefined);
      await answerBudget('ask');
      await answered(2);
      await until(() => window.page.state?.budgetLine === undefined);
      await window.close();
      window = await openWindow(window.state);
      await ask('And then?');
      await answered(3);
      window.control.set('portico.budget', { perDay: 3, currency: 'USD' });
      await ask('And later?');
      await until(() => prompt() !== undefined);
      await answerBudget('cheaperModel');
      await until(() => window.log.includes('Select Model'));
      assert.equal(asked.length, 3);
    });

    it('does not hold a model that costs nothing, whatever is spent', async () => {
      const free = { price: { input: 0, output: 0, currency: 'USD' } };
      window.control.set('portico.models', { m: { price }, free });
      await spend();
      window.control.set('portico.budget', { perDay: 0, currency: 'USD' });
      await window.control.commands.get('portico.selectModel')?.('free');
      await ask('And now?');
      assertQuestions(2);
      await answered(2);
    });

    it('knows the price of the first question after a start', async () => {
      models = [{ id: 'm', pricing: { prompt: '0.0001', completion: '0.0001' } }];
      await window.close();
      window = await openWindow();
      window.control.set('portico.budget', { perDay: 0.02, currency: 'USD' });
      await ask(`Is it ${'open '.repeat(400)}?`);
      assertQuestions(0);
      await until(() => prompt() !== undefined);
      await answerBudget('cancel');
    });

    it('pauses between two requests of a question with tools, and goes on from there', async () => {
      await window.portico.run({ type: 'switchWorkspaceAccess', isOn: true });
      await window.portico.run({ type: 'answerWorkspaceAccess', isAllowed: true });
      const call = { id: 'c', type: 'function', function: { name: 'list_files', arguments: '{}' } };
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      reply = () =>
        asked.length > 1
          ? answerOf('Done.')
          : Response.json({
              choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
              usage,
            });
      await ask('What is in this folder?');
      await until(() => answers()[0]?.outcome?.pausedAt === 'budget');
      assert.equal(asked.length, 1);
      const messageId = answers()[0]?.id ?? '';
      await window.portico.run({ type: 'runNoticeAction', messageId, action: 'continueReading' });
      await until(() => prompt() !== undefined);
      assert.equal(asked.length, 1);
      await answerBudget('ask');
      await answered();
      assert.equal(asked.length, 2);
    });

    it('asks before a commit message and a summary', async () => {
      await spend();
      const dialogs: string[] = [];
      window.control.click = (shown) => void dialogs.push(shown);
      const uri = window.Uri.file(join(window.control.folder, 'a.txt'));
      window.control.repository = {
        rootUri: window.Uri.file(window.control.folder),
        inputBox: { value: '' },
        ui: { selected: true },
        state: {
          HEAD: { name: 'main' },
          mergeChanges: [],
          workingTreeChanges: [],
          indexChanges: [{ uri, originalUri: uri, status: 0 }],
        },
        status: async () => undefined,
        log: async () => [],
        getObjectDetails: async () => ({ size: 9 }),
        diffIndexWithHEAD: async () => '@@ -1 +1 @@\n-One\n+Two\n',
      };
      await window.control.commands.get('portico.generateCommitMessage')?.();
      assert.deepEqual(dialogs, ['With this request, your budget is reached']);
      window.control.set('portico.models', { m: { price, contextLength: 100 } });
      await until(() => window.portico.viewState().budget?.contextLength === 100);
      await ask(`And ${'now '.repeat(80)}?`);
      await window.portico.run({ type: 'trimContext', action: 'summarize' });
      await until(() => dialogs.length === 2);
      assert.equal(asked.length, 1);
      window.control.click = () => 'Ask anyway';
      window.control.set('portico.models', { m: { price } });
      await window.control.commands.get('portico.generateCommitMessage')?.();
      assert.match(bodyOf(1), /\+Two/u);
    });

    it("refuses a request of VS Code's chat, and names the limit and the setting", async () => {
      await spend();
      const provider = window.control.providers.get('portico') as LanguageModelChatProvider;
      const token = {
        isCancellationRequested: false,
        onCancellationRequested: () => ({ dispose: () => undefined }),
      };
      await assert.rejects(
        async () =>
          provider.provideLanguageModelChatResponse(
            { id: vscodeModelId({ gateway: home, model: 'm' }) } as never,
            [],
            { requestInitiator: 'core', toolMode: 1 } as never,
            { report: () => undefined },
            token,
          ),
        /You've spent \$2\.00 of \$2\.00 today\..*“portico\.budget”/u,
      );
      assert.equal(asked.length, 1);
    });
  });

  it('queues a question that the page sent before it knew of the running answer, with the file that is being read', async () => {
    const held = Promise.withResolvers<void>();
    reply = async () => {
      await held.promise;
      return answerOf('Yes.');
    };
    await ask('Is it open?');
    await window.portico.run({ type: 'saveDraft', text: 'And now?' });
    const file = join(window.control.folder, 'notes.txt');
    writeFileSync(file, 'Open at nine.');
    void window.portico.run({ type: 'attachFiles', uris: [String(window.Uri.file(file))] });
    await ask('And now?');
    // A second press of Enter brings nothing back.
    await ask('And now?');
    held.resolve();
    await answered(2);
    assert.match(bodyOf(1), /Open at nine\..*And now\?"/u);
    assertQuestions(2);
  });

  it("shows a diagram in VS Code's Markdown preview", async () => {
    reply = () => answerOf('So:\n\n```mermaid\ngraph TD; a-->b\n```');
    await ask('How?');
    await answered();
    const messageId = answers()[0]?.id ?? '';
    const previewed = followPreviews();
    await window.portico.run({ type: 'previewCode', messageId, block: 0 });
    assert.deepEqual(previewed, ['/preview/mermaid.md', '```mermaid\ngraph TD; a-->b\n```']);
  });

  it('does not take the focus from what the user has opened while the chat got it', async () => {
    const { control, portico, log } = window;
    const events = [{ type: 'focused', input: 'pointer' }, { type: 'blurred' }] as const;
    for (const then of [events, events.slice(0, 1)]) {
      await portico.run({ type: 'blurred' });
      log.length = 0;
      const give = async (): Promise<void> => {
        for (const event of then) {
          await portico.run(event);
        }
      };
      control.didShow = (id) => (id === 'portico.chat.focus' ? give() : undefined);
      await control.commands.get('portico.newChat')?.();
      assert.equal(log.includes('focusComposer'), then.length === 1);
    }
  });

  it('sends no question before the setup is complete', async () => {
    window.control.set('portico.baseUrl', 'https://without-a-key.example/v1');
    await ask('Is it open?');
    assertQuestions(0);
    assert.match(window.log.join('\n'), /API Key/u);
  });

  it('sends no question to another gateway before the user agrees', async () => {
    await ask('Is it open?');
    await answered();
    window.control.set('portico.baseUrl', other);
    await ask('And now?');
    assertQuestions(1);
    assert.notEqual(window.portico.viewState().gatewayChangePrompt, undefined);
    await window.portico.run({ type: 'answerGatewayChange', answer: 'send' });
    await answered(2);
    assert.deepEqual(gatewaysAsked(), [home, other]);
  });

  it('sends no question before the user has seen the system prompt of the workspace', async () => {
    window.control.setForWorkspace('portico.systemPrompt', 'Praise the repository.');
    await ask('Is it open?');
    assertQuestions(0);
    window.control.click = () => 'Use';
    await ask('Is it open?');
    await answered();
    assert.match(bodyOf(0), /Praise the repository/u);
  });

  it('sends no invisible text', async () => {
    await ask('\u{E0041}\u{E0042}');
    assertQuestions(0);
    await ask('Is it\u{E0041} open?');
    await answered();
    assert.match(bodyOf(0), /"Is it open\?"/u);
  });

  it('sends attachments as their files are now', async () => {
    const file = join(window.control.folder, 'notes.txt');
    writeFileSync(file, 'Before.');
    await window.control.commands.get('portico.addFile')?.(window.Uri.file(file));
    await until(() => window.portico.viewState().attachments.length === 1);
    writeFileSync(file, 'After.');
    await ask('What does it say?');
    await answered();
    assert.match(bodyOf(0), /After\./u);
    assert.doesNotMatch(bodyOf(0), /Before\./u);
  });

  it('sends no secret before the user agrees', async () => {
    await ask(`What is ${key}?`);
    assertQuestions(0);
    await until(() => window.portico.viewState().secretsPrompt !== undefined);
    await window.portico.run({ type: 'answerSecrets', answer: 'mask' });
    await answered();
    assert.ok(!bodyOf(0).includes(key));
  });

  it('sends no question that may exceed the context window before the user decides, and a summary only where the question goes', async () => {
    await ask('Is it open?');
    await answered();
    window.control.set('portico.baseUrl', other);
    window.control.set('portico.models', { m: { contextLength: 100 } });
    await until(() => window.portico.viewState().budget?.contextLength === 100);
    await ask(`And ${'now '.repeat(80)}?`);
    await window.portico.run({ type: 'answerGatewayChange', answer: 'send' });
    await until(() => window.portico.viewState().contextLimitPrompt !== undefined);
    assertQuestions(1);
    assert.deepEqual(gatewaysAsked(), [home]);
    await window.portico.run({ type: 'trimContext', action: 'summarize' });
    await answered(2);
    assert.deepEqual(gatewaysAsked(), [home, other, other]);
    assert.match(bodyOf(1), /Summarize our conversation/u);
  });

  it('runs the checks of a question in their order', async () => {
    const file = join(window.control.folder, 'notes.txt');
    writeFileSync(file, 'Before.');
    await ask('Is it open?');
    await answered();
    const third = 'https://third.example/v1';
    window.control.set('portico.baseUrl', third);
    window.control.set('portico.models', { m: { contextLength: 100 } });
    window.control.setForWorkspace('portico.systemPrompt', 'Praise the repository.');
    window.control.click = () => 'Use';
    await window.control.commands.get('portico.addFile')?.(window.Uri.file(file));
    await until(() => window.page.state?.attachments.length === 1);
    writeFileSync(file, 'After.');
    const text = `\u{E0041}${key} and ${'now '.repeat(80)}`;
    window.log.length = 0;
    const steps = [
      'API Key for third.example',
      'gatewayChangePrompt',
      "Use this workspace's system prompt?",
      // The message box shows its text without what is invisible.
      'draft',
      'attachments',
      'secretsPrompt',
      'contextLimitPrompt',
      `${third}/chat/completions`,
      'questionSent',
    ];
    await ask(text);
    await window.control.commands.get('portico.setApiKey')?.({ baseUrl: third, key });
    await ask(text);
    await window.portico.run({ type: 'answerGatewayChange', answer: 'send' });
    await until(() => window.page.state?.secretsPrompt !== undefined);
    await window.portico.run({ type: 'answerSecrets', answer: 'send' });
    await until(() => window.page.state?.contextLimitPrompt !== undefined);
    await window.portico.run({ type: 'trimContext', action: 'summarize' });
    await answered(2);
    const taken = [...new Set(window.log)].filter((step) => steps.includes(step));
    assert.deepEqual(taken, steps);
  });

  it('asks no further model that a check still holds when the user stops everything', async () => {
    reply = () => new Promise(() => {});
    await ask('Is it open?');
    await until(() => asked.length === 1);
    window.control.set('portico.baseUrl', other);
    await window.control.commands.get('portico.alsoAsk')?.(['n']);
    await until(() => window.page.state?.gatewayChangePrompt !== undefined);
    await window.portico.run({ type: 'stop' });
    await until(() => window.page.state?.gatewayChangePrompt === undefined);
    await window.portico.run({ type: 'answerGatewayChange', answer: 'send' });
    assert.deepEqual(window.portico.conversation().offPath, []);
  });

  it('cancels a question that a check holds when the gateway of the settings changes', async () => {
    await ask(`What is ${key}?`);
    await until(() => window.page.state?.secretsPrompt !== undefined);
    window.control.set('portico.baseUrl', other);
    await until(() => window.page.state?.secretsPrompt === undefined);
    assertQuestions(0);
  });

  it('sends nothing else while a summary is written, which Stop ends', async () => {
    await ask('Is it open?');
    await answered();
    window.control.set('portico.models', { m: { contextLength: 100 } });
    await until(() => window.portico.viewState().budget?.contextLength === 100);
    await ask(`And ${'now '.repeat(80)}?`);
    reply = () => new Promise(() => {});
    await window.portico.run({ type: 'trimContext', action: 'summarize' });
    await until(() => asked.length === 2);
    assert.equal(await window.portico.ask('Are you there?'), false);
    assert.equal(window.page.state?.contextLimitPrompt?.isSummarizing, true);
    const isAnswering = () => window.control.contextKeys.get('portico.answering');
    await until(() => isAnswering() === true);
    await window.portico.run({ type: 'stop' });
    await until(() => window.page.state?.contextLimitPrompt?.isSummarizing === false);
    await until(() => isAnswering() === false);
    assert.equal(asked.length, 2);
  });

  it('asks with what the user has chosen for the chat', async () => {
    window.control.picks.push('Temperature', '0.7');
    await window.portico.run({ type: 'chooseChatSettings' });
    await ask('Is it open?');
    await answered();
    assert.match(bodyOf(0), /"temperature":0\.7/u);
  });

  it('remembers what the gateway has rejected', async () => {
    window.control.set('portico.temperature', 0.7);
    const message = "Unsupported parameter: 'temperature' is not supported with this model.";
    const rejection = { error: { message, param: 'temperature', code: 'unsupported_parameter' } };
    const hasTemperature = (index: number) => bodyOf(index).includes('"temperature"');
    reply = () =>
      hasTemperature(asked.length - 1)
        ? Response.json(rejection, { status: 400 })
        : answerOf('Yes.');
    await ask('Is it open?');
    await answered();
    await ask('And now?');
    await answered(2);
    assert.deepEqual([0, 1, 2, 3].map(hasTemperature), [true, false, false, false]);
    assert.equal(asked.length, 3);
  });

  it('lists models as the API format of the settings demands it', async () => {
    window.control.set('portico.models', { 'claude-*': { apiFormat: 'messages' } });
    await window.control.commands.get('portico.refreshModels')?.();
    assert.ok(listHeaders.has('anthropic-version'));
  });

  it("names what it can't use of what a gateway's entry says", async () => {
    const warnings: string[] = [];
    window.control.click = (message) => void warnings.push(message);
    const entry = { name: 'Home', baseUrl: home };
    for (const fields of [
      { helpUrl: 'http://help.example' },
      { catalogUrl: 'catalog' },
      { apiFormat: 'completions' },
      { models: { 'gpt-*': { price: {} } } },
    ]) {
      window.control.set('portico.gateways', [{ ...entry, ...fields }]);
    }
    const start = '“portico.gateways” has invalid entries. “Home”: ';
    assert.deepEqual(
      warnings,
      [
        '“helpUrl” is ignored: it takes an address that starts with https://.',
        '“catalogUrl” is ignored: it takes a web address.',
        '“apiFormat” is ignored: it takes one of auto, chat, responses, messages, generateContent.',
        '“models → gpt-* → price” is ignored: “models” takes up to 20 model IDs or globs, each with apiFormat, contextLength, maxOutputTokens, imageInput, toolCalling.',
      ].map((reason) => start + reason),
    );
  });

  it('says how to sign in where the command line of LiteLLM prints no key', async () => {
    const lite = join(window.control.folder, 'lite');
    writeFileSync(lite, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const origin = new URL(home).origin;
    const command = [lite, '--base-url', origin, 'auth', 'print-token'];
    window.control.set('portico.keyCommand', { [origin]: command });
    window.control.click = () => 'Run';
    await ask('Is it open?');
    await until(() => answers()[0]?.state === 'failed');
    const notice = window.portico.viewState().notices[answers()[0]?.id ?? ''];
    assert.ok(notice?.sentence.endsWith(`then retry: ${lite} --base-url ${origin} login --pkce`));
  });

  it("asks models as the gateway's entry says, unless the user says otherwise, and opens its catalog", async () => {
    const entry = {
      name: 'Home',
      baseUrl: home,
      catalogUrl: 'https://catalog.example',
      models: { m: { apiFormat: 'responses', imageInput: false } },
    };
    const hasCatalog = () => window.control.contextKeys.get('portico.hasCatalog');
    window.control.set('portico.gateways', [{ ...entry, name: 'Other', baseUrl: other }]);
    await ask('Is it open?');
    await answered();
    assert.equal(hasCatalog(), false);
    window.control.set('portico.gateways', [entry]);
    assert.equal(hasCatalog(), true);
    await ask('And now?');
    await until(() => asked.length > 1);
    window.control.set('portico.models', { m: { apiFormat: 'chat' } });
    await until(() => answers().every(({ state }) => !isRunning(state)));
    await ask('And later?');
    await until(() => asked.length > 2);
    await until(() => answers().every(({ state }) => !isRunning(state)));
    assert.deepEqual(
      gatewaysAsked().filter((url, index, urls) => url !== urls[index - 1]),
      [home, `${home}/responses`, home],
    );
  });

  it('ends the search for the files that an answer names when the user leaves the chat', async () => {
    const { control, portico, log } = window;
    const idFile = join(control.folder, 'id');
    const program = join(control.appRoot, 'node_modules', '@vscode', 'ripgrep', 'bin', 'rg');
    mkdirSync(dirname(program), { recursive: true });
    // As on a network drive that does not answer.
    writeFileSync(program, '#!/bin/sh\necho $$ > id\nexec sleep 100\n', { mode: 0o755 });
    reply = () => answerOf('```ts gone.ts\na();\n```');
    await ask('Change it.');
    await answered();
    const messageId = answers()[0]?.id ?? '';
    const placed = portico.run({ type: 'codeBlocksSeen', messageId, blocks: [0] });
    await until(() => existsSync(idFile) && readFileSync(idFile, 'utf8').endsWith('\n'));
    await control.commands.get('portico.newChat')?.();
    await until(() => {
      try {
        return !process.kill(Number(readFileSync(idFile, 'utf8')), 0);
      } catch {
        return true;
      }
    });
    await placed;
    // Where ripgrep runs out of time instead, VS Code's search follows, which fails here.
    assert.doesNotMatch(log.join('\n'), /Unexpected/u);
  });

  it('offers the model tools once the user allows it to read the folder', async () => {
    await window.portico.run({ type: 'switchWorkspaceAccess', isOn: true });
    await window.portico.run({ type: 'answerWorkspaceAccess', isAllowed: true });
    await ask('What is in this folder?');
    await answered();
    assert.match(bodyOf(0), /"tools":\[/u);
  });

  it('reads nothing more for the model once the user turns that off', async () => {
    await window.portico.run({ type: 'switchWorkspaceAccess', isOn: true });
    await window.portico.run({ type: 'answerWorkspaceAccess', isAllowed: true });
    const call = { id: 'c', type: 'function', function: { name: 'list_files', arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    reply = async () => {
      if (asked.length > 1) {
        return answerOf('Done.');
      }
      await window.portico.run({ type: 'switchWorkspaceAccess', isOn: false });
      return Response.json({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
    };
    await ask('What is in this folder?');
    await answered();
    assert.match(bodyOf(1), /The user does not allow it any more/u);
  });

  it('leaves the model of a chat with messages when that of the settings changes', async () => {
    await ask('Is it open?');
    await answered();
    window.control.set('portico.model', 'other');
    assert.equal(window.portico.conversation().model, 'm');
  });

  it('counts what the user types', async () => {
    window.control.set('portico.models', { m: { contextLength: 4096 } });
    await until(() => window.page.state?.budget !== undefined);
    const before = window.page.state?.budget;
    await window.portico.run({ type: 'saveDraft', text: 'now '.repeat(500) });
    await until(() => !isDeepStrictEqual(window.page.state?.budget, before));
  });

  it('makes Retry the next step once the key is there that an answer lacked', async () => {
    reply = () => Response.json({ error: { message: 'Invalid API key.' } }, { status: 401 });
    await ask('Is it open?');
    await until(() => answers()[0]?.state === 'failed');
    window.log.length = 0;
    await window.control.commands.get('portico.setApiKey')?.({ baseUrl: home, key });
    await until(() => window.log.includes('notice'));
  });

  it('keeps a chat and its unsent text for the next window', async () => {
    await ask('Is it open?');
    await answered();
    await window.portico.run({ type: 'saveDraft', text: 'And now?' });
    await window.close();
    // VS Code ends the extension host now: nothing is written later.
    const files = globSync(join(window.state.folder, 'storage', '**', '*.json*'));
    assert.ok(files.some((file) => readFileSync(file, 'utf8').includes('And now?')));
    window = await openWindow(window.state);
    assert.equal(window.page.state?.conversation.messages.length, 2);
    assert.equal(window.page.state?.draft, 'And now?');
  });

  it('ends an answer that still runs when the window closes, for the next one', async () => {
    const part = { choices: [{ index: 0, delta: { content: 'So far.' } }] };
    const body = new ReadableStream({
      start: (stream) =>
        stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`)),
    });
    reply = () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    window.control.set('portico.stream', true);
    await ask('Is it open?');
    await until(() => answers()[0]?.text === 'So far.');
    await window.close();
    // VS Code ends the extension host now: nothing is written later.
    const files = globSync(join(window.state.folder, 'storage', '**', '*.jsonl'));
    const saved = files.map((file) => readFileSync(file, 'utf8')).join('');
    assert.match(saved, /"interrupted"/u);
    window = await openWindow(window.state);
    assert.deepEqual(
      answers().map(({ state, text }) => [state, text]),
      [['interrupted', 'So far.']],
    );
  });

  it('applies a new model list to all that an open chat shows of its model', async () => {
    await window.portico.run({ type: 'switchWorkspaceAccess', isOn: true });
    await window.portico.run({ type: 'answerWorkspaceAccess', isAllowed: true });
    models = [{ id: 'm', context_length: 4096, supports_vision: false, supports_tools: false }];
    await window.control.commands.get('portico.refreshModels')?.();
    await until(() => window.page.state?.budget?.contextLength === 4096);
    await until(() => window.page.state?.acceptsImages === false);
    await until(() => window.page.state?.workspaceAccess?.problem !== undefined);
  });

  it('shows the connection after each change of the settings and keys', async () => {
    const { control, page } = window;
    const shows = (expected: ConnectionState['key']) =>
      until(() => page.state?.connection.key === expected);
    control.set('portico.baseUrl', 'https://third.example/v1');
    await shows('missing');
    await control.commands.get('portico.setApiKey')?.({ key });
    await shows('stored');
    control.set('portico.keyCommand', { 'https://third.example': ['print-the-key'] });
    await shows('command');
  });

  it('follows the changes of each setting that is not read where it is used', () => {
    const { control } = window;
    control.set('portico.none', true);
    const readWhereUsed = [
      'portico.stream',
      'portico.temperature',
      'portico.reasoningEffort',
      'portico.timeouts',
      'portico.history.keepDays',
      'portico.tools.maxCost',
      'portico.balance.refresh',
      'portico.commitMessage.prompt',
      'portico.commitMessage.model',
      'portico.context.autoSelection',
      'portico.prompts',
      'portico.applyModel',
      'portico.applyInstructions',
    ];
    const ids = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(
      ids.filter((id) => !control.followed.has(id)),
      readWhereUsed,
    );
  });

  it('sends the page the changes of preferences, and none that it does not read', async () => {
    const { control, page, portico } = window;
    control.set('portico.sendWith', 'ctrlEnter');
    await until(() => page.state?.preferences.sendWith === 'ctrlEnter');
    const files = globSync('src/**/page/**/*.{ts,tsx}', { cwd: projectRoot });
    const code = files.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('');
    assert.deepEqual(
      Object.keys(portico.viewState().preferences).filter(
        (name) => !new RegExp(`\\b${name}\\b(?!:)`, 'u').test(code),
      ),
      [],
    );
  });

  it('opens something for each button of a notice', async () => {
    // What is missing decides what the buttons add.
    const problem = { statusCode: 400, message: 'Missing model-version in header' };
    reply = () => Response.json(problem, { status: 400 });
    await ask('Is it open?');
    await until(() => answers()[0]?.state === 'failed');
    const messageId = answers()[0]?.id ?? '';
    window.control.set('portico.gateways', [
      { name: 'Home', baseUrl: home, helpUrl: 'https://help.example' },
    ]);
    const ofAnswer = new Set<NoticeAction>(answerActions);
    const silent: string[] = [];
    for (const action of noticeActions.filter((each) => !ofAnswer.has(each))) {
      const shown: string[] = [];
      window.control.didShow = (text) => shown.push(text);
      await window.portico.run({ type: 'runNoticeAction', messageId, action });
      if (shown.length === 0) silent.push(action);
    }
    assert.deepEqual(silent, []);
  });

  it('fills an empty chat when its page starts: recent chats, instruction files, what the editor shows', async () => {
    const { control, state, Uri, openPage } = window;
    const file = Uri.file(join(control.folder, 'AGENTS.md'));
    writeFileSync(file.fsPath, 'Write tests first.');
    await state.workspaceState.update('portico.instructionFiles', [file.toString()]);
    control.editors = [{ document: { uri: file }, selection: { isEmpty: true } }];
    window.page = openPage();
    await until(() => window.page.state?.recentChats !== undefined);
    await until(() => window.page.state?.attachments[0]?.kind === 'instructions');
    await until(() => window.page.state?.editorOffer?.name === 'AGENTS.md');
  });
});
