// Warns of entries in the settings that cannot be used.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { assertNever } from '../base/assertNever';
import { omitUndefined } from '../base/omitUndefined';
import type { GatewayAccess } from '../gateway/common/gatewayAccess';
import { apiFormatChoices } from '../gateway/common/apiFormatLookup';
import type { ModelSettingProblem, ModelSettingRule } from '../features/models/node/modelSettings';
import type { Gateways } from '../features/setup/host/gateways';
import { invalidEntriesText } from '../platform/host/text/gatewayText';
import { showWarning } from '../platform/host/window';
import {
  extraHeaders,
  keyCommandEntries,
  modelsSetting,
  openSettings,
} from '../platform/host/settings';
import { actionLabel } from '../platform/host/text/failureActions';

interface SettingsWarningsDeps {
  readonly gateway: GatewayAccess;
  readonly gateways: Gateways;
  /** Of the user: the warnings that were shown last. */
  readonly memento: vscode.Memento;
}

const mementoKey = 'portico.shownSettingsWarnings';

export class SettingsWarnings {
  readonly #deps: SettingsWarningsDeps;
  /** What is wrong with a setting's value; undefined if nothing is. */
  readonly #problems: Readonly<Record<CheckedSetting, () => string | undefined>>;

  constructor(deps: SettingsWarningsDeps) {
    this.#deps = deps;
    const { gateway, gateways } = deps;
    this.#problems = {
      'portico.gateways': () => gatewayProblems(gateways),
      'portico.headers': () => headerProblems(gateway),
      'portico.keyCommand': keyCommandProblems,
      'portico.models': modelProblems,
    };
  }

  /** Warns of the value that the user has just set. */
  warnOfChange(setting: CheckedSetting): void {
    const problem = this.#problems[setting]();
    this.#remember({ ...this.#shown(), [setting]: problem });
    if (problem !== undefined) {
      void showProblem(setting, problem);
    }
  }

  /** Warns of the values that were invalid before the window opened: once, not in every window. */
  warnAtStart(): void {
    const shown = this.#shown();
    const problems = checkedSettings.map(
      (setting) => [setting, this.#problems[setting]()] as const,
    );
    this.#remember(Object.fromEntries(problems));
    for (const [setting, problem] of problems) {
      if (problem !== undefined && problem !== shown[setting]) {
        void showProblem(setting, problem);
      }
    }
  }

  #shown(): Readonly<Record<string, string | undefined>> {
    const schema = v.fallback(v.record(v.string(), v.string()), {});
    return v.parse(schema, this.#deps.memento.get(mementoKey));
  }

  #remember(shown: Readonly<Record<string, string | undefined>>): void {
    const { memento } = this.#deps;
    const known = omitUndefined(shown);
    if (!isDeepStrictEqual(known, this.#shown())) {
      void memento.update(mementoKey, known);
    }
  }
}

/** The settings whose values have rules that VS Code does not check. */
const checkedSettings = [
  'portico.gateways',
  'portico.headers',
  'portico.keyCommand',
  'portico.models',
] as const;
type CheckedSetting = (typeof checkedSettings)[number];

async function showProblem(setting: CheckedSetting, problem: string): Promise<void> {
  const button = actionLabel('openSettings');
  if ((await showWarning(problem, button)) === button) {
    await openSettings(setting);
  }
}

function gatewayProblems(gateways: Gateways): string | undefined {
  const { invalid } = gateways.read();
  return invalid.length === 0 ? undefined : invalidEntriesText(invalid);
}

function keyCommandProblems(): string | undefined {
  const invalid = keyCommandEntries().filter(
    ({ origin, command }) => origin === undefined || command === undefined,
  );
  return entriesText(
    'portico.keyCommand',
    invalid.map(({ address }) => address),
    vscode.l10n.t(
      'Each entry needs an origin, such as https://gateway.example, and a list with a program and its arguments.',
    ),
  );
}

/** Names only: the values may be secrets. */
function headerProblems(gateway: GatewayAccess): string | undefined {
  const names = extraHeaders()
    .filter(
      ({ origin, name, value }) =>
        origin === undefined || value === undefined || !gateway.isAllowedHeader(name, value),
    )
    .map(({ name }) => name);
  return entriesText(
    'portico.headers',
    names,
    vscode.l10n.t(
      "Each entry needs an origin, such as https://gateway.example, a value that HTTP allows, and a name that Portico doesn't set itself.",
    ),
  );
}

/** How many problems a warning names. */
const maxProblems = 5;

function modelProblems(): string | undefined {
  const { problems } = modelsSetting();
  if (problems.length === 0) {
    return undefined;
  }
  const named = problems.slice(0, maxProblems).map(modelProblemText);
  const more = problems.length - named.length;
  return vscode.l10n.t(
    'Portico ignores invalid values in “{0}”: {1}.',
    'portico.models',
    [...named, ...(more === 0 ? [] : [vscode.l10n.t('{0} more', more)])].join('; '),
  );
}

function modelProblemText({ key, field, rule }: ModelSettingProblem): string {
  const place = [...(key === '' && rule === 'setting' ? [] : [JSON.stringify(key)]), field]
    .filter((text) => text !== '')
    .join(' → ');
  return [place, ruleText(rule)].filter((text) => text !== '').join(' ');
}

function ruleText(rule: ModelSettingRule): string {
  const { l10n } = vscode;
  switch (rule) {
    case 'setting':
      return l10n.t('the setting must be an object with model IDs or globs as keys');
    case 'key':
      return l10n.t("isn't a model ID or glob");
    case 'entry':
    case 'parameters':
      return l10n.t('must be an object');
    case 'unknownField':
      return l10n.t("isn't a known field");
    case 'apiFormat':
      return l10n.t('must be one of {0}', apiFormatChoices.map((one) => `“${one}”`).join(', '));
    case 'tokens':
      return l10n.t('must be a whole number of tokens above 0');
    case 'boolean':
      return l10n.t('must be true or false');
    case 'price':
      return l10n.t(
        "isn't valid: a price has the numbers “input” and “output” and a “currency”, and may have “cachedInput” and “cacheWrite”",
      );
    case 'refusedParameter':
      return l10n.t("can't be set, because Portico sets it itself");
    default:
      return assertNever(rule);
  }
}

function entriesText(setting: string, names: readonly string[], rule: string): string | undefined {
  if (names.length === 0) {
    return undefined;
  }
  const quoted = names.map((name) => JSON.stringify(name)).join(', ');
  const ignored = vscode.l10n.t('Portico ignores these entries of “{0}”: {1}.', setting, quoted);
  return `${ignored} ${rule}`;
}
