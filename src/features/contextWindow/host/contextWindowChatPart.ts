// The context window of a chat: its budget, and the check that asks before a question may exceed it.
import * as vscode from 'vscode';
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import { questionDraft } from '../../../conversation/common/attachment';
import { costText } from '../../../platform/host/text/numberText';
import { inputName } from '../../setup/host/gatewayInputs';
import type { ContextWindowViewState } from '../common/contextWindowView';
import type { ContextWindowCommand } from '../common/contextWindowViewCommands';
import { ContextBudget, type ContextBudgetDeps } from '../node/contextBudget';
import { ContextLimitCheck } from '../node/contextLimitCheck';
import type { ModelContextCache } from '../node/modelContextCache';
import { parseTokenCount } from '../node/tokenCount';
import { contextLimitPrompt } from './contextLimitPromptText';

export interface ContextWindowDeps {
  readonly modelContexts: ModelContextCache;
  /** Saves the context length of a model to the settings, in tokens. */
  readonly saveContextLength: (model: string, tokens: number) => Promise<void>;
  readonly current: { readonly origin: ContextBudgetDeps['origin'] };
  readonly lookup: Required<
    Pick<
      ContextBudgetDeps,
      'ownContextLength' | 'contextLengthCandidates' | 'outputLimits' | 'price'
    >
  >;
}

export function contextWindowChatPart(
  { session, draft, requests, disposables, send }: ChatCore,
  { modelContexts, saveContextLength, current, lookup }: ContextWindowDeps,
) {
  const budget = disposables.add(
    new ContextBudget({
      session,
      draft: questionDraft(draft.text, draft.attachments),
      modelContexts,
      requestSettings: requests.requestSettings,
      origin: () => current.origin(),
      ownContextLength: (model) => lookup.ownContextLength(model),
      contextLengthCandidates: (model) => lookup.contextLengthCandidates(model),
      outputLimits: (model) => lookup.outputLimits(model),
      price: (model) => lookup.price(model),
    }),
  );
  const limit = disposables.add(new ContextLimitCheck({ ...requests, session, budget }));
  const budgetView = () => {
    const [inputCost, longestCost] = budget.costs.map((cost) => cost && costText(cost));
    const { isContextLengthUnknown } = budget;
    return { budget: budget.budget, inputCost, longestCost, isContextLengthUnknown };
  };
  const prompt = () => contextLimitPrompt(limit.held.state, session.conversation.model);
  const view = (): Required<ContextWindowViewState> => ({
    ...budgetView(),
    contextLimitPrompt: prompt(),
  });
  const commands: CommandHandlers<ContextWindowCommand> = {
    trimContext: ({ action }) => limit.choose(action),
    setContextLength: async (_command, _chat, page) => {
      await askContextLength(session.conversation.model, saveContextLength);
      await page.focus();
    },
  };
  disposables.add(draft.onDidChange((changed) => budget.setDraft(changed)));
  disposables.add(budget.onDidChange(() => send({ type: 'budget', ...budgetView() })));
  disposables.add(
    limit.held.onDidChange(() =>
      send({ type: 'contextLimitPrompt', contextLimitPrompt: prompt() }),
    ),
  );
  return {
    budget,
    check: limit.check,
    view,
    commands,
    isBusy: () => limit.held.state?.isSummarizing === true,
    onDidChangeBusy: limit.held.onDidChange,
    stop: () => limit.choose('stopSummary'),
    refresh: () => budget.refresh(),
  };
}

/** @param save saves the length that the user enters, in tokens */
async function askContextLength(
  model: string,
  save: (model: string, tokens: number) => Promise<void>,
): Promise<void> {
  if (model === '') {
    return;
  }
  const { l10n } = vscode;
  const typed = await inputName({
    title: l10n.t('Context Length of “{0}”', model),
    prompt: l10n.t('In tokens, for example 131072 or 128k. Saved to portico.models.'),
    placeholder: '131072',
    problem: (text) =>
      parseTokenCount(text) === undefined
        ? l10n.t('Enter a whole number of tokens, for example 131072 or 128k.')
        : undefined,
  });
  const tokens = typed === undefined ? undefined : parseTokenCount(typed);
  if (tokens !== undefined) {
    await save(model, tokens);
  }
}
