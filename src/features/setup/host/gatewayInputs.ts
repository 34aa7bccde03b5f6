// The input boxes for the Base URL, the API key, and the names of gateways and keys.
import * as vscode from 'vscode';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { createInputBox, setBoxButtons, setBoxTexts } from '../../../platform/host/window';
import {
  apiKeyProblemText,
  baseUrlProblemText,
  keyPlace,
} from '../../../platform/host/text/gatewayText';
import type { KeyRef } from './keyVault';
import { saveBaseUrl, typedBaseUrl } from './setupSettings';

export type InputResult =
  { readonly type: 'value'; readonly value: string } | { readonly type: 'back' };

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
}

/** Asks for the Base URL; the value is the normalized one. Undefined when canceled. */
export async function inputBaseUrl(
  gateway: GatewayAccess,
  current: string,
  step?: InputStep,
): Promise<InputResult | undefined> {
  const { l10n } = vscode;
  const typed = await showInputBox({
    title: l10n.t('Base URL of the Gateway'),
    prompt: l10n.t('Address of an OpenAI-compatible API, usually ending in /v1'),
    placeholder: 'https://gateway.example/v1',
    value: current,
    problem: (text) => {
      const parsed = gateway.parseBaseUrl(text);
      return parsed.ok ? undefined : baseUrlProblemText(parsed.problem);
    },
    hint: (text) => {
      const parsed = gateway.parseBaseUrl(text);
      return parsed.ok && parsed.baseUrl !== text.trim()
        ? l10n.t('Portico will use {0}', parsed.baseUrl)
        : undefined;
    },
    step,
  });
  if (typed?.type !== 'value') {
    return typed;
  }
  const parsed = gateway.parseBaseUrl(typed.value);
  return parsed.ok ? { type: 'value', value: parsed.baseUrl } : undefined;
}

export async function askBaseUrl(gateway: GatewayAccess): Promise<void> {
  const typed = await inputBaseUrl(gateway, typedBaseUrl());
  if (typed?.type === 'value') {
    await saveBaseUrl(typed.value);
  }
}

/** Asks for a name; the value is trimmed. Undefined when canceled. */
export async function inputName(
  options: Pick<InputOptions, 'title' | 'prompt' | 'placeholder' | 'problem'>,
): Promise<string | undefined> {
  const typed = await showInputBox(options);
  return typed?.type === 'value' ? typed.value.trim() : undefined;
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
  }: {
    readonly emptyMeans?: string | undefined;
    readonly step?: InputStep;
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
  if (step !== undefined) {
    box.step = step.number;
    box.totalSteps = step.of;
    setBoxButtons(box, step.number > 1 ? [vscode.QuickInputButtons.Back] : []);
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
    box.onDidTriggerButton(() => finish({ type: 'back' }));
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}
