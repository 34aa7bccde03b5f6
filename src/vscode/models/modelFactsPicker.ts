// What Portico learned is the user's to see and to take back, fact by fact or for a whole gateway.
import * as vscode from 'vscode';
import type { ModelFact, ModelFacts } from '../../chat/retry/modelFacts';
import { ageText } from '../text/ageText';
import { evidenceText, factText } from './modelFactsText';
import { escapeCodicons } from '../platform/escapeCodicons';

interface Row extends vscode.QuickPickItem {
  /** What choosing it, or its button, forgets. */
  readonly facts: readonly ModelFact[];
}

/** Resolves when it is closed. Each forgetting shows what is left. */
export async function showModelFacts(learned: ModelFacts): Promise<void> {
  const { l10n } = vscode;
  const picker = vscode.window.createQuickPick<Row>();
  const show = async (): Promise<void> => {
    picker.items = rowsOf(await learned.all());
  };
  const forget = async ({ facts }: Row): Promise<void> => {
    await learned.forget(facts);
    await show();
  };
  picker.title = l10n.t('What Portico Learned');
  picker.placeholder = l10n.t('Enter forgets a fact; it is learned anew when it shows again');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  await show();
  return new Promise((resolve) => {
    picker.onDidTriggerItemButton(({ item }) => void forget(item));
    picker.onDidAccept(() => {
      for (const item of picker.activeItems) {
        void forget(item);
      }
    });
    picker.onDidHide(() => {
      picker.dispose();
      resolve();
    });
    picker.show();
  });
}

function rowsOf(facts: readonly ModelFact[]): Row[] {
  const { l10n } = vscode;
  if (facts.length === 0) {
    return [
      {
        label: l10n.t('Nothing has been learned yet'),
        detail: l10n.t(
          'What a model refuses, and what its answers tell, is kept here with its evidence.',
        ),
        facts: [],
      },
    ];
  }
  return groups(facts, ({ origin }) => origin).flatMap(([origin, own]) => {
    const host = new URL(origin).host;
    const forgetAll = { label: l10n.t('Forget all for {0}', escapeCodicons(host)), facts: own };
    const models = groups(own, ({ model }) => model);
    const rows = models.flatMap(([model, known]) =>
      [separator(`${host} · ${model}`)].concat(known.map(factRow)),
    );
    return rows.concat(separator(host), forgetAll);
  });
}

/** In the order in which each was first met. */
function groups(
  facts: readonly ModelFact[],
  nameOf: (fact: ModelFact) => string,
): readonly (readonly [string, readonly ModelFact[]])[] {
  const names = new Set(facts.map(nameOf));
  return [...names].map((name) => [name, facts.filter((fact) => nameOf(fact) === name)]);
}

function factRow(fact: ModelFact): Row {
  const evidence = evidenceText(fact);
  return {
    label: escapeCodicons(factText(fact.taught)),
    // The separator above names the model too, but nothing is found by it.
    description: escapeCodicons(`${fact.model} · ${ageText(fact.at, Date.now())}`),
    ...(evidence === '' ? {} : { detail: escapeCodicons(evidence) }),
    buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget') }],
    facts: [fact],
  };
}

function separator(label: string): Row {
  return { label, kind: vscode.QuickPickItemKind.Separator, facts: [] };
}
