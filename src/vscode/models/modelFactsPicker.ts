// The picker of Show Model Adjustments: lists what Portico learned about models, and removes it.
import * as vscode from 'vscode';
import type { FactContent, ModelFact, ModelFacts } from '../../chat/retry/modelFacts';
import { pickDetail, pickLabel, plainText } from '../platform/surfaceText';
import { createPicker, type PickRow } from '../platform/window';
import { ageText } from '../text/ageText';
import { keyName } from '../gateway/gatewayText';
import { quirkTexts } from '../text/quirkText';
import { apiFormatText } from './modelText';

interface Row extends PickRow {
  /** Removed by choosing the row or its button. */
  readonly facts: readonly ModelFact[];
}

/** Resolves when the picker is closed. It stays open while facts are removed. */
export async function showModelFacts(modelFacts: ModelFacts): Promise<void> {
  const { l10n } = vscode;
  const picker = createPicker<Row>();
  const show = async (): Promise<void> => {
    picker.items = rowsOf(await modelFacts.all());
  };
  const remove = async ({ facts }: Row): Promise<void> => {
    await modelFacts.remove(facts);
    await show();
  };
  picker.title = plainText(l10n.t('Model Adjustments'));
  picker.placeholder = plainText(
    l10n.t('Press Enter to remove an adjustment. Portico adds it again if it is needed.'),
  );
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  await show();
  return new Promise((resolve) => {
    picker.onDidTriggerItemButton(({ item }) => void remove(item));
    picker.onDidAccept(() => {
      for (const item of picker.activeItems) {
        void remove(item);
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
        label: pickLabel(l10n.t('No model adjustments yet')),
        detail: pickDetail(
          l10n.t('Portico remembers what each model rejects, with the response that showed it.'),
        ),
        facts: [],
      },
    ];
  }
  const rows: Row[] = [];
  for (const [gateway, ofGateway] of Map.groupBy(facts, (fact) => fact.gateway)) {
    const name = gatewayName(gateway);
    const byModel = Map.groupBy(ofGateway, ({ model, apiFormat }) => `${model} · ${apiFormat}`);
    for (const [model, ofModel] of byModel) {
      rows.push(separator(`${name} · ${model}`), ...ofModel.map(factRow));
    }
    const label = pickLabel(l10n.t('Remove all for {0}', name));
    rows.push(separator(name), { label, facts: ofGateway });
  }
  return rows;
}

function factRow(fact: ModelFact): Row {
  const evidence = fact.evidence.replace(/\s+/gu, ' ').trim();
  return {
    label: pickLabel(factText(fact.content)),
    // The separator shows the model too, but the filter ignores separators.
    description: pickDetail(
      [fact.model, apiFormatText(fact.apiFormat), ageText(fact.at, Date.now())]
        .filter((text) => text !== '')
        .join(' · '),
    ),
    ...(evidence === '' ? {} : { detail: pickDetail(evidence) }),
    buttons: [
      {
        iconPath: new vscode.ThemeIcon('trash'),
        tooltip: plainText(vscode.l10n.t('Remove')),
      },
    ],
    facts: [fact],
  };
}

/** The host, with the path and the key where these are not the usual ones. */
function gatewayName(gateway: string): string {
  const url = URL.parse(gateway);
  if (url === null) {
    return gateway;
  }
  const place = url.pathname === '/v1' ? url.host : `${url.host}${url.pathname}`;
  // Unlike decodeURIComponent, it never throws: the file may be damaged.
  const label = new URLSearchParams(`key=${url.hash.slice(1)}`).get('key') ?? '';
  return label === '' ? place : `${place} · ${keyName(label)}`;
}

function separator(label: string): Row {
  return { label: pickLabel(label), kind: vscode.QuickPickItemKind.Separator, facts: [] };
}

function factText(content: FactContent): string {
  return content.type === 'rejection'
    ? quirkTexts[content.quirk].label()
    : content.type === 'contextLength'
      ? vscode.l10n.t('Context window of {0} tokens', content.tokens)
      : vscode.l10n.t('Answers of at most {0} tokens', content.tokens);
}
