// Hostile text does nothing on any of VS Code's surfaces, and callers get back their own texts, rows and buttons.
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type * as windowModule from '../../../../src/platform/host/window';
import { vscodeTexts, withVsCodeTexts } from '../../../support/withVsCodeTexts';

/** A copy of its own: it knows only what is opened here. */
const window = withVsCodeTexts(() => {
  const path = require.resolve('../../../../src/platform/host/window');
  delete require.cache[path];
  return require(path) as typeof windowModule;
});

const hostile = '[a](command:b) $(x) <i> **c**\u202E\nnext';
const notification = '[a] (command:b) $\u2060(x) <i> **c**\uFFFD next';
const label = '[a](command:b) \\$(x) <i> **c**\uFFFD next';
const plain = '[a](command:b) $(x) <i> **c**\uFFFD next';
/** What VS Code would make links, icons or Markdown of in the detail of a row. */
const markdown = /\]\(|\$\(|<i|(?<!\uFEFF)\*\*|\u202E|\n/;

type Listener = (event: never) => void;

/** VS Code's side of a quick pick or an input box. */
class FakeInput {
  items: readonly (vscode.QuickPickItem & { readonly row: object })[] = [];
  activeItems: FakeInput['items'] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly listeners: Record<string, Listener> = {};
  onDidTriggerButton = (listener: Listener): void => void (this.listeners['button'] = listener);
  onDidTriggerItemButton = (listener: Listener): void => void (this.listeners['item'] = listener);
  onDidHide = (listener: Listener): void => void (this.listeners['hide'] = listener);
  show = (): void => undefined;
  hide = (): void => this.listeners['hide']?.(undefined as never);
}

describe('what the window shows', () => {
  const original = { ...vscodeTexts.window };
  after(() => {
    for (const name of Object.keys(vscodeTexts.window)) delete vscodeTexts.window[name];
    Object.assign(vscodeTexts.window, original);
  });

  /** Replaces a function of VS Code by one that records its arguments. */
  function record(name: string, answer: (args: readonly unknown[]) => unknown): unknown[][] {
    const calls: unknown[][] = [];
    vscodeTexts.window[name] = (...args: unknown[]) => {
      calls.push(args);
      return answer(args);
    };
    return calls;
  }

  const clickLast = async (args: readonly unknown[]): Promise<unknown> => args.at(-1);

  for (const [name, show] of [
    ['showInformationMessage', window.showInformation],
    ['showWarningMessage', window.showWarning],
    ['showErrorMessage', window.showError],
  ] as const) {
    it(`${name}: makes no links or icons, and reports the caller's button`, async () => {
      const calls = record(name, clickLast);
      assert.equal(await show(hostile, 'Other', hostile), hostile);
      assert.deepEqual(calls, [[notification, 'Other', plain]]);
      record(name, async () => undefined);
      assert.equal(await show(hostile, hostile), undefined);
    });
  }

  it('dialogs: break lines only between paragraphs, and report the caller’s button', async () => {
    const calls = record('showWarningMessage', clickLast);
    assert.equal(await window.confirm(hostile, hostile, [hostile, 'Second.']), true);
    const detail = `${notification}\n\nSecond.`;
    assert.deepEqual(calls, [[notification, { modal: true, detail }, plain]]);
    assert.equal(await window.confirm('Sure?', 'Yes'), true);
    assert.deepEqual(calls[1], ['Sure?', { modal: true }, 'Yes']);
    assert.equal(await window.choose(hostile, ['One', hostile], hostile), hostile);
    assert.deepEqual(calls[2], [notification, { modal: true, detail: notification }, 'One', plain]);
    record('showWarningMessage', async () => undefined);
    assert.equal(await window.confirm(hostile, hostile), false);
  });

  it('progress: makes no links in its title and messages', async () => {
    const messages: unknown[] = [];
    const calls = record('withProgress', ([, task]) =>
      (task as (progress: object) => unknown)({ report: (one: unknown) => messages.push(one) }),
    );
    await window.showProgress({ location: 15, title: hostile }, async (progress) =>
      progress.report({ message: hostile }),
    );
    assert.deepEqual(calls[0]?.[0], { location: 15, title: notification });
    assert.deepEqual(messages, [{ message: notification }]);
  });

  const row = { label: hostile, description: hostile, detail: hostile, address: 'https://a.b/v1' };

  function assertRow(shown: vscode.QuickPickItem | undefined, icon = ''): void {
    assert.equal(shown?.label, `${icon}${label}`);
    assert.match(shown?.description ?? '', /^https:\/\/a\.b\/v1 · /);
    assert.doesNotMatch(shown?.description ?? '', markdown);
    assert.doesNotMatch(shown?.detail ?? '', markdown);
  }

  async function firstRow(calls: readonly unknown[][]): Promise<vscode.QuickPickItem | undefined> {
    const rows = (await calls[0]?.[0]) as readonly vscode.QuickPickItem[] | undefined;
    return rows?.[0];
  }

  it('quick picks: make nothing of rows but their icon, and report the caller’s rows', async () => {
    const calls = record('showQuickPick', async ([rows]) => ((await rows) as object[])[0]);
    const withIcon = { ...row, icon: 'check' } as const;
    const title = { title: hostile, placeHolder: hostile };
    assert.equal(await window.showPick(Promise.resolve([withIcon]), title), withIcon);
    assertRow(await firstRow(calls), '$(check) ');
    assert.deepEqual(calls[0]?.[1], { title: plain, placeHolder: plain, ignoreFocusOut: false });
    const many = record('showQuickPick', async ([rows]) => rows);
    assert.deepEqual(await window.showPickMany([row], { title: hostile }), [row]);
    assertRow(await firstRow(many));
    record('showQuickPick', async () => undefined);
    assert.equal(await window.showPick([row], title), undefined);
    assert.equal(await window.showPickMany([row], title), undefined);
  });

  it('pickers: make nothing of rows and buttons, and report the caller’s', () => {
    const fake = new FakeInput();
    record('createQuickPick', () => fake);
    const button = { iconPath: 'a' as never, tooltip: hostile };
    const back = { iconPath: 'b' as never, tooltip: 'Back' };
    const own = { ...row, buttons: [button] };
    const other = { label: 'other' };
    const picker = new window.Picker<typeof own | typeof other>({ isOrderFixed: true });
    picker.title = hostile;
    picker.placeholder = hostile;
    picker.items = [other, own];
    picker.buttons = [button, back];
    assert.equal(Reflect.get(fake, 'sortByLabel'), false);
    assert.equal(Reflect.get(fake, 'title'), plain);
    assert.equal(Reflect.get(fake, 'placeholder'), plain);
    assertRow(fake.items[1]);
    assert.deepEqual(
      fake.buttons.map(({ tooltip }) => tooltip),
      [plain, 'Back'],
    );
    assert.equal(fake.buttons[1], back);
    assert.deepEqual(picker.items, [other, own]);
    picker.activeItems = [own];
    assert.deepEqual(fake.activeItems, [fake.items[1]]);
    assert.equal(picker.activeItems[0], own);
    const events: unknown[] = [];
    picker.onDidTriggerButton((event) => events.push(event));
    picker.onDidTriggerItemButton(({ item, button: clicked }) => events.push(item, clicked));
    fake.listeners['button']?.(fake.buttons[0] as never);
    const [, shown] = fake.items;
    fake.listeners['item']?.({ item: shown, button: shown?.buttons?.[0] } as never);
    assert.deepEqual(
      events.map((event, index) => event === [button, own, button][index]),
      [true, true, true],
    );
  });

  it('input boxes: make no links in prompts and problems', () => {
    const fake = new FakeInput();
    record('createInputBox', () => fake);
    const box = window.createInputBox();
    const texts = { title: hostile, placeholder: hostile, prompt: hostile };
    window.setBoxTexts(box, { ...texts, validationMessage: hostile });
    window.setBoxButtons(box, [{ iconPath: 'a' as never, tooltip: hostile }]);
    assert.equal(box.title, plain);
    assert.equal(box.placeholder, plain);
    assert.equal(box.prompt, notification);
    assert.equal(box.validationMessage, notification);
    assert.equal(box.buttons[0]?.tooltip, plain);
    window.setBoxTexts(box, { prompt: 'Sent to this host.' });
    assert.equal(box.prompt, 'Sent to this host', "VS Code goes on: (Press 'Enter' …)");
    window.setBoxTexts(box, { validationMessage: undefined });
    assert.equal(box.validationMessage, undefined);
    fake.hide();
  });

  it('knows whether a dialog, a quick pick or an input box is open', async () => {
    const fakes: FakeInput[] = [];
    for (const name of ['createQuickPick', 'createInputBox']) {
      record(name, () => fakes[fakes.push(new FakeInput()) - 1]);
    }
    const [first, second] = [new window.Picker(), new window.Picker()];
    assert.equal(window.isDialogOpen(), false);
    first.show();
    second.show();
    fakes[0]?.hide();
    assert.equal(window.isDialogOpen(), true);
    fakes[1]?.hide();
    assert.equal(window.isDialogOpen(), false);
    window.createInputBox();
    assert.equal(window.isDialogOpen(), true);
    fakes[2]?.hide();
    const answered = Promise.withResolvers<string>();
    for (const name of ['showWarningMessage', 'showQuickPick']) {
      record(name, () => answered.promise);
    }
    const [modal, notice] = [window.confirm('?', 'Yes'), window.showWarning('!')];
    assert.equal(window.isDialogOpen(), true);
    answered.resolve('Yes');
    await Promise.all([modal, notice]);
    assert.equal(window.isDialogOpen(), false);
    const warning = Promise.withResolvers<string>();
    record('showWarningMessage', () => warning.promise);
    const shown = window.showWarning('!');
    assert.equal(window.isDialogOpen(), false);
    warning.resolve('');
    await shown;
  });

  it('status bar and code lenses: make no icons but Portico’s', () => {
    const fake: Record<string, unknown> = {};
    record('createStatusBarItem', () => fake);
    const item = window.createStatusItem('id', hostile, 1, 1);
    window.setStatusTexts(item, { text: hostile, icon: 'check', tooltip: hostile, label: hostile });
    assert.deepEqual(fake, {
      name: plain,
      text: `$(check) ${label}`,
      tooltip: plain,
      accessibilityInformation: { label: plain },
    });
    const lens = window.createCodeLens({} as never, { title: hostile, command: 'c' });
    assert.deepEqual(lens.command, { title: label, command: 'c' });
  });
});
