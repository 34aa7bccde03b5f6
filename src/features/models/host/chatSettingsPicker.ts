// Lets the user choose what requests of one chat have instead of what the settings say.
import { posix } from 'node:path';
import * as v from 'valibot';
import { l10n, window, workspace } from 'vscode';
import { oneLine } from '../../../base/text/oneLine';
import type { ChatSettings } from '../../../conversation/common/conversation';
import type { RequestSettings } from '../../../conversation/node/request/requestBuilder';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import { requestParameters } from '../../../gateway/common/requestParameters';
import { showPick } from '../../../platform/host/window';
import { inputName } from '../../setup/host/gatewayInputs';

const { temperature, maxTokens, reasoningEffort } = requestParameters;

const schema = v.object({
  reasoningEffort: v.exactOptional(reasoningEffort.options.schema),
  systemPrompt: v.exactOptional(v.string()),
  temperature: v.exactOptional(temperature.options.schema),
  maxTokens: v.exactOptional(maxTokens.options.schema),
});

interface Field {
  readonly name: keyof ChatSettings;
  readonly label: string;
  /** Offered beside the value of the settings and one that the user types. */
  readonly values: readonly (string | number)[];
  /** What the user may type. */
  readonly prompt: string;
  readonly isNumber: boolean;
}

function fields(): readonly Field[] {
  return [
    {
      name: 'reasoningEffort',
      label: l10n.t('Reasoning effort'),
      values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
      prompt: l10n.t('One word in lowercase letters that the model knows.'),
      isNumber: false,
    },
    {
      name: 'systemPrompt',
      label: l10n.t('System prompt'),
      values: [''],
      prompt: l10n.t('One paragraph, sent before the questions of this chat.'),
      isNumber: false,
    },
    {
      name: 'temperature',
      label: l10n.t('Temperature'),
      values: [0, 0.3, 0.7, 1],
      prompt: l10n.t('A number from 0 to 2.'),
      isNumber: true,
    },
    {
      name: 'maxTokens',
      label: l10n.t('Maximum output'),
      values: [1_024, 4_096, 16_384],
      prompt: l10n.t('A whole number of tokens above 0.'),
      isNumber: true,
    },
  ];
}

/**
 * Shows the list again after each choice, until the user closes it. False if the user goes on in an editor.
 * @param defaults what the settings say
 */
export async function chooseChatSettings(
  session: Pick<ChatSession, 'conversation' | 'add'>,
  defaults: () => RequestSettings,
): Promise<boolean> {
  for (;;) {
    const { settings = {} } = session.conversation;
    const rows = fields().map((field) => ({
      label: field.label,
      description:
        settings[field.name] === undefined
          ? asInSettings(field, defaults())
          : shown(settings[field.name]),
      field,
    }));
    const picked = await showPick(rows, {
      title: l10n.t('Chat Settings'),
      placeHolder: l10n.t('Select what this chat has instead of the settings'),
    });
    if (picked === undefined) {
      return true;
    }
    const chosen = await chooseValue(picked.field, settings, defaults());
    if (chosen === 'inEditor') {
      return false;
    }
    if (chosen !== undefined) {
      session.add({ type: 'settingsChosen', settings: chosen });
    }
  }
}

/** Undefined when canceled; 'inEditor' while the user writes the value there. */
async function chooseValue(
  field: Field,
  settings: ChatSettings,
  defaults: RequestSettings,
): Promise<ChatSettings | 'inEditor' | undefined> {
  const set = (value: string | number | undefined) => changed(settings, field, value);
  const current = settings[field.name];
  const type = async (): Promise<ChatSettings | undefined> => {
    const parse = (text: string) => set(field.isNumber ? Number(text.trim() || NaN) : text.trim());
    const typed = await inputName({
      title: field.label,
      prompt: field.prompt,
      placeholder: shown(defaults[field.name]),
      value: String(current ?? ''),
      problem: (text) => (parse(text) === undefined ? field.prompt : undefined),
    });
    return typed === undefined ? undefined : parse(typed);
  };
  const picked = await showPick(
    [
      { label: asInSettings(field, defaults), choose: () => set(undefined) },
      ...field.values.map((value) => ({ label: shown(value), choose: () => set(value) })),
      ...(field.name === 'systemPrompt'
        ? editorRows(String(current ?? defaults.systemPrompt), set)
        : []),
      // An input box would make one line of it.
      ...(String(current ?? '').includes('\n')
        ? []
        : [{ label: l10n.t('Enter a Value…'), choose: type }]),
    ],
    { title: field.label },
  );
  return picked?.choose();
}

/** Long texts are written in an editor, and taken from there when the user opens the list again. */
function editorRows(current: string, set: (value: string) => ChatSettings | undefined) {
  const document = window.activeTextEditor?.document;
  const text = document?.getText().trim() ?? '';
  return [
    ...(document === undefined || text === ''
      ? []
      : [
          {
            label: l10n.t('Use the Text of {0}', posix.basename(document.uri.path)),
            choose: () => set(text),
          },
        ]),
    {
      label: l10n.t('Write It in an Editor…'),
      detail: l10n.t('Then open this list again to use the text.'),
      choose: async (): Promise<'inEditor'> => {
        const opened = await workspace.openTextDocument({ language: 'markdown', content: current });
        await window.showTextDocument(opened);
        return 'inEditor';
      },
    },
  ];
}

/** Undefined if the value is invalid. */
function changed(
  settings: ChatSettings,
  { name }: Field,
  value: string | number | undefined,
): ChatSettings | undefined {
  const { [name]: _before, ...others } = settings;
  // The others are not validated: an imported chat may have any, and this one can still be changed.
  const parsed = v.safeParse(schema, value === undefined ? {} : { [name]: value });
  return parsed.success ? { ...others, ...parsed.output } : undefined;
}

function asInSettings({ name }: Field, defaults: RequestSettings): string {
  return l10n.t('As in settings: {0}', shown(defaults[name]));
}

function shown(value: string | number | undefined): string {
  // “none” is a reasoning effort, too: the lowest one.
  return value === undefined ? l10n.t('not set') : oneLine(String(value)) || l10n.t('none');
}
