// The features in the page, in the order in which each place shows them.
import type { PageFeatures } from '../chat/page/pageFeatures';
import { applyPage } from '../features/apply/page/applyPage';
import { attachmentsPage } from '../features/attachments/page/attachmentsPage';
import { balancePage } from '../features/balance/page/balancePage';
import { codeColorsPage } from '../features/codeColors/page/codeColorsPage';
import { contextWindowPage } from '../features/contextWindow/page/contextWindowPage';
import { costsPage } from '../features/costs/page/costsPage';
import { historyPage } from '../features/history/page/historyPage';
import { modelsPage } from '../features/models/page/modelsPage';
import { secretsPage } from '../features/secrets/page/secretsPage';
import { setupPage } from '../features/setup/page/setupPage';
import { usagePage } from '../features/usage/page/usagePage';
import { vscodeChatPage } from '../features/vscodeChat/page/vscodeChatPage';
import { workspaceToolsPage } from '../features/workspaceTools/page/workspaceToolsPage';

export const pageFeatures: PageFeatures = {
  setup: setupPage,
  contextWindow: contextWindowPage,
  costs: costsPage,
  models: modelsPage,
  attachments: attachmentsPage,
  secrets: secretsPage,
  usage: usagePage,
  apply: applyPage,
  workspaceTools: workspaceToolsPage,
  vscodeChat: vscodeChatPage,
  history: historyPage,
  balance: balancePage,
  codeColors: codeColorsPage,
};
