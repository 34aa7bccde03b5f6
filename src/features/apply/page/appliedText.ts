// The sentence about what became of an answer's code: the first line of the landing report, and what a screen reader says.
import * as l10n from '@vscode/l10n';
import type { Announcement } from '../../../chat/page/pageFeatures';
import type { AppliedChange } from '../../../conversation/common/conversation';
import { joinItems } from '../../../platform/page/joinPageTexts';

export const appliedAnnouncement: Announcement = (event) =>
  event.type === 'conversation' && event.event.type === 'changesApplied'
    ? appliedText(event.event.changes)
    : undefined;

/** Errors that were said already are not said again. */
export const errorsAnnouncement: Announcement = (event, before) => {
  const known = new Set(Object.values(before?.newErrors ?? {}));
  return event.type === 'newErrors'
    ? Object.values(event.newErrors ?? {}).find((text) => !known.has(text))
    : undefined;
};

/** Returns `2 changes applied, 1 refused`. */
export function appliedText(changes: readonly AppliedChange[]): string {
  const count = (state: AppliedChange['state']): number =>
    changes.filter((change) => change.state === state).length;
  const [applied, refused, undone] = [count('applied'), count('refused'), count('undone')];
  const parts = [
    applied === 1
      ? l10n.t('1 change applied')
      : applied > 1 && l10n.t('{0} changes applied', applied),
    refused > 0 && l10n.t('{0} refused', refused),
    undone > 0 && l10n.t('{0} undone', undone),
  ];
  return joinItems(parts.filter((text) => text !== false));
}
