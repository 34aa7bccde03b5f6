// The button of an answer beside another one that shows how its code differs from that one's.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { ChosenAnswerContext, PageContext } from '../../../chat/page/contexts';
import type { AnswerProps } from '../../../chat/page/pageFeatures';
import { IconButton } from '../../../platform/page/controls';

export function CompareButton({ answer: { id: messageId, text } }: AnswerProps) {
  const { post } = useContext(PageContext);
  const chosen = useContext(ChosenAnswerContext);
  return chosen === undefined || ![chosen.text, text].every(hasCode) ? null : (
    <IconButton
      icon="diff"
      label={l10n.t('Compare code with {0}', chosen.model)}
      onClick={() => post({ type: 'compareCode', messageId })}
    />
  );
}

function hasCode(text: string): boolean {
  return /^[ \t]*(?:`{3}|~{3})/mu.test(text);
}
