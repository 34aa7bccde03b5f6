// The features in the page's state. The imports without a name are for the page, which has what features declare through
// this file.
import type { FeatureReducers } from '../chat/common/viewState';
import '../features/apply/common/applyView';
import '../features/attachments/common/attachmentsView';
import '../features/balance/common/balanceView';
import '../features/codeColors/common/codeColorsView';
import '../features/contextWindow/common/contextWindowView';
import '../features/costs/common/costsView';
import '../features/history/common/historyView';
import '../features/models/common/modelsView';
import '../features/secrets/common/secretsView';
import '../features/setup/common/setupView';
import { mergeUsage, usageWithout } from '../features/usage/common/usageView';
import '../features/vscodeChat/common/vscodeChatView';
import '../features/workspaceTools/common/workspaceToolsView';

export const viewFeatures: FeatureReducers = {
  merge: (state, event) => (event.type === 'usage' ? mergeUsage(state, event) : {}),
  withoutMessages: usageWithout,
};
