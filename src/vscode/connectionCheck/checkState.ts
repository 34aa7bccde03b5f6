// What a check has told so far; rows, report and the closing sentence are all made of this.
import type { CheckEvent, CheckStage, StageResult } from '../../chat/connectionCheck';

export interface CheckState {
  /** The ID of the chosen model; `''` for none. */
  readonly model: string;
  readonly stages: ReadonlyMap<CheckStage, 'running' | StageResult>;
  readonly running: boolean;
  /** The model may be asked, and was not yet. */
  readonly canAsk: boolean;
}

export function beginCheck(model: string): CheckState {
  return { model, stages: new Map(), running: true, canAsk: false };
}

/** The state once the model is asked. */
export function beginAsking(state: CheckState): CheckState {
  return { ...state, running: true, canAsk: false };
}

/** The state when nothing more comes. */
export function endCheck(state: CheckState): CheckState {
  const stages = [...state.stages].filter(([, result]) => result !== 'running');
  return { ...state, stages: new Map(stages), running: false };
}

export function reduceCheck(state: CheckState, event: CheckEvent): CheckState {
  switch (event.type) {
    case 'begun':
      return { ...state, stages: new Map(state.stages).set(event.stage, 'running') };
    case 'ended':
      return {
        ...state,
        stages: new Map(state.stages).set(event.result.stage, event.result),
      };
    case 'done':
      return { ...state, canAsk: event.canAsk };
  }
}

/** What a stage ended with; undefined while it runs and where it was not reached. */
export function resultOf(state: CheckState, stage: CheckStage): StageResult | undefined {
  const result = state.stages.get(stage);
  return result === 'running' ? undefined : result;
}

/** The stage that ended the check before its time. */
export function failedStage(state: CheckState): StageResult | undefined {
  for (const result of state.stages.values()) {
    if (result !== 'running' && result.outcome === 'failed') {
      return result;
    }
  }
  return undefined;
}

/** The Base URL that works in place of the one that does not. */
export function workingBaseUrl(state: CheckState): string | undefined {
  const found = resultOf(state, 'answer')?.findings.find(({ what }) => what === 'workingBaseUrl');
  return found?.what === 'workingBaseUrl' ? found.baseUrl : undefined;
}
