// The sign-in through LiteLLM's command line, with a program in its place that is signed in, signed out, slow or absent.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyCommands } from '../../../../../src/features/setup/host/keyCommands';
import type * as offerKeyCommandModule from '../../../../../src/features/setup/host/offerKeyCommand';
import { runKeyCommand } from '../../../../../src/features/setup/node/runKeyCommand';
import { normalizeKey } from '../../../../../src/gateway/node/apiKey';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { offerKeyCommand } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/setup/host/offerKeyCommand') as typeof offerKeyCommandModule,
);

const origin = 'https://litellm.example:4000';
const usual = ['lite', '--base-url', origin, 'auth', 'print-token'];

/** What the user does at the input box: takes the text or another one, or presses Escape. */
type Step = (shown: string) => string | undefined;

const enter: Step = (shown) => shown;
const escape: Step = () => undefined;

describe("the sign-in through LiteLLM's command line", () => {
  let folder: string;
  let steps: Step[];
  let boxes: string[];
  let dialogs: string[][];
  let copied: string[];
  let isAllowed: boolean;
  let problems: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-lite-'));
    steps = [];
    boxes = [];
    dialogs = [];
    copied = [];
    problems = [];
    isAllowed = true;
    vscodeTexts.window['createInputBox'] = inputBox;
    vscodeTexts.window['showWarningMessage'] = async (
      message: string,
      { detail = '' }: { readonly detail?: string },
      ...buttons: readonly string[]
    ) => {
      dialogs.push([message, ...detail.split('\n\n')]);
      return buttons[0];
    };
    Object.assign(vscodeTexts.env, {
      clipboard: { writeText: async (text: string) => copied.push(text) },
    });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    delete vscodeTexts.window['createInputBox'];
    delete vscodeTexts.window['showWarningMessage'];
    Reflect.deleteProperty(vscodeTexts.env, 'clipboard');
  });

  function inputBox() {
    let accept = (): void => undefined;
    let hide = (): void => undefined;
    const box = {
      value: '',
      validationMessage: undefined as string | undefined,
      onDidChangeValue: () => undefined,
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidHide: (listener: () => void) => (hide = listener),
      onDidTriggerButton: () => undefined,
      dispose: () => undefined,
      show: () => {
        boxes.push(box.value);
        const typed = (steps.shift() ?? escape)(box.value);
        if (typed === undefined) {
          hide();
          return;
        }
        box.value = typed;
        accept();
        if (box.validationMessage !== undefined) {
          problems.push(box.validationMessage);
          hide();
        }
      },
    };
    return box;
  }

  /** A program named `lite` that runs a script of the shell. */
  function install(script: string): void {
    writeFileSync(join(folder, 'lite'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  function offer(timeoutMs = 60_000) {
    const keyCommands = new KeyCommands({
      commandFor: () => undefined,
      isAllowed: async () => isAllowed,
      run: (command) =>
        runKeyCommand(command, {
          homeFolder: folder,
          workspaceFolders: [],
          platform: 'linux',
          environment: { PATH: folder },
          timeoutMs,
          signal: new AbortController().signal,
        }),
      normalizeKey,
      onRun: () => undefined,
    });
    return offerKeyCommand(keyCommands, origin);
  }

  it('offers the usual command, and returns it with the key that it prints', async () => {
    install(`[ "$*" = "--base-url ${origin} auth print-token" ] && echo sk-lite-token`);
    steps = [enter];
    assert.deepEqual(await offer(), { command: usual, key: 'sk-lite-token' });
    assert.deepEqual(boxes, [JSON.stringify(usual)]);
    assert.deepEqual(dialogs, []);
  });

  it('says how to sign in where there is no token, and runs it again on Enter', async () => {
    install('[ -f signedIn ] && echo sk-lite-token');
    steps = [
      enter,
      (shown) => {
        writeFileSync(join(folder, 'signedIn'), '');
        return shown;
      },
    ];
    assert.deepEqual(await offer(), { command: usual, key: 'sk-lite-token' });
    const login = `lite --base-url ${origin} login --pkce`;
    assert.deepEqual(copied, [login]);
    assert.deepEqual(dialogs, [
      [
        "LiteLLM's command line printed no key. You may not be signed in.",
        'Sign in with this command in a terminal, then press Enter here:',
        login,
      ],
    ]);
  });

  it('takes the path of a program that is not on PATH, and signs in with that one', async () => {
    install('[ -f signedIn ] && echo sk-lite-token');
    const program = join(folder, 'my lite');
    const edited = [program, '--base-url', 'http://127.0.0.1:4000', 'auth', 'print-token'];
    steps = [(shown) => shown.replace('lite', 'lite-cli'), () => JSON.stringify(edited), escape];
    writeFileSync(program, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    assert.equal(await offer(), undefined);
    assert.match(dialogs[0]?.[0] ?? '', /wasn't found\. Install it, or enter its absolute path/u);
    assert.deepEqual(copied, [
      `lite-cli --base-url ${origin} login --pkce`,
      `"${program}" --base-url http://127.0.0.1:4000 login --pkce`,
    ]);
    assert.equal(boxes[2], JSON.stringify(edited), 'what was typed is kept');
  });

  it('ends a program that takes too long, and says so', async () => {
    install('exec /bin/sleep 100');
    steps = [enter];
    assert.equal(await offer(50), undefined);
    assert.deepEqual(dialogs, [
      ["The key command for litellm.example:4000 didn't finish within 30 seconds.", ''],
    ]);
  });

  it('runs nothing without consent, and what is no list of texts not at all', async () => {
    install('echo run >> runs; echo sk-lite-token');
    isAllowed = false;
    steps = [enter, () => 'lite auth print-token'];
    assert.equal(await offer(), undefined);
    assert.deepEqual(problems, [
      'Enter a program and its arguments as a list, such as ["lite", "auth"].',
    ]);
    assert.deepEqual(dialogs, []);
    assert.equal(boxes.length, 2);
    assert.equal(existsSync(join(folder, 'runs')), false);
  });
});
