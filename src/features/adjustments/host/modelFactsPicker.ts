// The picker of Show Model Adjustments: lists what Portico learned about models, and removes it.
import * as vscode from 'vscode';
import type {
  FactContent,
  ModelFact,
  ModelFacts,
} from '../../../conversation/node/retry/modelFacts';
import { ageText } from '../../../platform/host/text/ageText';
import { gatewayName } from '../../../platform/host/text/gatewayText';
import { countText } from '../../../platform/host/text/numberText';
import { quirkTexts } from '../../../platform/host/text/quirkText';
import { confirm, inputButton, Picker, type PickRow } from '../../../platform/host/window';
import { apiFormatText } from '../../models/host/modelText';

interface ModelFactRow extends PickRow {
  /** Removed by the row's button. */
  readonly facts: readonly ModelFact[];
  /** What choosing the row asks before it removes them. */
  readonly question?: string;
  readonly evidence?: readonly string[];
}

/** Resolves when the picker is closed. It stays open while its buttons remove facts. */
export async function showModelFacts(modelFacts: ModelFacts): Promise<void> {
  const { l10n } = vscode;
  const picker = new Picker<ModelFactRow>();
  const show = async (): Promise<void> => {
    picker.items = rowsOf(await modelFacts.all());
  };
  const remove = async ({ facts }: ModelFactRow): Promise<void> => {
    await modelFacts.remove(facts);
    await show();
  };
  picker.title = l10n.t('Model Adjustments');
  picker.placeholder = l10n.t('Press Enter to see why. A removed one comes back if it is needed.');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  await show();
  const chosen = await new Promise<ModelFactRow | undefined>((resolve) => {
    picker.onDidTriggerItemButton(({ item }) => void remove(item));
    picker.onDidAccept(() => resolve(picker.activeItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (chosen?.question !== undefined) {
    if (await confirm(chosen.question, l10n.t('Remove'), chosen.evidence)) {
      await modelFacts.remove(chosen.facts);
    }
    // The dialog has closed the picker.
    await showModelFacts(modelFacts);
  }
}

function rowsOf(facts: readonly ModelFact[]): ModelFactRow[] {
  const { l10n } = vscode;
  if (facts.length === 0) {
    return [
      {
        label: l10n.t('No model adjustments yet'),
        detail: l10n.t(
          'Portico remembers what each model rejects, with the response that showed it.',
        ),
        facts: [],
      },
    ];
  }
  const rows: ModelFactRow[] = [];
  for (const [gateway, ofGateway] of Map.groupBy(facts, (fact) => fact.gateway)) {
    const name = gatewayName(gateway);
    const byModel = Map.groupBy(ofGateway, ({ model, apiFormat }) => `${model} · ${apiFormat}`);
    rows.push(separator(name), ...[...byModel.values()].flat().map(factRow), {
      label: l10n.t('Remove all for {0}', name),
      facts: ofGateway,
      question: l10n.t('Remove all model adjustments for {0}?', name),
    });
  }
  return rows;
}

function factRow(fact: ModelFact): ModelFactRow {
  const evidence = fact.evidence.replace(/\s+/gu, ' ').trim();
  return {
    label: factText(fact.content),
    // Not in a separator: the filter ignores these.
    description: [fact.model, apiFormatText(fact.apiFormat), ageText(fact.at, Date.now())]
      .filter((text) => text !== '')
      .join(' · '),
    ...(evidence === '' ? {} : { detail: evidence }),
    buttons: [inputButton('trash', vscode.l10n.t('Remove'))],
    facts: [fact],
    question: vscode.l10n.t(
      '{0}: {1}. Remove this adjustment?',
      fact.model,
      factText(fact.content),
    ),
    ...(evidence === '' ? {} : { evidence: [vscode.l10n.t("The gateway's response:"), evidence] }),
  };
}

function separator(label: string): ModelFactRow {
  return { label, kind: vscode.QuickPickItemKind.Separator, facts: [] };
}

function factText(content: FactContent): string {
  return content.type === 'rejection'
    ? quirkTexts[content.quirk].label()
    : content.type === 'contextLength'
      ? vscode.l10n.t('Context window of {0} tokens', countText(content.tokens))
      : vscode.l10n.t('Answers of at most {0} tokens', countText(content.tokens));
}
