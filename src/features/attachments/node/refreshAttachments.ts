// A check that reads the sources of a question's attachments again, once, before the question is sent. What the history
// shows is sent as it is shown: only questions of the message box and the queue are refreshed.
import type { Clock } from '../../../base/clock';
import type { Attachment } from '../../../conversation/common/attachment';
import type { SendCheck } from '../../../conversation/node/send/sendCheck';

/** The limit for all attachments of a question, which are read at the same time. */
const timeoutMs = 3_000;
/** A PDF file that has changed is read by a process of its own. A hundred pages of a book take about a second. */
export const pdfTimeoutMs = 20_000;

export interface AttachmentRefresher {
  /** The attachment as its source is now: the same object if nothing has changed. Never reads anything else. */
  readonly readAgain: (attachment: Attachment) => Promise<Attachment>;
  /** The attachment with a note that it may not be up to date. */
  readonly asAttached: (attachment: Attachment) => Attachment;
}

export interface RefreshDeps {
  readonly clock: Clock;
  /** Loaded when a question with sources is sent. */
  readonly loadRefresher: () => Promise<AttachmentRefresher>;
}

export function refreshAttachments({ clock, loadRefresher }: RefreshDeps): SendCheck {
  return async ({ source, question }) => {
    const { attachments = [] } = question?.content ?? {};
    const hasSources = attachments.some(canChange);
    if (question === undefined || source === 'conversation' || !hasSources) {
      return true;
    }
    const refresher = await loadRefresher();
    const refresh = async (attachment: Attachment): Promise<Attachment> => {
      if (!canChange(attachment)) {
        return attachment;
      }
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const limit = attachment.kind === 'pdf' ? pdfTimeoutMs : timeoutMs;
      const timer = clock.after(limit, () => resolve(undefined));
      const reading = refresher.readAgain(attachment).catch(() => undefined);
      const result = await Promise.race([reading, timeout]);
      timer.dispose();
      return result ?? refresher.asAttached(attachment);
    };
    const refreshed = await Promise.all(attachments.map(refresh));
    return refreshed.every((attachment, index) => attachment === attachments[index])
      ? true
      : { content: { ...question.content, attachments: refreshed } };
  };
}

function canChange({ source, isMasked }: Attachment): boolean {
  return source !== undefined && isMasked !== true;
}
