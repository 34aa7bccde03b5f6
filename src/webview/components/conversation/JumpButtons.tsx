// At the foot of a conversation that is not read at its end: the ways from question to question, and to the end.
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

interface Props {
  readonly onJump: (way: 'previous' | 'next') => void;
  readonly onEnd: () => void;
}

export function JumpButtons({ onJump, onEnd }: Props) {
  const question = (way: 'previous' | 'next', label: string, keys: string) => (
    <button
      type="button"
      class={`icon-button codicon codicon-chevron-${way === 'previous' ? 'up' : 'down'}`}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={() => onJump(way)}
    />
  );
  return (
    <div class="jump">
      {question('previous', l10n.t('Previous question'), l10n.t('Alt+Up'))}
      {question('next', l10n.t('Next question'), l10n.t('Alt+Down'))}
      <button type="button" class="jump-end" onClick={onEnd}>
        <Icon name="arrow-down" />
        {l10n.t('Jump to latest')}
      </button>
    </div>
  );
}
