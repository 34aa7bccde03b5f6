// The usage of the answers, for the components that show it.
import { createContext, type ComponentChildren } from 'preact';
import type { ViewState } from '../../../chat/common/protocol';
import type { UsageView } from '../common/usageView';

const none: UsageView = { answers: {}, total: [] };

export const UsageContext = createContext<UsageView>(none);

export function UsageProvider(props: {
  readonly view: ViewState | undefined;
  readonly children: ComponentChildren;
}) {
  const { view, children } = props;
  return <UsageContext.Provider value={view?.usage ?? none}>{children}</UsageContext.Provider>;
}
