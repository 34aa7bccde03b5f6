// Lets the user choose what requests of one chat have instead of what the settings say.
import * as v from 'valibot';
import { l10n } from 'vscode';
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
 * Shows the list again after each choice, until the user closes it.
 * @param defaults what the settings say
 */
export async function chooseChatSettings(
  session: Pick<ChatSession, 'conversation' | 'chooseSettings'>,
  defaults: () => RequestSettings,
): Promise<void> {
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
      return;
    }
    const chosen = await chooseValue(picked.field, settings, defaults());
    if (chosen !== undefined) {
      session.chooseSettings(chosen);
    }
  }
}

/** Undefined when canceled. */
async function chooseValue(
  field: Field,
  settings: ChatSettings,
  defaults: RequestSettings,
): Promise<ChatSettings | undefined> {
  const current = settings[field.name];
  const picked = await showPick(
    [
      { label: asInSettings(field, defaults), isTyped: false, value: undefined },
      ...field.values.map((value) => ({ label: shown(value), isTyped: false, value })),
      { label: l10n.t('Enter a Value…'), isTyped: true, value: undefined },
    ],
    { title: field.label },
  );
  if (picked?.isTyped !== true) {
    return picked && changed(settings, field, picked.value);
  }
  const parse = (text: string) =>
    changed(settings, field, field.isNumber ? Number(text.trim() || NaN) : text.trim());
  const typed = await inputName({
    title: field.label,
    prompt: field.prompt,
    placeholder: shown(defaults[field.name]),
    value: String(current ?? ''),
    problem: (text) => (parse(text) === undefined ? field.prompt : undefined),
  });
  return typed === undefined ? undefined : parse(typed);
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
