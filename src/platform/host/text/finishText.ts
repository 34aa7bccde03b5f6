// Why an answer was cut short or filtered, by its finish reason, and the buttons that help.
import { l10n } from 'vscode';
import { reachedLimit } from '../../../gateway/common/finishReason';
import type { RemedyAction } from '../../common/notice';
import { joinSentences } from './joinTexts';

interface FinishText {
  readonly sentence: string;
  readonly remedies: readonly RemedyAction[];
}

/** Gateways may send any text as the reason: this many characters of it are shown. */
const maxReasonLength = 64;

/** The notice of an answer without a finish reason. */
export function missingFinishText(): string {
  return l10n.t('The answer may be incomplete: the stream ended without a finish signal.');
}

/** The notice of an answer that has reasoning only, or its beginning. */
export function missingAnswerText(): string {
  return l10n.t(
    'The model ended after its reasoning and wrote no answer. Continue to get one, or retry.',
  );
}

/** @param canContinue The notice has the button Continue. */
export function truncationText(reason: string, canContinue: boolean): FinishText {
  const rest = canContinue ? l10n.t('Continue to get the rest.') : undefined;
  const limit = reachedLimit(reason);
  const texts: Readonly<Record<typeof limit, FinishText>> = {
    output: {
      sentence: l10n.t(
        "The answer hit the output limit: the one you set for the chat or in “portico.maxTokens”, or else the model's own.",
      ),
      remedies: ['openSettings'],
    },
    contextWindow: {
      sentence: l10n.t(
        "The conversation and the answer fill the model's context window. Start a new chat with a shorter question, or choose a model with a larger context window.",
      ),
      remedies: ['newChat', 'chooseModel'],
    },
    time: {
      sentence: joinSentences(
        l10n.t("The answer reached the server's time limit."),
        rest,
        l10n.t('Ask for a shorter answer.'),
      ),
      remedies: [],
    },
    pause: {
      sentence: joinSentences(l10n.t('The provider paused this long answer.'), rest),
      remedies: [],
    },
    repetition: {
      sentence: l10n.t(
        'The server stopped the answer because the model repeated itself. Retry, or choose another model.',
      ),
      remedies: ['chooseModel'],
    },
    unknown: {
      sentence: joinSentences(
        l10n.t(
          'The gateway reports that the answer is incomplete: “{0}”.',
          reason.slice(0, maxReasonLength),
        ),
        rest,
      ),
      remedies: [],
    },
  };
  return texts[limit];
}

/** @param reason `''` if the model refused without one. */
export function filterText(reason: string): FinishText {
  const remedies = ['chooseModel'] as const;
  if (/recitation/i.test(reason)) {
    return {
      sentence: l10n.t(
        'The provider stopped the answer because it repeats existing text, such as a book. Ask for a shorter excerpt or a paraphrase.',
      ),
      remedies,
    };
  }
  if (/^language$/i.test(reason)) {
    return {
      sentence: l10n.t(
        "The provider stopped the answer because the model doesn't support its language. Ask in another language, or choose another model.",
      ),
      remedies,
    };
  }
  return {
    sentence: l10n.t('The model or its provider declined to answer (content filter).'),
    remedies,
  };
}
