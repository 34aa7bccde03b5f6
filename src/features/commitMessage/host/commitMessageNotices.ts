// What the user and the log learn about a generated commit message: what was omitted, and why there is none.
import * as vscode from 'vscode';
import type { Omission } from '../node/changedFile';
import type { TrimmedFile } from '../node/trimDiffs';
import type { AuxiliaryRequestEnd } from '../../../conversation/node/request/auxiliaryRequest';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import type { Answer } from '../../../conversation/common/conversation';
import type { Failure } from '../../../gateway/common/failure';
import { answerNotice } from '../../../platform/host/text/answerNotice';
import { visibleLine } from '../../../platform/host/requestLog';
import { notificationText, plainText } from '../../../platform/host/surfaceText';
import { runCommand } from '../../../platform/host/typedCommands';
import { showError, showInformation, showWarning } from '../../../platform/host/window';
import { commitMessageModel, openSettings } from '../../../platform/host/settings';
import {
  actionLabel,
  type RemedyAction,
  runNoticeAction,
  settingsQuery,
} from '../../../platform/host/text/failureActions';

export interface CommitMessageNoticeDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
  readonly sentRequests: SentRequestLog;
  readonly showSentRequest: (id: string) => Promise<void>;
  readonly newId: () => string;
  readonly reportError: (error: unknown) => void;
}

interface Button {
  readonly label: string;
  readonly run: () => unknown;
}

/** Of these the user expects the content to be sent; the others are named only by their nature. */
const unexpected: ReadonlySet<Omission> = new Set(['secret', 'tooLarge', 'unreadable', 'budget']);

const maxLoggedFiles = 1_000;

export class CommitMessageNotices {
  readonly #deps: CommitMessageNoticeDeps;

  constructor(deps: CommitMessageNoticeDeps) {
    this.#deps = deps;
  }

  /** Logs what is about to be sent, without contents. Returns the ID under which the request is found. */
  logContents(model: string, files: readonly TrimmedFile[], isStaged: boolean): string {
    const { log, newId } = this.#deps;
    const source = isStaged ? 'staged' : 'all changes';
    log.info(
      visibleLine(
        `commit message: model=${JSON.stringify(model)} ${source}, ${files.length} files`,
      ),
    );
    for (const { path, omission, omittedLines } of files.slice(0, maxLoggedFiles)) {
      if (omission !== undefined) {
        log.info(visibleLine(`commit message: content not sent (${omission}): ${path}`));
      } else if (omittedLines !== undefined) {
        log.info(visibleLine(`commit message: last ${omittedLines} lines not sent: ${path}`));
      }
    }
    if (files.length > maxLoggedFiles) {
      log.info(`commit message: ${files.length - maxLoggedFiles} more files`);
    }
    return newId();
  }

  logEnd({ state, outcome: { usage } }: Pick<AuxiliaryRequestEnd, 'state' | 'outcome'>): void {
    const { inputTokens, outputTokens } = usage ?? {};
    const tokens = `tokens in=${inputTokens ?? 'unknown'} out=${outputTokens ?? 'unknown'}`;
    this.#deps.log.info(`commit message: ${state}, ${tokens}`);
  }

  /** Names the files that the message may not describe well. */
  showOmitted(files: readonly TrimmedFile[], requestId: string): void {
    const secret = files.filter(({ omission }) => omission === 'secret').length;
    const omitted = files.filter(
      ({ omission }) => omission !== undefined && unexpected.has(omission),
    );
    const cut = files.filter(({ omittedLines }) => omittedLines !== undefined).length;
    const long = omitted.length - secret;
    if (omitted.length + cut === 0) {
      return;
    }
    const { l10n } = vscode;
    const reasons = [
      secret > 0 ? l10n.t('may contain secrets: {0}', secret) : undefined,
      long > 0 ? l10n.t('too long or not readable: {0}', long) : undefined,
      cut > 0 ? l10n.t('shortened: {0}', cut) : undefined,
    ].filter((reason) => reason !== undefined);
    this.#show(
      showInformation,
      l10n.t(
        "Some content wasn't sent for the commit message ({0} of {1} files; {2}). The log names the files.",
        omitted.length + cut,
        files.length,
        reasons.join(', '),
      ),
      [
        { label: actionLabel('showLog'), run: () => runCommand('showLog') },
        { label: l10n.t('Show request'), run: () => this.#deps.showSentRequest(requestId) },
      ],
    );
  }

  /** The words that the user typed were used as the instruction, and the message is in their place. */
  offerWords(restore: () => void): void {
    this.#show(
      showInformation,
      vscode.l10n.t(
        'Your text in the commit box was used as an instruction and replaced with the message.',
      ),
      [{ label: vscode.l10n.t('Restore my text'), run: restore }],
    );
  }

  showEdited(): void {
    this.#show(
      showInformation,
      vscode.l10n.t('You edited the commit box, so Portico stopped writing into it.'),
      [],
    );
  }

  showEmpty(model: string, retry: () => Promise<void>): void {
    this.#show(showWarning, vscode.l10n.t("“{0}” didn't return a commit message.", model), [
      { label: actionLabel('retry'), run: retry },
      this.#remedy('chooseModel'),
    ]);
  }

  showFailure(failure: Failure, model: string, retry: () => Promise<void>): void {
    this.showEnd({ state: 'failed', outcome: { endedAt: 0, failure } }, model, retry);
  }

  /** The sentence and the buttons that the chat has, for a message that did not end well. */
  showEnd(
    { state, outcome }: Pick<AuxiliaryRequestEnd, 'state' | 'outcome'>,
    model: string,
    retry: () => Promise<void>,
  ): void {
    const answer: Answer = {
      kind: 'answer',
      id: '',
      questionId: '',
      model,
      state,
      text: '',
      reasoning: '',
      startedAt: 0,
      outcome,
    };
    const notice = answerNotice(answer);
    if (notice === undefined) {
      return;
    }
    const buttons = notice.actions.flatMap(({ action, label }): readonly Button[] => {
      switch (action) {
        case 'retry':
          return [{ label, run: retry }];
        case 'continue':
        case 'newChat':
          return [];
        default:
          return [this.#remedy(action, outcome.failure)];
      }
    });
    const show = notice.severity === 'error' ? showError : showWarning;
    this.#show(show, sentenceOf(notice.sentence, outcome.failure), buttons);
  }

  /** Where `portico.commitMessage.model` is set, another model in the chat's picker would change nothing. */
  #remedy(action: RemedyAction, failure?: Failure): Button {
    return action === 'chooseModel' && commitMessageModel() !== ''
      ? {
          label: actionLabel('openSettings'),
          run: () => openSettings('portico.commitMessage.model'),
        }
      : { label: actionLabel(action), run: () => runNoticeAction(action, settingsQuery(failure)) };
  }

  #show(show: typeof showError, sentence: string, buttons: readonly Button[]): void {
    const labels = [...new Set(buttons.map(({ label }) => label))];
    const run = async (): Promise<void> => {
      const answer = await show(notificationText(sentence), ...labels.map(plainText));
      await buttons.find(({ label }) => label === answer)?.run();
    };
    run().catch(this.#deps.reportError);
  }
}

/** In the chat, these two advise to start a new chat. */
function sentenceOf(sentence: string, failure: Failure | undefined): string {
  const isTooLong = failure?.kind === 'contextTooLong' || failure?.kind === 'requestTooLarge';
  return isTooLong
    ? vscode.l10n.t(
        'The changes are too long for this model. Retry to send less, stage fewer files, or choose a model with a larger context window.',
      )
    : sentence;
}
