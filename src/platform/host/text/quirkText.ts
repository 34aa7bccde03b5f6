// What the user reads about each quirk.
import { l10n } from 'vscode';
import type { Quirk } from '../../../gateway/common/quirk';

interface QuirkText {
  /** How requests are adapted to the model. */
  readonly label: () => string;
  /** What the gateway rejected, and how Portico retried. */
  readonly notice: (host: string) => string;
}

export const quirkTexts: Readonly<Record<Quirk, QuirkText>> = {
  noStream: {
    label: () => l10n.t('Not streamed'),
    notice: (host) => l10n.t('{0} rejected streaming, so Portico retried without it.', host),
  },
  onlyStream: {
    label: () => l10n.t('Streamed'),
    notice: (host) => l10n.t('{0} only supports streaming, so Portico retried with it.', host),
  },
  noStreamOptions: omitted('stream_options'),
  noStore: omitted('store'),
  noTemperature: omitted('temperature'),
  thinkingBudget: replaced('thinkingLevel', 'thinkingBudget'),
  noReasoningEffort: omitted('reasoning_effort'),
  noImages: {
    label: () => l10n.t('Sent without images'),
    notice: (host) => l10n.t('{0} rejected the images, so Portico retried without them.', host),
  },
  maxCompletionTokens: replaced('max_tokens', 'max_completion_tokens'),
  maxTokens: replaced('max_completion_tokens', 'max_tokens'),
  systemAsDeveloper: {
    label: () => l10n.t('System prompt sent with the role “{0}”', 'developer'),
    notice: replaced('system', 'developer').notice,
  },
  systemInUser: {
    label: () => l10n.t('System prompt sent at the start of the first question'),
    notice: (host) =>
      l10n.t(
        '{0} rejected the system prompt, so Portico retried with it at the start of the first question.',
        host,
      ),
  },
  noStreamedTools: {
    label: () => l10n.t('Not streamed with tools'),
    notice: (host) =>
      l10n.t('{0} rejected streaming with tools, so Portico retried without streaming.', host),
  },
  noToolChoice: omitted('tool_choice'),
  noTools: {
    label: () => l10n.t('Sent without tools'),
    notice: (host) => l10n.t('{0} rejected the tools, so Portico retried without them.', host),
  },
  noEncryptedReasoning: omitted('include'),
  noUserAfterResults: {
    label: () => l10n.t('An answer of one word sent between tool results and the next message'),
    notice: (host) =>
      l10n.t(
        '{0} rejected a message after tool results, so Portico retried with an answer of one word between them.',
        host,
      ),
  },
  shortCallIds: {
    label: () => l10n.t('Tool calls sent with IDs of 9 characters'),
    notice: (host) =>
      l10n.t('{0} rejected the IDs of tool calls, so Portico retried with shorter ones.', host),
  },
  signedCalls: {
    label: () => l10n.t('Tool calls of other models sent with a placeholder signature'),
    notice: (host) =>
      l10n.t(
        '{0} rejected tool calls without a signature, so Portico retried with a placeholder.',
        host,
      ),
  },
  noReturnedReasoning: {
    label: () => l10n.t('Sent without the reasoning of earlier answers'),
    notice: (host) =>
      l10n.t('{0} rejected the reasoning of earlier answers, so Portico retried without it.', host),
  },
  reasonedAnswers: {
    label: () => l10n.t('Answers without reasoning sent with a placeholder'),
    notice: (host) =>
      l10n.t(
        '{0} rejected an earlier answer without reasoning, so Portico retried with a placeholder.',
        host,
      ),
  },
  noPrefill: {
    label: () => l10n.t('Cut-off answers continued by instruction'),
    notice: (host) =>
      l10n.t(
        "{0} can't continue a partial answer directly, so Portico retried with an instruction to continue.",
        host,
      ),
  },
};

function omitted(parameter: string): QuirkText {
  return {
    label: () => l10n.t('Sent without “{0}”', parameter),
    notice: (host) => l10n.t('{0} rejected “{1}”, so Portico retried without it.', host, parameter),
  };
}

function replaced(parameter: string, replacement: string): QuirkText {
  return {
    label: () => l10n.t('Sent with “{0}” instead of “{1}”', replacement, parameter),
    notice: (host) =>
      l10n.t('{0} rejected “{1}”, so Portico retried with “{2}”.', host, parameter, replacement),
  };
}
