// Warns of entries in the settings that cannot be used.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { omitUndefined } from '../../base/omitUndefined';
import type { SettingId } from './contributions';
import { onDidChangeSetting, openSettings } from './settings';
import { actionLabel } from './text/failureActions';
import { joinItems, joinSentences } from './text/joinTexts';
import { showWarning } from './window';

const mementoKey = 'portico.shownSettingsWarnings';

/** A setting whose values have rules that VS Code does not check. */
export interface SettingCheck {
  readonly setting: SettingId;
  /** What is wrong with its value; undefined if nothing is. */
  readonly problem: () => string | undefined;
}

/**
 * Warns of the values that the user sets, and of those that were invalid before the window opened: once, not in every
 * window.
 * @param memento of the user: the warnings that were shown last
 */
export function warnOfInvalidSettings(
  checks: readonly SettingCheck[],
  memento: vscode.Memento,
): Disposable {
  const shownBefore = shownWarnings(memento);
  const disposables = new DisposableStore();
  for (const { setting, problem } of checks) {
    const warn = (shown?: string): void => {
      const found = problem();
      remember(memento, setting, found);
      if (found !== undefined && found !== shown) {
        void showProblem(setting, found);
      }
    };
    warn(shownBefore[setting]);
    disposables.add(onDidChangeSetting([setting], warn));
  }
  return disposables;
}

async function showProblem(setting: SettingId, problem: string): Promise<void> {
  const button = actionLabel('openSettings');
  if ((await showWarning(problem, button)) === button) {
    await openSettings(setting);
  }
}

/** Names the entries of a setting that are ignored, and the rule that they break; undefined without any. */
export function ignoredEntriesText(
  setting: SettingId,
  names: readonly string[],
  rule: string,
): string | undefined {
  if (names.length === 0) {
    return undefined;
  }
  const quoted = joinItems(names.map((name) => JSON.stringify(name)));
  const ignored = vscode.l10n.t('Portico ignores these entries of “{0}”: {1}.', setting, quoted);
  return joinSentences(ignored, rule);
}

type ShownWarnings = Readonly<Record<string, string | undefined>>;

function shownWarnings(memento: vscode.Memento): ShownWarnings {
  return v.parse(v.fallback(v.record(v.string(), v.string()), {}), memento.get(mementoKey));
}

function remember(memento: vscode.Memento, setting: SettingId, problem: string | undefined): void {
  const shown = shownWarnings(memento);
  const known = omitUndefined({ ...shown, [setting]: problem });
  if (!isDeepStrictEqual(known, shown)) {
    void memento.update(mementoKey, known);
  }
}
