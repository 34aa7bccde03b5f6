// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { BalanceProvider, LowBalanceLine } from './BalanceLine';

export const balancePage: PageFeature = {
  Provider: BalanceProvider,
  places: { panels: [LowBalanceLine] },
};
