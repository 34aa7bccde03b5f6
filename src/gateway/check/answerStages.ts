// One answer of the model list tells of four stages: what it was, who was let in, what is offered, and the model.
import { assertNever } from '../../base/assertNever';
import type { CheckStage, Finding, StageResult } from '../../chat/connectionCheck';
import type { ModelRecord } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';

/** The stages of a list that came. */
export function stagesOfList(
  models: readonly ModelRecord[],
  ms: number,
  model: string,
  keySent: boolean,
): readonly StageResult[] {
  const count = models.length;
  const offered = models.some(({ id }) => id === model);
  return [
    { stage: 'answer', outcome: 'passed', ms, findings: [] },
    { stage: 'authorization', outcome: 'passed', findings: [{ what: 'key', sent: keySent }] },
    {
      stage: 'list',
      outcome: count === 0 ? 'warned' : 'passed',
      findings: [{ what: 'models', count }],
    },
    model === ''
      ? { stage: 'model', outcome: 'skipped', findings: [{ what: 'noModel' }] }
      : {
          stage: 'model',
          outcome: offered ? 'passed' : 'warned',
          findings: [{ what: 'model', id: model, offered }],
        },
  ];
}

/** The stages up to the one that the failure is about. */
export function stagesOfFailure(
  failure: Failure,
  ms: number,
  elsewhere: readonly Finding[],
  path: string,
): readonly StageResult[] {
  const broken = brokenStage(failure, path);
  const status: readonly Finding[] =
    failure.status === undefined ? [] : [{ what: 'status', status: failure.status }];
  const failed: StageResult = {
    stage: broken,
    outcome: 'failed',
    findings: [...status, ...elsewhere],
    failure,
  };
  const answered: StageResult = { stage: 'answer', outcome: 'passed', ms, findings: status };
  switch (broken) {
    case 'authorization':
      // A key that is missing keeps the question from being asked.
      return failure.status === undefined ? [failed] : [answered, failed];
    case 'list':
      return [
        answered,
        { stage: 'authorization', outcome: 'skipped', findings: [{ what: 'untold' }] },
        failed,
      ];
    default:
      return [{ ...failed, ms }];
  }
}

/** Whether a model may answer although the list could not be had. */
export function mayAnswerAllTheSame(failure: Failure, path: string): boolean {
  return failure.kind === 'forbidden' || brokenStage(failure, path) === 'list';
}

export function brokenStage(failure: Failure, path: string): CheckStage {
  switch (failure.kind) {
    case 'notConfigured':
    case 'insecure':
    case 'otherGateway':
      return 'url';
    case 'certificate':
      return 'tls';
    case 'proxy':
      return 'proxy';
    case 'keyMissing':
    case 'keyLost':
    case 'keyRejected':
    case 'forbidden':
      return 'authorization';
    case 'notApi': {
      // A gateway may have no list and answer questions all the same.
      const noList = failure.status === 404 || failure.status === 405;
      return noList && /\/v\d[^/]*(?:\/|$)/i.test(path) ? 'list' : 'answer';
    }
    case 'unreachable':
    case 'redirected':
    case 'connectionLost':
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
    case 'windowClosed':
    case 'unexpected':
      return 'answer';
    case 'noCredit':
    case 'modelGone':
    case 'rateLimited':
    case 'contextTooLong':
    case 'badRequest':
    case 'tooLarge':
    case 'emptyReply':
    case 'garbled':
    case 'streamError':
    case 'serverError':
      return 'list';
    default:
      return assertNever(failure.kind);
  }
}
