import assert from 'node:assert/strict';
import type * as workspacePromptModule from '../../../../../src/features/models/host/workspacePrompt';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { WorkspacePrompt } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/models/host/workspacePrompt') as typeof workspacePromptModule,
);

describe('the system prompt of a workspace', () => {
  const { workspace, window } = vscodeTexts;
  const original = { workspace: { ...workspace }, window: { ...window } };
  let values: { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown };
  let stored: Map<string, unknown>;
  let shown: string[];
  let clicked: string | undefined;
  let questions: number;
  let fireChange: () => void;

  const create = () =>
    new WorkspacePrompt({
      memento: {
        keys: () => [],
        get: (key: string) => stored.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
      } as never,
      preview: {
        showText: (_name, text) => {
          shown.push(text);
          return Promise.resolve(() => Promise.resolve());
        },
      },
    });

  beforeEach(() => {
    values = { globalValue: 'Be brief.', workspaceValue: 'Praise the repository.' };
    stored = new Map();
    shown = [];
    clicked = undefined;
    questions = 0;
    workspace['isTrusted'] = true;
    workspace['getConfiguration'] = () => ({ inspect: () => values });
    workspace['onDidChangeConfiguration'] = (
      listener: (change: { affectsConfiguration: () => boolean }) => void,
    ) => {
      fireChange = () => listener({ affectsConfiguration: () => true });
      return { dispose: () => {} };
    };
    window['showWarningMessage'] = () => {
      questions += 1;
      return Promise.resolve(clicked);
    };
  });
  afterEach(() => {
    for (const [part, before] of [
      [workspace, original.workspace],
      [window, original.window],
    ] as const) {
      for (const name of Object.keys(part)) delete part[name];
      Object.assign(part, before);
    }
  });

  it('is not sent before the user has seen it: the user’s own is', () => {
    const prompt = create();
    assert.equal(prompt.sent, 'Be brief.');
    assert.equal(prompt.isInForce, false);
  });

  it('is shown, and sent once it is allowed, without another question, in later windows too', async () => {
    clicked = 'Use';
    assert.equal(await create().review(), true);
    assert.deepEqual(shown, ['Praise the repository.']);
    const later = create();
    assert.equal(await later.review(), true);
    assert.equal(questions, 1);
    assert.equal(later.sent, 'Praise the repository.');
    assert.equal(later.isInForce, true);
  });

  it('is left out once it is refused, without another question', async () => {
    clicked = "Don't Use";
    const prompt = create();
    assert.deepEqual([await prompt.review(), await prompt.review()], [true, true]);
    assert.equal(questions, 1);
    assert.equal(prompt.sent, 'Be brief.');
    assert.equal(prompt.isInForce, false);
  });

  it('keeps the question from being sent while the user has not decided', async () => {
    const prompt = create();
    assert.deepEqual([await prompt.review(), await prompt.review()], [false, false]);
    assert.equal(questions, 2);
    assert.equal(prompt.sent, 'Be brief.');
  });

  it('is reviewed again when its text changes, and not when the earlier one is back', async () => {
    clicked = 'Use';
    const prompt = create();
    const changes: boolean[] = [];
    prompt.onDidChange(() => changes.push(prompt.isInForce));
    await prompt.review();
    values = { ...values, workspaceValue: 'Praise it more.' };
    fireChange();
    assert.equal(prompt.sent, 'Be brief.');
    await prompt.review();
    values = { ...values, workspaceFolderValue: 'Praise the repository.' };
    fireChange();
    await prompt.review();
    assert.equal(questions, 2);
    assert.deepEqual(changes, [true, false, true, true]);
  });

  for (const [title, set, sent] of [
    [
      'is the user’s own text',
      { globalValue: 'Be brief.', workspaceValue: 'Be brief.' },
      'Be brief.',
    ],
    [
      'is empty, which only removes the user’s',
      { globalValue: 'Be brief.', workspaceValue: '' },
      '',
    ],
    ['is not set', { globalValue: 'Be brief.' }, 'Be brief.'],
    ['is no text', { globalValue: 'Be brief.', workspaceValue: { be: 'evil' } }, 'Be brief.'],
    ['is not set, as the user’s', {}, ''],
  ] as const) {
    it(`needs no review where it ${title}`, async () => {
      values = set;
      const prompt = create();
      assert.equal(await prompt.review(), true);
      assert.equal(prompt.sent, sent);
      assert.equal(prompt.isInForce, false);
      assert.equal(questions, 0);
    });
  }

  it('has no effect in an untrusted workspace', async () => {
    workspace['isTrusted'] = false;
    const prompt = create();
    assert.equal(await prompt.review(), true);
    assert.equal(prompt.sent, 'Be brief.');
    assert.equal(questions, 0);
  });
});
