// Says below a message why it is shown as plain text. Above a long text, it would be out of view at the chat's end.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../../platform/page/controls';

interface Props {
  readonly sentence: string;
  readonly children?: ComponentChildren;
}

export function PlainTextNote({ sentence, children }: Props) {
  return (
    <p class="answer-line">
      <Icon name="info" />
      <span>
        {sentence} {children}
      </span>
    </p>
  );
}
