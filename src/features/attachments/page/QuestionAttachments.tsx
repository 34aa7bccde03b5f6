// The attachments of a question. Those of the conversation show their images.
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { QuestionProps } from '../../../chat/page/pageFeatures';
import { AttachmentList } from './AttachmentList';

export function QuestionAttachments({ question: { id, attachments }, isQueued }: QuestionProps) {
  const { post } = useContext(PageContext);
  return attachments === undefined ? null : (
    <AttachmentList
      attachments={attachments}
      post={post}
      questionId={id}
      hasThumbnails={!isQueued}
    />
  );
}
