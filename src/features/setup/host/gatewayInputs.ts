// The input boxes for the Base URL, the API key, what a gateway demands besides, and the names of gateways and keys.
import * as vscode from 'vscode';
import type { Demand } from '../../../gateway/common/failure';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { usualValueOf } from '../../../gateway/common/placeholders';
import {
  apiKeyProblemText,
  baseUrlProblemText,
  keyPlace,
} from '../../../platform/host/text/gatewayText';
import { joinItems, joinSentences } from '../../../platform/host/text/joinTexts';
import {
  confirm,
  createInputBox,
  inputButton,
  setBoxButtons,
  setBoxTexts,
} from '../../../platform/host/window';
import type { Gateways } from './gateways';
import type { KeyRef } from './keyVault';
import { placeholdersText, saveBaseUrl, saveExtras, typedBaseUrl } from './setupSettings';

export type InputResult =
  | { readonly type: 'value'; readonly value: string }
  | { readonly type: 'back' }
  /** The button for a key command. */
  | { readonly type: 'command' };

/** The steps after the first have a Back button. */
export interface InputStep {
  readonly number: number;
  readonly of: number;
}

interface InputOptions {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Why the text is invalid; undefined if it is valid. */
  readonly problem: (text: string) => string | undefined;
  /** Replaces the prompt. */
  readonly hint?: (text: string) => string | undefined;
  readonly step?: InputStep | undefined;
  readonly offersCommand?: boolean | undefined;
}

/** Asks for the Base URL, and whether its query may be split off. */
export async function askBaseUrl(gateway: GatewayAccess): Promise<void> {
  const { l10n } = vscode;
  for (let shown = typedBaseUrl(); ;) {
    const typed = await showInputBox({
      title: l10n.t('Base URL of the Gateway'),
      prompt: l10n.t('Address of an OpenAI-compatible API, usually ending in /v1'),
      placeholder: 'https://gateway.example/v1',
      value: shown,
      problem: (text) => {
        const parsed = gateway.parseBaseUrl(text);
        return parsed.ok || parsed.split ? undefined : baseUrlProblemText(parsed.problem);
      },
      hint: (text) => {
        const parsed = gateway.parseBaseUrl(text);
        return parsed.ok && parsed.baseUrl !== text.trim()
          ? l10n.t('Portico will use {0}', parsed.baseUrl)
          : undefined;
      },
    });
    if (typed?.type !== 'value') {
      return;
    }
    shown = typed.value;
    const parsed = gateway.parseBaseUrl(shown);
    const { baseUrl = '', queryParameters = {} } = parsed.ok
      ? { baseUrl: parsed.baseUrl }
      : (parsed.split ?? {});
    if (await confirmQuerySplit(baseUrl, queryParameters)) {
      await saveExtras('portico.queryParameters', new URL(baseUrl).origin, queryParameters);
      await saveBaseUrl(baseUrl);
      return;
    }
  }
}

/** Asks whether what followed a Base URL may be sent with every request. True if nothing did. */
export async function confirmQuerySplit(
  baseUrl: string,
  queryParameters: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { l10n } = vscode;
  const names = Object.keys(queryParameters);
  return (
    names.length === 0 ||
    confirm(
      l10n.t('Use {0} as the Base URL?', baseUrl),
      l10n.t('Use It'),
      l10n.t(
        'The query parameters ({0}) are saved to “portico.queryParameters” and sent with every request to {1}.',
        joinItems(names),
        new URL(baseUrl).host,
      ),
    )
  );
}

/** Asks for the value of a header or query parameter. Undefined when canceled. */
export async function inputDemanded(
  gateway: GatewayAccess,
  { place, name, origin }: Demand,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const { host } = new URL(origin);
  const isAllowed = place === 'header' ? gateway.isAllowedHeader : gateway.isAllowedQueryParameter;
  const typed = await showInputBox({
    title:
      place === 'header'
        ? l10n.t('Header “{0}” for {1}', name, host)
        : l10n.t('Query Parameter “{0}” for {1}', name, host),
    prompt: joinSentences(l10n.t('Sent with every request to {0}.', host), placeholdersText()),
    placeholder: l10n.t('Value of {0}', name),
    value: usualValueOf(name),
    problem: (text) => {
      if (text.trim() === '') {
        return l10n.t('Enter a value.');
      }
      return isAllowed(name, text.trim())
        ? undefined
        : joinSentences(l10n.t("This value can't be sent."), placeholdersText());
    },
  });
  return typed?.type === 'value' ? typed.value.trim() : undefined;
}

/** Asks for a name; the value is trimmed. Undefined when canceled. */
export async function inputName(
  options: Pick<InputOptions, 'title' | 'prompt' | 'placeholder' | 'problem' | 'value'>,
): Promise<string | undefined> {
  const typed = await showInputBox(options);
  return typed?.type === 'value' ? typed.value.trim() : undefined;
}

/** Asks for the name of a gateway, which may have blanks around it; blank if the user skips it where it is optional. */
export function inputGatewayName(
  gateways: Pick<Gateways, 'read'>,
  options: Pick<InputOptions, 'prompt' | 'step'> & { readonly isOptional?: true },
): Promise<InputResult | undefined> {
  const { l10n } = vscode;
  return showInputBox({
    title: l10n.t('Gateway Name'),
    placeholder: l10n.t('Work'),
    problem: (text) => {
      if (text.trim() === '') {
        return options.isOptional ? undefined : l10n.t('Enter a name.');
      }
      return gateways.read().gateways.some(({ name }) => name === text.trim())
        ? l10n.t('A gateway with this name already exists.')
        : undefined;
    },
    ...options,
  });
}

/**
 * Asks for a key, masked; the value is the normalized one. `emptyMeans`: what leaving the box empty
 * means, where that is allowed; the value is then `''`. Undefined when canceled.
 */
export async function inputApiKey(
  gateway: GatewayAccess,
  { origin, label }: KeyRef,
  {
    emptyMeans,
    step,
    prompt,
    offersCommand,
  }: {
    readonly emptyMeans?: string | undefined;
    readonly step?: InputStep;
    readonly offersCommand?: boolean;
    readonly prompt?: string;
  } = {},
): Promise<InputResult | undefined> {
  const { l10n } = vscode;
  const { host } = new URL(origin);
  const typed = await showInputBox({
    title: l10n.t('API Key {0}', keyPlace(host, label)),
    prompt:
      emptyMeans ?? prompt ?? l10n.t("Stored in VS Code's secret storage; sent only to {0}", host),
    placeholder: l10n.t('Just the key, without “Bearer”'),
    password: true,
    problem: (text) => {
      const key = gateway.normalizeKey(text);
      const isValid = key.ok || (emptyMeans !== undefined && key.problem === 'empty');
      return isValid ? undefined : apiKeyProblemText(key.problem);
    },
    step,
    offersCommand,
  });
  if (typed?.type !== 'value') {
    return typed;
  }
  const key = gateway.normalizeKey(typed.value);
  return { type: 'value', value: key.ok ? key.key : '' };
}

/** Validates on Enter; the message disappears at the next change. */
async function showInputBox(options: InputOptions): Promise<InputResult | undefined> {
  const box = createInputBox();
  const { prompt, step } = options;
  setBoxTexts(box, { title: options.title, prompt, placeholder: options.placeholder });
  box.value = options.value ?? '';
  box.password = options.password ?? false;
  box.ignoreFocusOut = true;
  const command = inputButton('terminal', vscode.l10n.t('Get the Key from a Command…'));
  if (step !== undefined) {
    box.step = step.number;
    box.totalSteps = step.of;
    setBoxButtons(box, [
      ...(step.number > 1 ? [vscode.QuickInputButtons.Back] : []),
      ...(options.offersCommand === true ? [command] : []),
    ]);
  }
  return new Promise<InputResult | undefined>((resolve) => {
    const finish = (result: InputResult | undefined): void => {
      resolve(result);
      box.dispose();
    };
    box.onDidChangeValue((text) => {
      setBoxTexts(box, { validationMessage: undefined, prompt: options.hint?.(text) ?? prompt });
    });
    box.onDidAccept(() => {
      const problem = options.problem(box.value);
      if (problem === undefined) {
        finish({ type: 'value', value: box.value });
      } else {
        setBoxTexts(box, { validationMessage: problem });
      }
    });
    box.onDidTriggerButton((button) => finish({ type: button === command ? 'command' : 'back' }));
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}
