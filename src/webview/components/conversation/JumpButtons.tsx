// At the foot of a conversation that is not read at its end: the ways from question to question, and to the end.
import { t } from '../../l10n';
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
      {question('previous', t('Previous question'), t('Alt+Up'))}
      {question('next', t('Next question'), t('Alt+Down'))}
      <button type="button" class="jump-end" onClick={onEnd}>
        <Icon name="arrow-down" />
        {t('Jump to latest')}
      </button>
    </div>
  );
}
