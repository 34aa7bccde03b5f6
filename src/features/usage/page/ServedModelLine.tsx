// The line of an answer that another model gave than the requested one.
import { useContext } from 'preact/hooks';
import type { AnswerProps } from '../../../chat/page/pageFeatures';
import { Icon } from '../../../platform/page/controls';
import { UsageContext } from './usageContext';

export function ServedModelLine({ answer }: AnswerProps) {
  const warning = useContext(UsageContext).answers[answer.id]?.warning;
  return warning === undefined ? null : (
    <p class="answer-line warning">
      <Icon name="warning" />
      <span>{warning}</span>
    </p>
  );
}
