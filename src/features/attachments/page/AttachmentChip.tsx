// One attachment in a list: what it is, how large it is, and what is special about it.
import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { Attachment } from '../../../conversation/common/attachment';
import { kindTraits } from '../../../conversation/common/attachmentKinds';
import { Icon, IconButton } from '../../../platform/page/controls';
import { aboutTokensText, compactTokensText } from '../../contextWindow/page/ContextMeter';

interface Props {
  readonly attachment: Attachment;
  /** The unit is tokens; undefined if it is unknown, or does not matter any more. */
  readonly contextLength: number | undefined;
  /** Shows what is sent. An image is enlarged in place. */
  readonly onPreview: () => void;
  readonly onRemove: (() => void) | undefined;
}

export function AttachmentChip({ attachment, contextLength, onPreview, onRemove }: Props) {
  const { kind, name, tokens, image, isExcerpt, isUpdated } = attachment;
  const [isLarge, setIsLarge] = useState(false);
  const address = useMemo(() => image && `data:${image.mediaType};base64,${image.data}`, [image]);
  const size = l10n.t('{0} tokens', compactTokensText(tokens));
  const marks = [
    ...(isExcerpt === true ? [l10n.t('Excerpt')] : []),
    ...(isUpdated === true ? [l10n.t('Updated')] : []),
    ...largeMark(tokens, contextLength),
  ];
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRemoveKey = event.key === 'Delete' || event.key === 'Backspace';
    if (isRemoveKey && onRemove !== undefined && !event.isComposing) {
      event.preventDefault();
      onRemove();
    }
  };
  return (
    <li class={isLarge ? 'chip large' : 'chip'} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="chip-main"
        aria-expanded={image === undefined ? undefined : isLarge}
        aria-keyshortcuts={onRemove === undefined ? undefined : 'Delete'}
        title={[name, ...hints(attachment)].join('\n')}
        onClick={() => (image === undefined ? onPreview() : setIsLarge(!isLarge))}
      >
        {address === undefined ? (
          <Icon name={kindTraits[kind].icon} />
        ) : (
          <img src={address} alt="" />
        )}
        {/* The blanks separate the words of the accessible name. */}
        <ChipName name={name} /> <span class="chip-detail">{size}</span>
        {marks.map((mark) => (
          <span key={mark} class="chip-mark">
            {' '}
            {mark}
          </span>
        ))}
      </button>
      {onRemove !== undefined && (
        <IconButton
          icon="close"
          label={l10n.t('Remove {0}', name)}
          tabIndex={-1}
          data-pointer-only
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** What takes more than a third of the context window leaves little of it for the chat and the answer. */
function largeMark(tokens: number, contextLength = Infinity): readonly string[] {
  const percent = Math.round((100 * tokens) / contextLength);
  return tokens > contextLength / 3 ? [l10n.t('{0}% of the context window', percent)] : [];
}

/** The folder is shortened first, so that the name of the file and its lines stay visible. */
function ChipName({ name }: { readonly name: string }) {
  const cut = name.lastIndexOf('/') + 1;
  return (
    <span class="chip-name">
      {cut > 1 && <bdi class="chip-folder">{name.slice(0, cut)}</bdi>}
      <bdi class="chip-file">{name.slice(cut > 1 ? cut : 0)}</bdi>
    </span>
  );
}

function hints({ tokens, isExcerpt, isUpdated }: Attachment): readonly string[] {
  return [
    l10n.t('About {0} tokens', aboutTokensText(tokens)),
    ...(isExcerpt === true ? [l10n.t('Only part is attached, because it is too long.')] : []),
    ...(isUpdated === true ? [l10n.t('Read again when sent, because it had changed.')] : []),
  ];
}
