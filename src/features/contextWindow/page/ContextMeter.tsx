// A ring that shows how much of the model's context window the next request takes, and opens the figures.
import * as l10n from '@vscode/l10n';
import { useContext, useId } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ComposerProps } from '../../../chat/page/pageFeatures';
import { isNearLimit, type TokenBudget } from '../../../conversation/common/contextLimit';
import type { ContextWindowViewState } from '../common/contextWindowView';

/** The size of an icon, in CSS pixels. */
const size = 16;
const strokeWidth = 2;
const circle = { cx: size / 2, cy: size / 2, r: (size - strokeWidth) / 2 };
const circumference = 2 * Math.PI * circle.r;

export function ContextButton({ view }: ComposerProps) {
  const { post } = useContext(PageContext);
  return (
    <>
      {view?.budget !== undefined && <ContextMeter {...view} budget={view.budget} />}
      {view?.isContextLengthUnknown === true && (
        <SetContextLength onClick={() => post({ type: 'setContextLength' })} />
      )}
    </>
  );
}

type MeterProps = Pick<ContextWindowViewState, 'inputCost' | 'longestCost'> & {
  readonly budget: TokenBudget;
};

function ContextMeter({ budget, inputCost, longestCost }: MeterProps) {
  const { requestTokens, contextLength, answerTokens } = budget;
  const id = useId();
  const ratio = requestTokens / contextLength;
  const text = l10n.t(
    'About {0} of {1} tokens ({2}%)',
    aboutTokensText(requestTokens),
    tokensText(contextLength),
    Math.round(ratio * 100),
  );
  const rows = [
    [l10n.t('Next request (estimate)'), aboutTokensText(requestTokens)],
    ...(inputCost === undefined
      ? []
      : [[l10n.t('Cost of its input (estimate)'), inputCost] as const]),
    ...(longestCost === undefined
      ? []
      : [[l10n.t('With the longest answer, up to'), longestCost] as const]),
    [l10n.t('Reserved for the answer'), tokensText(Math.round(answerTokens))],
    [l10n.t('Free'), aboutTokensText(Math.max(0, contextLength - requestTokens - answerTokens))],
    [l10n.t('Context length'), tokensText(contextLength)],
  ] as const;
  return (
    <>
      <button
        type="button"
        class={`icon-button context-meter ${level(budget)}`}
        aria-label={l10n.t('Context window: {0}', text)}
        title={`${l10n.t('Context window')}\n${text}`}
        aria-haspopup="dialog"
        popovertarget={id}
      >
        <svg width={size} height={size} aria-hidden="true">
          <circle class="track" {...circle} stroke-width={strokeWidth} />
          <circle
            class="used"
            {...circle}
            stroke-width={strokeWidth}
            stroke-dasharray={`${Math.min(1, ratio) * circumference} ${circumference}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        </svg>
      </button>
      <div
        id={id}
        class="menu context-figures"
        role="dialog"
        popover="auto"
        tabIndex={-1}
        aria-label={l10n.t('Context window')}
        onBeforeToggle={({ currentTarget }) => {
          // The browser then focuses it when it opens (see Menu), so that Escape is pressed here.
          currentTarget.toggleAttribute('autofocus', true);
        }}
        onKeyDown={(event) => {
          // Elsewhere, Escape stops the answer.
          if (event.key === 'Escape') {
            event.stopPropagation();
          }
        }}
      >
        <dl>
          {rows.map(([label, tokens]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{tokens}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

/** Takes the meter's place while the context length is unknown. */
function SetContextLength({ onClick }: { readonly onClick: () => void }) {
  const label = l10n.t('Set context length…');
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={`${label}\n${l10n.t("The gateway doesn't report the model's context length.")}`}
      onClick={onClick}
    >
      <svg width={size} height={size} aria-hidden="true" class="context-meter">
        <circle {...circle} stroke-width={strokeWidth} stroke-dasharray="2 3" />
      </svg>
    </button>
  );
}

function level(budget: TokenBudget): 'low' | 'near' | 'over' {
  if (budget.requestTokens > budget.contextLength) {
    return 'over';
  }
  return isNearLimit(budget) ? 'near' : 'low';
}

export function tokensText(tokens: number): string {
  return tokens.toLocaleString(document.documentElement.lang || undefined);
}

/** An estimate, rounded up to what it is accurate to. */
export function aboutTokensText(tokens: number): string {
  return tokensText(aboutTokens(tokens));
}

/** The same estimate in few letters, for example “1.3K”: the field counts tokens in K and M in every language. */
export function compactTokensText(tokens: number): string {
  return aboutTokens(tokens).toLocaleString('en', {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}

function aboutTokens(tokens: number): number {
  const step = tokens < 1000 ? 10 : 100;
  return Math.ceil(tokens / step) * step;
}
