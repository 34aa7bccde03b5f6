// Creates the ledger of all requests that may have cost something, and the budget.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { ChatModel } from '../../../gateway/common/chatModel';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { CoreServices } from '../../../platform/host/coreServices';
import { openSettings, settingsReader } from '../../../platform/host/settings';
import { warnOfInvalidSettings, type SettingCheck } from '../../../platform/host/settingsWarnings';
import { runCommand } from '../../../platform/host/typedCommands';
import { choose } from '../../../platform/host/window';
import { nodeDisk } from '../../../storage/node/disk';
import { Ledger } from '../../../storage/node/ledger';
import { StringListFile } from '../../../storage/node/stringListFile';
import { ownPrices } from '../../models/host/requestSettings';
import { Budget, readBudget } from '../node/budget';
import { budgetedChatModel, type AskAboutBudget } from '../node/budgetedChatModel';
import { budgetSentences, refusalText } from './budgetTexts';
import { costsContributions } from './costsContributions';

const { userValue } = settingsReader(costsContributions.settings);
const setting = () => readBudget(userValue('portico.budget'));

const settingCheck: SettingCheck = {
  setting: 'portico.budget',
  problem: () =>
    setting() === undefined
      ? vscode.l10n.t(
          'Portico ignores “{0}”, so nothing is limited: it must be an object with a “currency” and the numbers “perDay” or “perMonth”.',
          'portico.budget',
        )
      : undefined,
};

export function createCosts({
  disposables,
  globalState,
  storageFolder,
  clock,
}: Pick<CoreServices, 'disposables' | 'globalState' | 'storageFolder' | 'clock'>) {
  const ledger = disposables.add(
    new Ledger({
      disk: nodeDisk,
      folder: join(storageFolder, 'costs'),
      clock,
      hasDetails: isHistoryEnabled,
      ownPrices,
    }),
  );
  const allowed = new StringListFile(join(storageFolder, 'allowedCosts.json'));
  const budget = new Budget({ ledger, setting, ownPrices, allowed });
  const ask: AskAboutBudget = async (reached, purpose) => {
    const { l10n } = vscode;
    const [anyway, cheaper] = [l10n.t('Ask anyway'), l10n.t('Cheaper model')];
    const title = l10n.t('With this request, your budget is reached');
    const clicked = await choose(title, [anyway, cheaper], budgetSentences(reached));
    if (clicked === anyway) {
      await budget.allow(reached);
    } else if (clicked === cheaper) {
      // Commit messages can have a model of their own.
      void (purpose === 'commitMessage'
        ? openSettings('portico.commitMessage.model')
        : runCommand('portico.selectModel'));
    }
    return clicked === anyway;
  };
  /** The same model, which asks before a request that would reach the budget. */
  const withBudget = (chatModel: ChatModel): ChatModel =>
    budgetedChatModel(chatModel, budget, ask, refusalText);
  disposables.add(afterActivation(() => warnOfInvalidSettings([settingCheck], globalState)));
  return { ledger, budget, withBudget };
}
