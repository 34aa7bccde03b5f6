// The buttons that help after a failure, and what they are called.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { FailureKind } from '../../shared/conversation/failure';
import type { NoticeAction } from '../../shared/protocol/protocol';

/** What helps, besides asking the same again. */
export type HelpingAction = Exclude<NoticeAction, 'retry' | 'continue'>;

/** The buttons that help beside Retry, the best one first. */
export function failureActions(kind: FailureKind): readonly HelpingAction[] {
  switch (kind) {
    case 'notConfigured':
    case 'redirected':
      return ['changeBaseUrl'];
    case 'notApi':
      return ['changeBaseUrl', 'checkConnection'];
    case 'keyMissing':
    case 'keyLost':
    case 'keyRejected':
      return ['setApiKey'];
    case 'noCredit':
      return ['setApiKey', 'chooseModel'];
    case 'modelGone':
    case 'rateLimited':
    case 'emptyReply':
      return ['chooseModel'];
    case 'forbidden':
      return ['chooseModel', 'setApiKey'];
    case 'contextTooLong':
      return ['newChat', 'chooseModel'];
    case 'badRequest':
      return ['chooseModel', 'openSettings'];
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
    case 'proxy':
      return ['openSettings'];
    case 'insecure':
    case 'unreachable':
    case 'certificate':
      return ['checkConnection', 'changeBaseUrl'];
    case 'connectionLost':
    case 'serverError':
    case 'streamError':
      return ['checkConnection', 'chooseModel'];
    case 'tooLarge':
    case 'garbled':
    case 'unexpected':
      return ['showLog'];
    case 'otherGateway':
      return ['switchGateway'];
    case 'windowClosed':
      return [];
    default:
      return assertNever(kind);
  }
}

export function actionLabel(action: NoticeAction): string {
  switch (action) {
    case 'retry':
      return l10n.t('Retry');
    case 'continue':
      return l10n.t('Continue');
    case 'setApiKey':
      return l10n.t('Set API key');
    case 'chooseModel':
      return l10n.t('Choose model');
    case 'changeBaseUrl':
      return l10n.t('Change Base URL');
    case 'switchGateway':
      return l10n.t('Switch gateway');
    case 'checkConnection':
      return l10n.t('Check connection');
    case 'newChat':
      return l10n.t('Start new chat');
    case 'openSettings':
      return l10n.t('Open settings');
    case 'showLog':
      return l10n.t('Show log');
    default:
      return assertNever(action);
  }
}
