// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { ServedModelLine } from './ServedModelLine';
import { UsageProvider } from './usageContext';
import { useUsageDetails } from './usageDetails';
import './usage.css';

export const usagePage: PageFeature = {
  places: { answerEnd: [ServedModelLine] },
  Provider: UsageProvider,
  useAnswerDetails: useUsageDetails,
};
