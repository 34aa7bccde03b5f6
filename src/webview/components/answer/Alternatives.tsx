// In place of a model that is gone: those that are offered, each one click away from the same question.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Alternative } from '../../../shared/protocol/protocol';
import { keepFocus, leaveFor } from '../../retryFocus';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';

interface Props {
  readonly offered: readonly Alternative[];
  readonly messageId: string;
  readonly busy: boolean;
  readonly post: Post;
}

export function Alternatives({ offered, messageId, busy, post }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    // What was picked in VS Code's own list may be asked at once, and “Choose another…” goes with its focus.
    return () => {
      if (current?.contains(document.activeElement) === true) {
        keepFocus(current);
      }
    };
  }, []);
  return (
    <ul ref={list} class="alternatives" aria-label={l10n.t('Models that are offered instead')}>
      {offered.map(({ model, about, differences }, index) => (
        <li key={model}>
          <button
            type="button"
            class={index === 0 ? 'button alternative' : 'button secondary alternative'}
            aria-disabled={busy}
            title={about}
            onClick={(event) =>
              leaveFor(event.currentTarget, busy, () =>
                post({ type: 'retryWithModel', messageId, model }),
              )
            }
          >
            {l10n.t('Ask {0}', model)}
          </button>
          {about !== '' && <span class="alternative-about">{about}</span>}
          {differences.map((difference) => (
            <p key={difference} class="alternative-difference">
              {difference}
            </p>
          ))}
        </li>
      ))}
      <li>
        <button
          type="button"
          class="button secondary alternative"
          onClick={() => post({ type: 'pickModelForRetry', messageId })}
        >
          {l10n.t('Choose another…')}
        </button>
      </li>
    </ul>
  );
}
