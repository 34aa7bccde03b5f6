// The features in the page: what each place of the chat view shows of them, in order.
import type { ComponentChildren } from 'preact';
import { appliedAnnouncement } from '../../features/apply/page/appliedText';
import { AppliedReport } from '../../features/apply/page/AppliedReport';
import { ApplyProvider } from '../../features/apply/page/applyContext';
import { showCodePlacements } from '../../features/apply/page/codePlacements';
import { proposalsAnnouncement, ProposalsSlot } from '../../features/apply/page/ProposalsPanel';
import { attachmentAnnouncement } from '../../features/attachments/page/attachmentAnnouncement';
import { AttachButton } from '../../features/attachments/page/AttachButton';
import {
  EditorOfferButton,
  ExplainStarter,
} from '../../features/attachments/page/EditorOfferButton';
import { ComposerAttachments } from '../../features/attachments/page/ComposerAttachments';
import { QuestionAttachments } from '../../features/attachments/page/QuestionAttachments';
import {
  SuggestionBox,
  type SuggestionBoxDeps,
} from '../../features/attachments/page/suggestionBox';
import { BalanceContext } from '../../features/balance/page/BalanceLine';
import { CodeStyles } from '../../features/codeColors/page/CodeStyles';
import { isSummarizing } from '../../features/contextWindow/common/contextWindowView';
import {
  contextLimitAnnouncement,
  ContextLimitSlot,
} from '../../features/contextWindow/page/ContextLimitPanel';
import { ContextSlot } from '../../features/contextWindow/page/ContextMeter';
import { RecentChatList } from '../../features/history/page/RecentChatList';
import { ChatSettingsButton } from '../../features/models/page/ChatSettingsButton';
import { ModelTitle } from '../../features/models/page/ModelTitle';
import { RetryWithButton } from '../../features/models/page/RetryWithButton';
import { WorkspacePromptChip } from '../../features/models/page/WorkspacePromptChip';
import { secretsAnnouncement, SecretsSlot } from '../../features/secrets/page/SecretsPanel';
import { GatewayChangeSlot } from '../../features/setup/page/GatewayChangePanel';
import { CompactSetup, SetupWelcome } from '../../features/setup/page/SetupPanel';
import { ServedModelLine } from '../../features/usage/page/ServedModelLine';
import { UsageProvider } from '../../features/usage/page/usageContext';
import { useUsageDetails } from '../../features/usage/page/usageDetails';
import { VscodeChatHint } from '../../features/vscodeChat/page/VscodeChatHint';
import { AccessQuestion, AccessSwitch } from '../../features/workspaceTools/page/AccessSwitch';
import { readAnnouncement, ReadLine } from '../../features/workspaceTools/page/ReadLine';
import type { ViewState } from '../common/protocol';
import type {
  AnswerDetails,
  AnswerSlot,
  Announcement,
  ComposerAssistant,
  ComposerSlot,
  FeaturePage,
  QuestionSlot,
  ViewSlot,
} from './slotTypes';

/** An empty chat shows these before what the chat view says itself. */
export const welcomeSlots: readonly ViewSlot[] = [SetupWelcome];

/** The first line of an empty chat that is set up. */
export const emptyTitleSlots: readonly ViewSlot[] = [ModelTitle];

/** An empty chat shows these as the first of its examples. */
export const starterSlots: readonly ViewSlot[] = [ExplainStarter];

/** An empty chat shows these below its examples. */
export const emptyHintSlots: readonly ViewSlot[] = [VscodeChatHint, RecentChatList];

/** The panels between the conversation and the message box, above the queue. */
export const panelSlots: readonly ViewSlot[] = [
  CompactSetup,
  ContextLimitSlot,
  GatewayChangeSlot,
  SecretsSlot,
  ProposalsSlot,
  AccessQuestion,
];

/** The message box shows these above its text. */
export const composerSlots: readonly ComposerSlot[] = [WorkspacePromptChip, ComposerAttachments];

/** The row under the message box: before and after the model. */
export const barStartSlots: readonly ComposerSlot[] = [
  AttachButton,
  EditorOfferButton,
  AccessSwitch,
];
export const barEndSlots: readonly ComposerSlot[] = [ContextSlot, ChatSettingsButton];

export function createAssistant(deps: SuggestionBoxDeps): ComposerAssistant {
  return new SuggestionBox(deps);
}

export const questionSlots: readonly QuestionSlot[] = [QuestionAttachments];

/** Lines between the reasoning and the text of an answer, also while it runs. */
export const answerReadSlots: readonly AnswerSlot[] = [ReadLine];

/** Lines between the text of an answer and its notice. */
export const answerLineSlots: readonly AnswerSlot[] = [ServedModelLine, AppliedReport];

/** Buttons after “Retry”. */
export const answerToolSlots: readonly AnswerSlot[] = [RetryWithButton];

export function useAnswerDetails(answerId: string): readonly AnswerDetails[] {
  return [useUsageDetails(answerId)];
}

/** Styles the code of messages, and provides what they show of features, so that a change renders only the components that read it. */
export function FeatureProviders(props: {
  readonly view: ViewState | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <CodeStyles view={props.view} />
      <BalanceContext.Provider value={props.view?.balance}>
        <UsageProvider view={props.view}>
          <ApplyProvider {...props} />
        </UsageProvider>
      </BalanceContext.Provider>
    </>
  );
}

/** Whether Escape stops what a feature does. */
export function isFeatureBusy(view: ViewState): boolean {
  return isSummarizing(view);
}

export const featureAnnouncements: readonly Announcement[] = [
  attachmentAnnouncement,
  secretsAnnouncement,
  contextLimitAnnouncement,
  proposalsAnnouncement,
  appliedAnnouncement,
  readAnnouncement,
];

/** What features do outside of components. It is called before the page renders. */
export function startFeatures(page: FeaturePage): void {
  showCodePlacements(page);
}
