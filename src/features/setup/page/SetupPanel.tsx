// The setup: a button that leads through all steps, and each step with a button of its own. In compact form, only the missing
// steps.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import {
  missingSetupSteps,
  setupSteps,
  type ConnectionState,
  type SetupStep,
} from '../../../conversation/common/connectionState';
import { Button, Icon, LinkButton } from '../../../platform/page/controls';

interface Props extends ViewProps {
  readonly isCompact?: boolean;
}

/** Is shown in an empty chat. */
export function SetupWelcome({ view }: ViewProps) {
  return isSetUp(view) ? null : <SetupPanel view={view} />;
}

/** Is shown below a conversation. */
export function CompactSetup({ view }: ViewProps) {
  return view.conversation.messages.length === 0 || isSetUp(view) ? null : (
    <SetupPanel view={view} isCompact />
  );
}

function isSetUp({ connection, conversation }: ViewState): boolean {
  return missingSetupSteps(connection, conversation.model).length === 0;
}

function SetupPanel({ view, isCompact = false }: Props) {
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
          const state = stepState(step, view, missing);
          const { title, action, detail } = stepTexts(step, view, state !== 'done');
          const run = (): void => post({ type: 'runSetupStep', step });
          return (
            <li key={step} class={state}>
              <Icon name={stateIcons[state]} />
              <div class="setup-text">
                <span class="setup-title">
                  {title}
                  <span class="visually-hidden">{stateText(state)}</span>
                </span>
                <span class="setup-detail">{detail}</span>
                {isCompact ? (
                  <Button secondary={step !== missing[0]} onClick={run}>
                    {action}
                  </Button>
                ) : (
                  <LinkButton onClick={run}>{action}</LinkButton>
                )}
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

type StepState = 'missing' | 'optional' | 'done';

const stateIcons: Readonly<Record<StepState, string>> = {
  missing: 'circle-large-outline',
  optional: 'dash',
  done: 'pass-filled',
};

function stepState(step: SetupStep, view: ViewState, missing: readonly SetupStep[]): StepState {
  if (step === 'apiKey' && view.connection.key === 'optional') {
    return 'optional';
  }
  return missing.includes(step) ? 'missing' : 'done';
}

function stateText(state: StepState): string {
  const texts: Readonly<Record<StepState, string>> = {
    missing: l10n.t('(missing)'),
    optional: l10n.t('(optional)'),
    done: l10n.t('(done)'),
  };
  return texts[state];
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
