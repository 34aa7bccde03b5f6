// The setup: one button that leads through all steps, and each step to change it alone. In compact form only the
// missing steps.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import {
  type ConnectionState,
  missingSetupSteps,
  type SetupStep,
  setupSteps,
} from '../../../shared/conversation/connectionState';
import type { ViewState } from '../../../shared/protocol/protocol';
import { PageContext } from '../../contexts';
import { Button, Icon } from '../controls';

interface Props {
  readonly view: ViewState;
  /** Below a conversation. */
  readonly isCompact?: boolean;
}

export function SetupPanel({ view, isCompact = false }: Props) {
  const { post } = useContext(PageContext);
  const missing = missingSetupSteps(view.connection, view.conversation.model);
  return (
    <section class={isCompact ? 'panel setup' : 'setup'} aria-label={l10n.t('Set up Portico')}>
      {!isCompact && (
        <>
          <h2>{l10n.t('Connect to your gateway')}</h2>
          <p>{l10n.t('Chat with any model behind an OpenAI-compatible gateway.')}</p>
        </>
      )}
      <ol>
        {(isCompact ? missing : setupSteps).map((step) => {
          const isMissing = missing.includes(step);
          const isOptional = step === 'apiKey' && view.connection.key === 'optional';
          const { title, action, detail } = stepTexts(step, view, isMissing || isOptional);
          return (
            <li key={step} class={isMissing || isOptional ? 'missing' : 'done'}>
              <Icon
                name={isOptional ? 'dash' : isMissing ? 'circle-large-outline' : 'pass-filled'}
              />
              <div class="setup-text">
                <span class="setup-title">
                  {title}
                  <span class="visually-hidden">
                    {isOptional
                      ? l10n.t('(optional)')
                      : isMissing
                        ? l10n.t('(missing)')
                        : l10n.t('(done)')}
                  </span>
                </span>
                <span class="setup-detail">{detail}</span>
                <button
                  type="button"
                  class={
                    !isCompact
                      ? 'setup-action'
                      : step === missing[0]
                        ? 'button'
                        : 'button secondary'
                  }
                  onClick={() => post({ type: 'runSetupStep', step })}
                >
                  {action}
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      {!isCompact && (
        <Button onClick={() => post({ type: 'connect' })}>{l10n.t('Connect…')}</Button>
      )}
    </section>
  );
}

interface StepTexts {
  readonly title: string;
  readonly action: string;
  readonly detail: string;
}

function stepTexts(
  step: SetupStep,
  { connection, conversation: { model } }: ViewState,
  isUnset: boolean,
): StepTexts {
  const texts: Readonly<Record<SetupStep, StepTexts>> = {
    baseUrl: {
      title: l10n.t('Base URL'),
      action: isUnset ? l10n.t('Set Base URL') : l10n.t('Change Base URL'),
      detail:
        connection.baseUrlProblem ??
        connection.baseUrl ??
        l10n.t('The address of your OpenAI-compatible API.'),
    },
    apiKey: {
      title: l10n.t('API key'),
      action: isUnset ? l10n.t('Set API key') : l10n.t('Change API key'),
      detail: keyDetail(connection.key),
    },
    model: {
      title: l10n.t('Model'),
      action: isUnset ? l10n.t('Select model') : l10n.t('Change model'),
      detail: model === '' ? l10n.t('The model to chat with.') : model,
    },
  };
  return texts[step];
}

function keyDetail(key: ConnectionState['key']): string {
  const details: Readonly<Record<typeof key, string>> = {
    stored: l10n.t("Stored in VS Code's secret storage."),
    optional: l10n.t('Optional for a gateway on this machine.'),
    missing: l10n.t('Your API key for this gateway.'),
    command: l10n.t('The key command in your settings provides it.'),
    lost: l10n.t(
      'VS Code lost the stored key (no system keyring, or the browser profile changed). Set it again.',
    ),
  };
  return details[key];
}
