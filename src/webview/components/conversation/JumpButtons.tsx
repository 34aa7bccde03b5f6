// Shown at the foot of the conversation while the user is not at its end: jumps to questions and to the end.
import * as l10n from '@vscode/l10n';
import type { JumpDirection } from '../../find/questionJumps';
import { Icon, IconButton } from '../controls';

interface Props {
  readonly onJump: (direction: JumpDirection) => void;
  readonly onEnd: () => void;
}

export function JumpButtons({ onJump, onEnd }: Props) {
  const [previous, next] = [l10n.t('Previous Question'), l10n.t('Next Question')];
  return (
    <div class="jump-buttons">
      <IconButton
        icon="chevron-up"
        label={previous}
        title={`${previous} (${l10n.t('Alt+Up')})`}
        onClick={() => onJump('previous')}
      />
      <IconButton
        icon="chevron-down"
        label={next}
        title={`${next} (${l10n.t('Alt+Down')})`}
        onClick={() => onJump('next')}
      />
      <button type="button" class="jump-to-end" onClick={onEnd}>
        <Icon name="arrow-down" />
        {l10n.t('Jump to Latest')}
      </button>
    </div>
  );
}
