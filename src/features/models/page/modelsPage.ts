// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { AlsoAskButton } from './AlsoAskButton';
import { ChatSettingsButton } from './ChatSettingsButton';
import { ModelTitle } from './ModelTitle';
import { RetryWithButton } from './RetryWithButton';
import { WorkspacePromptChip } from './WorkspacePromptChip';
import './models.css';

export const modelsPage: PageFeature = {
  places: {
    emptyTitle: [ModelTitle],
    composer: [WorkspacePromptChip],
    barEnd: [ChatSettingsButton],
    answerTools: [RetryWithButton, AlsoAskButton],
  },
};
