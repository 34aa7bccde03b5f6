// Says above the message box why a chat can only be read.
import * as l10n from '@vscode/l10n';
import { Icon } from '../../../../platform/page/controls';

export function ReadOnlyNote() {
  return (
    <p class="panel icon-line" role="note">
      <Icon name="lock" />
      <span>{readOnlyText()}</span>
    </p>
  );
}

export function readOnlyText(): string {
  return l10n.t(
    "This chat is read-only because a newer version of Portico wrote parts of it that this version can't show. Update Portico to continue it.",
  );
}
