// What a screen reader announces when something is attached to the message box, or removed.
import * as l10n from '@vscode/l10n';
import type { ViewState } from '../../../chat/common/protocol';
import type { Announcement } from '../../../chat/page/pageFeatures';
import type { Attachment } from '../../../conversation/common/attachment';
import { joinItems } from '../../../platform/page/joinPageTexts';

/** Longer names are cut off after this many UTF-16 units. */
const maxSpokenName = 100;

export const attachmentAnnouncement: Announcement = (event, before, current) =>
  event.type !== 'attachments' ||
  before === undefined ||
  current === undefined ||
  current.attachments !== event.attachments
    ? undefined
    : attachmentSentence(before, current);

function attachmentSentence(before: ViewState, current: ViewState): string | undefined {
  const added = namesOf(current.attachments, before.attachments);
  if (added !== '') {
    return l10n.t('Attached: {0}', added);
  }
  // What was sent is attached to a question now.
  const sent = [...current.conversation.messages, ...current.queue.questions].flatMap((message) =>
    'attachments' in message ? (message.attachments ?? []) : [],
  );
  const removed = namesOf(before.attachments, [...current.attachments, ...sent]);
  return removed === '' ? undefined : l10n.t('Removed: {0}', removed);
}

/** The names of the attachments that `others` lacks. */
function namesOf(attachments: readonly Attachment[], others: readonly Attachment[]): string {
  const ids = new Set(others.map(({ id }) => id));
  return joinItems(
    attachments
      .filter(({ id }) => !ids.has(id))
      .map(({ name }) => name.slice(0, maxSpokenName).toWellFormed()),
  );
}
