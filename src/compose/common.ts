// The features in the page's state: what their events change. The type is inferred: the page has what features declare
// through it.
import type { FeatureReducers } from '../chat/common/viewState';
import { applyFields } from '../features/apply/common/applyView';
import { attachmentsFields } from '../features/attachments/common/attachmentsView';
import { balanceFields } from '../features/balance/common/balanceView';
import { codeColorsFields } from '../features/codeColors/common/codeColorsView';
import { contextWindowFields } from '../features/contextWindow/common/contextWindowView';
import { historyFields } from '../features/history/common/historyView';
import { modelsFields } from '../features/models/common/modelsView';
import { secretsFields } from '../features/secrets/common/secretsView';
import { setupFields } from '../features/setup/common/setupView';
import { reduceUsage, usageWithout } from '../features/usage/common/usageView';
import { vscodeChatFields } from '../features/vscodeChat/common/vscodeChatPart';
import { workspaceToolsFields } from '../features/workspaceTools/common/workspaceToolsView';

export const viewFeatures = {
  events: {
    apply: applyFields,
    attachments: attachmentsFields,
    balance: balanceFields,
    codeColors: codeColorsFields,
    contextWindow: contextWindowFields,
    history: historyFields,
    models: modelsFields,
    secrets: secretsFields,
    setup: setupFields,
    usage: { usage: reduceUsage },
    vscodeChat: vscodeChatFields,
    workspaceTools: workspaceToolsFields,
  },
  withoutMessages: usageWithout,
} satisfies FeatureReducers;
