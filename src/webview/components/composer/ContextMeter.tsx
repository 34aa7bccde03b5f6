// How full the model's context window gets with what is typed: a ring as small as an icon.
import { type TokenBudget, isNearLimit } from '../../../shared/conversation/contextBudget';
import * as l10n from '@vscode/l10n';
import { aboutTokens, tokensText } from '../../tokensText';

/** In CSS pixels; an icon's size. */
const size = 16;
const strokeWidth = 2;
const radius = (size - strokeWidth) / 2;
const circumference = 2 * Math.PI * radius;

export function ContextMeter({ budget }: { readonly budget: TokenBudget }) {
  const { requestTokens: tokens, contextLength: limit } = budget;
  const share = Math.min(1, tokens / limit);
  const text = l10n.t('About {0} of {1} tokens', aboutTokens(tokens), tokensText(limit));
  return (
    <span
      class={`context-meter ${fullness(budget)}`}
      role="meter"
      aria-label={l10n.t('Context window')}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(tokens, limit)}
      aria-valuetext={text}
      title={`${l10n.t('Context window')}\n${text}`}
    >
      <svg width={size} height={size} aria-hidden="true">
        <circle class="track" cx={size / 2} cy={size / 2} r={radius} stroke-width={strokeWidth} />
        <circle
          class="used"
          cx={size / 2}
          cy={size / 2}
          r={radius}
          stroke-width={strokeWidth}
          stroke-dasharray={`${share * circumference} ${circumference}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      </svg>
    </span>
  );
}

function fullness(budget: TokenBudget): 'free' | 'near' | 'over' {
  if (budget.requestTokens > budget.contextLength) {
    return 'over';
  }
  return isNearLimit(budget) ? 'near' : 'free';
}
