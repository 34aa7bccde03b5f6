// Says what is missing before a question can be sent, with one button per step.
import { missingSteps } from '../../../shared/protocol/setupSteps';
import type { SetupStep, ViewState } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

interface Props {
  readonly view: ViewState;
  readonly post: Post;
  /** Beside a conversation: only what is missing. */
  readonly compact?: boolean;
}

export function SetupPanel({ view, post, compact = false }: Props) {
  const missing = missingSteps(view.connection, view.conversation.model);
  const steps = compact ? missing : (['baseUrl', 'apiKey', 'model'] as const);
  return (
    <section class={compact ? 'setup compact' : 'setup'} aria-label={l10n.t('Set up Portico')}>
      {!compact && (
        <>
          <h2>{l10n.t('Connect to your gateway')}</h2>
          <p>{l10n.t('Portico chats with any model behind an OpenAI-compatible gateway.')}</p>
        </>
      )}
      <ol>
        {steps.map((step) => {
          const done = !missing.includes(step);
          return (
            <li key={step} class={done ? 'done' : 'missing'}>
              <Icon name={done ? 'pass-filled' : 'circle-large-outline'} />
              <div class="setup-text">
                <span class="setup-title">
                  {stepTitle(step)}
                  <span class="visually-hidden">
                    {done ? l10n.t('(done)') : l10n.t('(missing)')}
                  </span>
                </span>
                <span class="setup-detail">{stepDetail(step, view)}</span>
              </div>
              <button
                type="button"
                class={step === missing[0] ? 'button' : 'button secondary'}
                onClick={() => post({ type: 'runSetupStep', step })}
              >
                {stepAction(step)}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function stepTitle(step: SetupStep): string {
  switch (step) {
    case 'baseUrl':
      return l10n.t('Base URL');
    case 'apiKey':
      return l10n.t('API key');
    case 'model':
      return l10n.t('Model');
  }
}

function stepAction(step: SetupStep): string {
  switch (step) {
    case 'baseUrl':
      return l10n.t('Set Base URL');
    case 'apiKey':
      return l10n.t('Set API Key');
    case 'model':
      return l10n.t('Select Model');
  }
}

function stepDetail(step: SetupStep, { connection, conversation }: ViewState): string {
  switch (step) {
    case 'baseUrl':
      return connection.baseUrlProblem ?? connection.baseUrl ?? l10n.t('Where your gateway is.');
    case 'apiKey':
      return keyDetail(connection.key);
    case 'model':
      return conversation.model === '' ? l10n.t('Which model answers.') : conversation.model;
  }
}

function keyDetail(key: ViewState['connection']['key']): string {
  switch (key) {
    case 'stored':
      return l10n.t('Kept in VS Code’s secret storage.');
    case 'optional':
      return l10n.t('A gateway on this machine may go without.');
    case 'missing':
      return l10n.t('Your key for this gateway.');
    case 'lost':
      return l10n.t(
        'VS Code did not keep the key that was set: it has no keyring here, or the browser profile has changed. Set it again.',
      );
  }
}
