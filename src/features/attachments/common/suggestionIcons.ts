// The codicons of suggestions. The page has only icons that its own source names, and those of this file and of the kinds of
// attachments: the build reads them.
import type { AttachmentKind, kindTraits } from '../../../conversation/common/attachmentKinds';

export type SuggestionIcon =
  (typeof kindTraits)[AttachmentKind]['icon'] | 'edit' | 'files' | 'sparkle' | 'symbol-class';
