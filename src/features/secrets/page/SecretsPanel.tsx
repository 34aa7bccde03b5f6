// Asks what to do with a question in which secrets were found.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import { Button } from '../../../platform/page/controls';
import type { SecretsPrompt } from '../common/secretsView';
import type { SecretsAnswer } from '../common/secretsViewCommands';

export function SecretsPanel({ view: { secretsPrompt } }: ViewProps) {
  return secretsPrompt === undefined ? null : <SecretsAlert prompt={secretsPrompt} />;
}

/** A panel for a question of the queue does not take the focus. */
export const secretsAnnouncement: Announcement = (event) =>
  event.type === 'secretsPrompt' && event.secretsPrompt?.isQueued === true
    ? l10n.t('This question may contain secrets.')
    : undefined;

function SecretsAlert({ prompt }: { readonly prompt: SecretsPrompt }) {
  const { sentence, findings, canMask, isQueued = false } = prompt;
  const { post } = useContext(PageContext);
  const answer = (choice: SecretsAnswer): void => post({ type: 'answerSecrets', answer: choice });
  return (
    <AlertPanel
      title={l10n.t('Check before sending')}
      isQueued={isQueued}
      onCancel={() => answer('cancel')}
      text={
        <>
          <p>{sentence}</p>
          <ul class="findings">
            {findings.map(({ rule, place, masked }, index) => (
              <li key={index}>
                <bdi>{rule}</bdi> <bdi class="finding-place">{place}</bdi> <code>{masked}</code>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <div class="button-row">
        {canMask && <Button onClick={() => answer('mask')}>{l10n.t('Mask and send')}</Button>}
        <Button secondary onClick={() => answer('send')}>
          {l10n.t('Send anyway')}
        </Button>
        <Button secondary onClick={() => answer('cancel')}>
          {l10n.t('Cancel')}
        </Button>
      </div>
    </AlertPanel>
  );
}
