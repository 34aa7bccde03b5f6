// The button for what applies to this chat instead of the settings; it shows whether anything does.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import { PageContext } from '../../../chat/page/contexts';
import type { ChatSettings } from '../../../conversation/common/conversation';
import { IconButton } from '../../../platform/page/controls';

/** How much of a system prompt the tooltip has. */
const maxPromptLength = 200;

export function ChatSettingsButton({ view }: { readonly view: ViewState | undefined }) {
  const { post } = useContext(PageContext);
  const changed = changedLines(view?.conversation.settings ?? {});
  const label = l10n.t('Chat settings');
  return (
    <IconButton
      icon="settings"
      classes={changed.length === 0 ? 'chat-settings' : 'chat-settings changed'}
      label={label}
      title={[label, ...changed].join('\n')}
      onClick={() => post({ type: 'chooseChatSettings' })}
    />
  );
}

function changedLines({
  reasoningEffort,
  systemPrompt,
  temperature,
  maxTokens,
}: ChatSettings): readonly string[] {
  return [
    reasoningEffort !== undefined && l10n.t('Reasoning effort: {0}', reasoningEffort),
    systemPrompt !== undefined &&
      l10n.t('System prompt: {0}', systemPrompt.slice(0, maxPromptLength) || l10n.t('none')),
    temperature !== undefined && l10n.t('Temperature: {0}', temperature),
    maxTokens !== undefined && l10n.t('Maximum output: {0} tokens', maxTokens),
  ].filter((line) => line !== false);
}
