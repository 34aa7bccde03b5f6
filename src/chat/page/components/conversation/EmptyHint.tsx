// Shown in an empty chat once everything is set up: what to ask.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ConnectionState } from '../../../../conversation/common/connectionState';
import { Button, Icon } from '../../../../platform/page/controls';
import { joinSentences } from '../../../../platform/page/joinPageTexts';
import type { Preferences, ViewState } from '../../../common/protocol';
import { ctrlEnter } from '../../composerRules';
import { PreferencesContext } from '../../contexts';
import { Place } from '../../pageFeatures';

interface Props {
  readonly view: ViewState;
  /** Puts a question into the message box. */
  readonly onExample: (text: string) => void;
}

export function EmptyHint({ view, onExample }: Props) {
  const { sendWith } = useContext(PreferencesContext);
  const examples = [
    l10n.t('Explain async and await with a short example'),
    l10n.t('Write a regular expression for ISO 8601 dates'),
    l10n.t('What should I look for in a code review?'),
  ];
  return (
    <section class="empty-hint" aria-label={l10n.t('Getting started')}>
      <Icon name="comment-discussion" />
      <Place of="emptyTitle" props={{ view }} />
      <p>{hint(view.connection, sendWith)}</p>
      <ul role="list" class="examples" aria-label={l10n.t('Example questions')}>
        <Place of="starters" props={{ view }} />
        {examples.map((text) => (
          <li key={text}>
            <Button secondary onClick={() => onExample(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
      <Place of="emptyHints" props={{ view }} />
    </section>
  );
}

function hint(
  { baseUrl, gatewayName }: ConnectionState,
  sendWith: Preferences['sendWith'],
): string {
  const keys =
    sendWith === 'enter'
      ? l10n.t('Press Enter to send, Shift+Enter for a new line.')
      : l10n.t('Press {0} to send, Enter for a new line.', ctrlEnter());
  const gateway = gatewayName ?? (baseUrl && URL.parse(baseUrl)?.host);
  return gateway === undefined ? keys : joinSentences(l10n.t('Gateway: {0}.', gateway), keys);
}
