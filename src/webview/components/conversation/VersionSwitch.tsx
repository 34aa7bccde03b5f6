// Which of several versions of a question or an answer is shown, and the way to the others.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Version } from '../../../shared/conversation/versions';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { type Arrow, arrowPressed } from '../../versionFocus';

/** By message. A context, so that a new version draws no other article anew. */
export const Versions = createContext<ReadonlyMap<string, Version>>(new Map());

interface Props {
  readonly messageId: string;
  /** Some answer of the conversation is running: it stays in view. */
  readonly busy: boolean;
  readonly post: Post;
}

export function VersionSwitch({ messageId, busy, post }: Props) {
  const version = useContext(Versions).get(messageId);
  if (version === undefined) {
    return null;
  }
  const { number, count } = version;
  const arrow = (way: Arrow, label: string) => {
    const chosen = busy ? undefined : version[way];
    return (
      <button
        type="button"
        class={`icon-button codicon codicon-chevron-${way === 'previous' ? 'left' : 'right'}`}
        aria-label={label}
        aria-disabled={chosen === undefined}
        title={busy ? l10n.t('Not while an answer is running') : label}
        data-arrow={way}
        onClick={() => {
          if (chosen !== undefined) {
            arrowPressed(way);
            post({ type: 'chooseVersion', messageId: chosen });
          }
        }}
      />
    );
  };
  return (
    <span class="versions" role="group" aria-label={l10n.t('Version {0} of {1}', number, count)}>
      {arrow('previous', l10n.t('Previous version'))}
      <span aria-hidden="true">
        {number}/{count}
      </span>
      {arrow('next', l10n.t('Next version'))}
    </span>
  );
}
