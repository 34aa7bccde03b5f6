// What is wrong with a Base URL, in a sentence that says what to type instead.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { BaseUrlProblem } from '../../chat/gatewayPort';

export function baseUrlProblemText(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Type the address of the gateway, for example https://gateway.example/v1.');
    case 'credentials':
      return l10n.t(
        'The Base URL must not hold a user name or password. The API key is set apart.',
      );
    case 'query':
      return l10n.t('The Base URL must not hold a query: remove the “?” and what follows.');
    case 'fragment':
      return l10n.t('The Base URL must not hold a fragment: remove the “#” and what follows.');
    case 'scheme':
      return l10n.t('The Base URL must start with https:// or http://.');
    case 'blank':
      return l10n.t('The Base URL must not hold blanks.');
    case 'host':
      return l10n.t('The Base URL needs a host, for example https://gateway.example/v1.');
    default:
      return assertNever(problem);
  }
}
