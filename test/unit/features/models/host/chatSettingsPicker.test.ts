import assert from 'node:assert/strict';
import type { ChatSettings } from '../../../../../src/conversation/common/conversation';
import type * as chatSettingsPicker from '../../../../../src/features/models/host/chatSettingsPicker';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { chatFixture } from '../../../conversation/node/fakes';

const { chooseChatSettings } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/models/host/chatSettingsPicker') as typeof chatSettingsPicker,
);

interface Row {
  readonly label: string;
  readonly description?: string;
}

describe('chooseChatSettings', () => {
  after(() => {
    delete vscodeTexts.window['showQuickPick'];
    delete vscodeTexts.window['createInputBox'];
  });

  /** Picks the rows that begin so one after the other, then closes the list; types each text until one is accepted. */
  async function choose(settings: ChatSettings, picks: readonly string[], ...texts: string[]) {
    const { session } = chatFixture();
    session.add({ type: 'settingsChosen', settings });
    const left = [...picks];
    const shown: (readonly Row[])[] = [];
    vscodeTexts.window['showQuickPick'] = async (rows: Promise<readonly Row[]>) => {
      shown.push(await rows);
      const wanted = left.shift();
      return wanted === undefined
        ? undefined
        : shown.at(-1)?.find(({ label }) => label.startsWith(wanted));
    };
    vscodeTexts.window['createInputBox'] = () => {
      let accept = (): void => undefined;
      const hidden: (() => void)[] = [];
      const box = {
        value: '',
        onDidChangeValue: () => undefined,
        onDidAccept: (listener: () => void) => (accept = listener),
        onDidTriggerButton: () => undefined,
        onDidHide: (listener: () => void) => hidden.push(listener),
        dispose: () => hidden.splice(0).forEach((listener) => listener()),
        show: () => {
          for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
            box.value = text;
            accept();
          }
        },
      };
      return box;
    };
    const defaults = { systemPrompt: 'Be\nbrief.', stream: true, temperature: 0.5 };
    await chooseChatSettings(session, () => defaults);
    return { settings: session.conversation.settings, shown };
  }

  it('sets values for the chat, and takes them back', async () => {
    const { settings, shown } = await choose({ temperature: 1, maxTokens: 64 }, [
      'Reasoning effort',
      'high',
      'System prompt',
      'none',
      'Temperature',
      'As in settings: 0.5',
    ]);
    assert.deepEqual(settings, { maxTokens: 64, reasoningEffort: 'high', systemPrompt: '' });
    assert.deepEqual(
      shown[0]?.map(({ description }) => description),
      ['As in settings: not set', 'As in settings: Be brief.', '1', '64'],
    );
  });

  it('has no settings when all are taken back', async () => {
    const { settings } = await choose({ temperature: 1 }, ['Temperature', 'As in settings']);
    assert.equal(settings, undefined);
  });

  it('accepts only values that can be sent', async () => {
    for (const [label, texts, expected] of [
      ['Temperature', ['', 'warm', '2.1', '-1', '1.5'], { temperature: 1.5 }],
      ['Maximum output', ['', '0', '1.5', '-3', '200'], { maxTokens: 200 }],
      ['Reasoning effort', ['', 'very high', 'ultra'], { reasoningEffort: 'ultra' }],
    ] as const) {
      const { settings } = await choose({}, [label, 'Enter a Value'], ...texts);
      assert.deepEqual(settings, expected);
    }
  });
});
