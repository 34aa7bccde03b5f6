// The line of an answer that another model gave than the requested one.
import { useContext } from 'preact/hooks';
import { Icon } from '../../../platform/page/controls';
import { UsageContext } from './usageContext';

export function ServedModelLine({ answerId }: { readonly answerId: string }) {
  const warning = useContext(UsageContext).answers[answerId]?.warning;
  return warning === undefined ? null : (
    <p class="answer-line warning">
      <Icon name="warning" />
      <span>{warning}</span>
    </p>
  );
}
