// The images of a question: thumbnails, each of which a click enlarges.
import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { QuestionImage } from '../../../../gateway/common/messageParts';

export function QuestionImages({ images }: { readonly images: readonly QuestionImage[] }) {
  return (
    <div class="question-images">
      {images.map((image, index) => (
        <Thumbnail
          key={index}
          image={image}
          name={l10n.t('Image {0} of {1}', index + 1, images.length)}
        />
      ))}
    </div>
  );
}

export function Thumbnail({
  image,
  name,
}: {
  readonly image: QuestionImage;
  readonly name: string;
}) {
  const { mediaType, data } = image;
  const [isLarge, setIsLarge] = useState(false);
  const address = useMemo(() => `data:${mediaType};base64,${data}`, [image]);
  return (
    <button
      type="button"
      class={isLarge ? 'thumbnail large' : 'thumbnail'}
      aria-expanded={isLarge}
      aria-label={name}
      title={isLarge ? l10n.t('Show smaller') : l10n.t('Enlarge')}
      onClick={() => setIsLarge(!isLarge)}
    >
      <img src={address} alt="" />
    </button>
  );
}
