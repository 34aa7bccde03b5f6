// Asks what to do with a question in which secrets were found.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import type { SecretsPrompt } from '../common/secretsView';

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
  return (
    <AlertPanel
      title={l10n.t('Check before sending')}
      isQueued={isQueued}
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
      answers={[
        canMask && ['mask', l10n.t('Mask and send')],
        ['send', l10n.t('Send anyway')],
        ['cancel', l10n.t('Cancel')],
      ]}
      primary="mask"
      onAnswer={(answer) => post({ type: 'answerSecrets', answer })}
    />
  );
}
