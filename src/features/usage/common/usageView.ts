// What the chat view shows of the usage: texts by answer, and the total.
import type { SentRequestText } from '../../sentRequest/common/sentRequestText';

export interface UsageRow {
  /** The row above includes it. */
  readonly isPart?: true;
  readonly label: string;
  readonly value: string;
}

/** The usage of an answer that has ended. All texts are for the user. */
export interface UsageTexts {
  /** Everything on one line. */
  readonly summary: string;
  /** What the user must not miss, as one sentence. */
  readonly warning?: string;
  /** Unknown figures are left out. */
  readonly rows: readonly UsageRow[];
  /** One line that names the unknown figures. */
  readonly notReported?: string;
  readonly request?: SentRequestText;
}

export interface UsageView {
  /** The keys are answer IDs. */
  readonly answers: Readonly<Record<string, UsageTexts>>;
  /** What answers that read files have cost so far; '' where that is not known. */
  readonly costs?: Readonly<Record<string, string>>;
  /** What the entire chat used, replaced answers included. */
  readonly total: readonly UsageRow[];
}

export interface UsageViewState {
  readonly usage: UsageView;
}

/** The usage of new or changed answers, and the new total. */
export type UsageEvent = { readonly type: 'usage' } & UsageViewState;

export function mergeUsage({ usage }: UsageViewState, event: UsageEvent): UsageViewState {
  const answers = { ...usage.answers, ...event.usage.answers };
  const costs = { ...usage.costs, ...event.usage.costs };
  return { usage: { answers, total: event.usage.total, costs } };
}

/** The total stays: it counts answers that are not shown, too. */
export function usageWithout(
  { usage }: UsageViewState,
  isDropped: (answerId: string) => boolean,
): UsageViewState {
  const shown = Object.entries(usage.answers).filter(([id]) => !isDropped(id));
  return { usage: { ...usage, answers: Object.fromEntries(shown) } };
}

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly usage: {
      readonly state: UsageViewState;
      readonly event: UsageEvent;
      readonly messages: UsageViewState;
    };
  }
}
