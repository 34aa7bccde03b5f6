// The attachments of a question: chips with their names and sizes, each with a preview.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import { Thumbnail } from '../../../chat/page/components/conversation/QuestionImages';
import type { Post } from '../../../chat/page/hostConnection';
import type { Attachment } from '../../../conversation/common/attachment';
import { focusComposer } from '../../../platform/page/focus';
import { keepTabStop } from '../../../platform/page/rovingFocus';
import { AttachmentChip } from './AttachmentChip';

interface Props {
  readonly attachments: readonly Attachment[];
  readonly post: Post;
  /** The question that they are attached to; absent for those of the message box, which can be removed. */
  readonly questionId?: string;
  /** The tokens that the model which is asked accepts; undefined if that is unknown. */
  readonly contextLength?: number | undefined;
  /** Shows images in the size of a question's. */
  readonly hasThumbnails?: boolean;
}

export class AttachmentList extends Component<Props> {
  readonly #list = createRef<HTMLUListElement>();

  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    const { attachments, questionId, contextLength } = this.props;
    return (
      next.attachments !== attachments ||
      next.questionId !== questionId ||
      next.contextLength !== contextLength
    );
  }

  override componentDidMount(): void {
    keepTabStop(this.#list.current);
  }

  /** The index of the chip with the focus, or -1. */
  override getSnapshotBeforeUpdate(): number {
    return this.#chips.findIndex((chip) => chip.contains(document.activeElement));
  }

  /** If the chip with the focus was removed, the one that is now in its place gets the focus, or else the last one. */
  override componentDidUpdate(previous: Props, _state: object, focused?: number): void {
    keepTabStop(this.#list.current);
    const { attachments, questionId } = this.props;
    if (questionId === undefined && attachments.length > previous.attachments.length) {
      // In the message box, chips have three rows and scroll: the new chip may be below them.
      this.#chips.at(-1)?.scrollIntoView({ block: 'nearest' });
    }
    if (focused !== undefined && focused >= 0 && !this.#hasFocus) {
      const chip = this.#chips[Math.min(focused, this.#chips.length - 1)];
      chip?.querySelector('button')?.focus();
    }
  }

  override componentWillUnmount(): void {
    if (this.#hasFocus) {
      focusComposer();
    }
  }

  get #hasFocus(): boolean {
    return this.#list.current?.contains(document.activeElement) === true;
  }

  get #chips(): readonly Element[] {
    return [...(this.#list.current?.children ?? [])];
  }

  render() {
    const { attachments, questionId, hasThumbnails = false } = this.props;
    return (
      <ul
        ref={this.#list}
        class="attachments"
        role="list"
        data-roving
        aria-label={
          questionId === undefined ? l10n.t('Attachments') : l10n.t('Attached to this question')
        }
      >
        {attachments.map((attachment) =>
          hasThumbnails && attachment.image !== undefined ? (
            <li key={attachment.id}>
              <Thumbnail image={attachment.image} name={attachment.name} />
            </li>
          ) : (
            this.#renderChip(attachment)
          ),
        )}
      </ul>
    );
  }

  #renderChip(attachment: Attachment) {
    const { post, questionId, contextLength } = this.props;
    const { id } = attachment;
    const ofQuestion = questionId === undefined ? {} : { messageId: questionId };
    return (
      <AttachmentChip
        key={id}
        attachment={attachment}
        contextLength={contextLength}
        onPreview={() => post({ type: 'previewAttachment', id, ...ofQuestion })}
        onRemove={
          questionId === undefined ? () => post({ type: 'removeAttachment', id }) : undefined
        }
      />
    );
  }
}
