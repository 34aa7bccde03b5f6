// What is read of the workspace for a question: an attachment, or why there is none.
import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../conversation/common/attachment';
import { estimateTokens } from '../../gateway/common/tokenEstimate';
import type { FittingEncoding } from '../node/textEncodings';

/** Why something cannot be attached. */
export interface Refusal {
  /** A sentence for the user. */
  readonly reason: string;
  /** It is too long, but its beginning can be attached. */
  readonly hasExcerpt?: true;
  /** Its bytes are text in another encoding, perhaps one of these. */
  readonly encodings?: readonly FittingEncoding[];
  /** Its name suggests secrets: only the user can attach it, after a question. */
  readonly isSecret?: true;
}

export type AttachResult = Attachment | Refusal;

export function isRefusal(result: object): result is Refusal {
  return 'reason' in result;
}

export function refuse(reason: string): Refusal {
  return { reason };
}

/** An attachment whose `text` is a block, or several with empty lines between. */
export function textAttachment(
  attachment: Pick<Attachment, 'kind' | 'name' | 'source' | 'isExcerpt'> & {
    readonly text: string;
  },
): Attachment {
  return { id: randomUUID(), tokens: Math.ceil(estimateTokens(attachment.text)), ...attachment };
}
