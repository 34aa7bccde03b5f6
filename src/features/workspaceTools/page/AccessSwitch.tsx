// The switch that lets the model read the workspace, and the question before it turns on.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { ComposerProps, ViewProps } from '../../../chat/page/pageFeatures';
import { IconButton } from '../../../platform/page/controls';

export function AccessSwitch({ view }: ComposerProps) {
  const { post } = useContext(PageContext);
  const access = view?.workspaceAccess;
  if (access === undefined) {
    return null;
  }
  const { label, isOn, problem } = access;
  return (
    <IconButton
      icon={problem === undefined ? 'book' : 'warning'}
      classes="access-switch"
      role="switch"
      aria-checked={isOn}
      label={label}
      title={`${isOn ? label : l10n.t('{0}: off', label)}\n${problem ?? ''}`.trimEnd()}
      onClick={() => post({ type: 'switchWorkspaceAccess', isOn: !isOn })}
    >
      <span class="access-text">{l10n.t('Read code')}</span>
    </IconButton>
  );
}

export function AccessQuestion({ view: { workspaceAccess } }: ViewProps) {
  const { post } = useContext(PageContext);
  const question = workspaceAccess?.question;
  return question === undefined ? null : (
    <AlertPanel
      title={l10n.t('Let the model read files by itself?')}
      isQueued={false}
      text={<p>{question}</p>}
      answers={[
        ['allow', l10n.t('Allow in this chat')],
        ['cancel', l10n.t('Cancel')],
      ]}
      primary="allow"
      onAnswer={(answer) => post({ type: 'answerWorkspaceAccess', isAllowed: answer === 'allow' })}
    />
  );
}
