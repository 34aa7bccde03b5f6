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
  const secrets = disposables.add(new SecretsCheck({ session, scanner: secretScanner }));
  const view = (): Required<SecretsViewState> => ({ secretsPrompt: secretsPrompt(secrets.state) });
  const commands: CommandHandlers<SecretsCommand> = {
    answerSecrets: ({ answer }) => secrets.answer(answer),
  };
  disposables.add(
    secrets.onDidChange((state) =>
      send({ type: 'secretsPrompt', secretsPrompt: secretsPrompt(state) }),
    ),
  );
  disposables.add(draft.onDidChange(() => secretScanner.warmUp()));
  return { check: secrets.check, view, commands };
}
