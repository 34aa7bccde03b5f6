// The check of a chat's questions for secrets, and its prompt.
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import type { SecretsViewState } from '../common/secretsView';
import type { SecretsCommand } from '../common/secretsViewCommands';
import type { SecretScanner } from '../node/secretScanner';
import { SecretsCheck } from '../node/secretsCheck';
import { secretsPrompt } from './secretsPromptText';

export interface SecretsDeps {
  readonly secretScanner: SecretScanner;
}

export function secretsChatPart(
  { session, draft, disposables, send }: ChatCore,
  { secretScanner }: SecretsDeps,
) {
  const secrets = new SecretsCheck({ session, scanner: secretScanner });
  const { held } = secrets;
  const view = (): Required<SecretsViewState> => ({ secretsPrompt: secretsPrompt(held.state) });
  const commands: CommandHandlers<SecretsCommand> = {
    answerSecrets: ({ answer }) => secrets.answer(answer),
  };
  disposables.add(held);
  disposables.add(held.onDidChange(() => send({ type: 'secretsPrompt', ...view() })));
  disposables.add(draft.onDidChange(() => secretScanner.warmUp()));
  return { check: secrets.check, view, commands };
}
