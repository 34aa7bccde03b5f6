// The questions that are typed: the Base URL, the key, and what they are called.
import * as vscode from 'vscode';
import type { Gateway } from '../../chat/gatewayPort';
import { baseUrlProblemText } from './baseUrlText';
import { keyPlace } from './keyLabelText';
import type { KeyRef } from './keyVault';
import { saveBaseUrl, typedBaseUrl } from '../settings';

export type Typed = { readonly type: 'value'; readonly value: string } | { readonly type: 'back' };

export interface InputStep {
  readonly number: number;
  readonly of: number;
  readonly canGoBack: boolean;
}

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  readonly password: boolean;
  /** What is wrong with what was typed; undefined when it is fine. */
  readonly problem: (typed: string) => string | undefined;
  readonly hint: (typed: string) => string | undefined;
  readonly step: InputStep | undefined;
}

/** Asks for the Base URL; the value is the one as used. Undefined when left with Escape. */
export async function inputBaseUrl(
  gateway: Gateway,
  current: string,
  step?: InputStep,
): Promise<Typed | undefined> {
  const { l10n } = vscode;
  const typed = await ask({
    title: l10n.t('Base URL of the Gateway'),
    prompt: l10n.t('The address of an OpenAI-compatible API, most often ending in /v1'),
    placeholder: 'https://gateway.example/v1',
    value: current,
    password: false,
    problem: (text) => {
      const parsed = gateway.parseBaseUrl(text);
      return parsed.ok ? undefined : baseUrlProblemText(parsed.problem);
    },
    hint: (text) => {
      const parsed = gateway.parseBaseUrl(text);
      return parsed.ok && parsed.baseUrl !== text.trim()
        ? l10n.t('Will be used as {0}', parsed.baseUrl)
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

/** Asks for the Base URL alone and saves it. */
export async function askBaseUrl(gateway: Gateway): Promise<void> {
  const typed = await inputBaseUrl(gateway, typedBaseUrl());
  if (typed?.type === 'value') {
    await saveBaseUrl(typed.value);
  }
}

/** Asks for a name or label, without blanks around it. Undefined when left with Escape. */
export async function inputName(question: {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly problem: (typed: string) => string | undefined;
}): Promise<string | undefined> {
  const typed = await ask({
    ...question,
    value: '',
    password: false,
    hint: () => undefined,
    step: undefined,
  });
  return typed?.type === 'value' ? typed.value.trim() : undefined;
}

/**
 * Asks for a key, masked; the value is the bare key. Where it may be left out, `''`
 * says that it was. Undefined when left with Escape.
 */
export async function inputApiKey(
  gateway: Gateway,
  { origin, label }: KeyRef,
  leftOut: { readonly allowed: boolean; readonly meaning: string },
  step?: InputStep,
): Promise<Typed | undefined> {
  const { l10n } = vscode;
  const { host } = new URL(origin);
  const typed = await ask({
    title: l10n.t('API Key {0}', keyPlace(host, label)),
    prompt: leftOut.allowed
      ? leftOut.meaning
      : l10n.t('Kept in VS Code’s secret storage and sent to {0} alone', host),
    placeholder: l10n.t('The key alone; “Bearer” is added'),
    value: '',
    password: true,
    problem: (text) => {
      const key = gateway.normalizeKey(text);
      const fine = key.ok || (leftOut.allowed && key.problem === 'empty');
      return fine ? undefined : apiKeyProblem(key.problem);
    },
    hint: () => undefined,
    step,
  });
  if (typed?.type !== 'value') {
    return typed;
  }
  const key = gateway.normalizeKey(typed.value);
  return { type: 'value', value: key.ok ? key.key : '' };
}

/** Why what was typed is no key; never repeats what was typed. */
export function apiKeyProblem(problem: 'empty' | 'characters'): string {
  return problem === 'empty'
    ? vscode.l10n.t('Paste or type the API key.')
    : vscode.l10n.t(
        'An API key holds only plain letters, digits and signs, without blanks inside. Copy it again.',
      );
}

/** An input box that says what is wrong only once Enter was pressed, and then as one types. */
async function ask(question: Question): Promise<Typed | undefined> {
  const box = vscode.window.createInputBox();
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value;
  box.password = question.password;
  box.ignoreFocusOut = true;
  if (question.step !== undefined) {
    box.step = question.step.number;
    box.totalSteps = question.step.of;
    box.buttons = question.step.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  }
  return new Promise<Typed | undefined>((resolve) => {
    const finish = (typed: Typed | undefined): void => {
      resolve(typed);
      box.dispose();
    };
    box.onDidChangeValue((text) => {
      box.validationMessage = undefined;
      box.prompt = question.hint(text) ?? question.prompt;
    });
    box.onDidAccept(() => {
      const problem = question.problem(box.value);
      if (problem === undefined) {
        finish({ type: 'value', value: box.value });
      } else {
        box.validationMessage = problem;
      }
    });
    box.onDidTriggerButton(() => finish({ type: 'back' }));
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}
