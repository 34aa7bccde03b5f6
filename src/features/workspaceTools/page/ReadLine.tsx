// What the model read by itself for an answer: one line that grows, and a row for each call.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { oneLine } from '../../../base/text/oneLine';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, AnswerProps } from '../../../chat/page/pageFeatures';
import {
  findAnswer,
  isRunning,
  type Answer,
  type ToolRun,
} from '../../../conversation/common/conversation';
import { Icon, LinkButton } from '../../../platform/page/controls';
import { joinItems } from '../../../platform/page/joinPageTexts';
import { compactTokensText } from '../../contextWindow/page/ContextMeter';
import { UsageContext } from '../../usage/page/usageContext';
import { workspaceToolOf } from '../common/workspaceTools';

export function ReadLine({ answer }: AnswerProps) {
  const { post } = useContext(PageContext);
  const cost = useContext(UsageContext).costs?.[answer.id];
  const runs = runsOf(answer);
  return runs.length === 0 ? null : (
    <div class="read-line">
      <details>
        <summary>{[readText(answer, runs), cost].filter(Boolean).join(' · ')}</summary>
        <ul role="list" aria-label={l10n.t('What the model read')}>
          {runs.map((run) => (
            <li key={run.id}>
              <Icon {...iconOf(run, isRunning(answer.state))} />
              <LinkButton
                disabled={run.result === undefined}
                title={l10n.t('Show exactly what the model got')}
                onClick={() =>
                  post({ type: 'showToolResult', messageId: answer.id, callId: run.id })
                }
              >
                <bdi>{rowText(run)}</bdi>
              </LinkButton>
            </li>
          ))}
        </ul>
      </details>
      {answer.outcome?.toolsWithdrawn === true &&
        l10n.t('The model found nothing new any more, so it answered without reading on.')}
    </div>
  );
}

/** Said once all calls of a round have returned. */
export const readAnnouncement: Announcement = (event, _before, current) => {
  if (event.type !== 'conversation' || event.event.type !== 'toolReturned') {
    return undefined;
  }
  const answer = current && findAnswer(current.conversation, event.event.answerId);
  const runs = answer === undefined ? [] : runsOf(answer);
  return answer !== undefined && runs.every(({ result }) => result !== undefined)
    ? readText(answer, runs)
    : undefined;
};

function runsOf({ rounds = [] }: Answer): readonly ToolRun[] {
  return rounds.flatMap(({ runs }) => runs);
}

/** “Read 4 files, 2 searches · 8.1K tokens” */
function readText(answer: Answer, runs: readonly ToolRun[]): string {
  const files = new Set(
    runs.flatMap(({ result }) => (result?.source === undefined ? [] : result.source.uri)),
  ).size;
  // A call of a tool that doesn't exist has searched nothing, and so has one that was refused.
  const others = runs.filter(
    (run) => run.name !== 'read_file' && workspaceToolOf(run.name) !== undefined && !isRefused(run),
  ).length;
  const parts = [
    files === 1 ? l10n.t('Read 1 file') : l10n.t('Read {0} files', files),
    others === 1 ? l10n.t('1 search') : others > 1 && l10n.t('{0} searches', others),
  ];
  const read = joinItems(parts.filter((part) => part !== false));
  const tokens = sentTokens(answer);
  return tokens === 0 ? read : `${read} · ${l10n.t('{0} tokens', compactTokensText(tokens))}`;
}

/** Those of all requests: what is sent again is paid again. */
function sentTokens({ rounds = [], earlierOutcomes = [], outcome }: Answer): number {
  return [...rounds.map((round) => round.outcome), ...earlierOutcomes, outcome].reduce(
    (sum, one) => sum + (one?.usage?.inputTokens ?? 0),
    0,
  );
}

/** The arguments stand for what could not be read or looked for. */
function isRefused({ arguments: input, result }: ToolRun): boolean {
  return result !== undefined && result.name !== '' && result.name === oneLine(input);
}

function rowText(run: ToolRun): string {
  const { name, arguments: input, result } = run;
  if (isRefused(run)) {
    return oneLine(input);
  }
  const text = workspaceToolOf(name)?.rowText(l10n, result === undefined ? input : result.name);
  return text === undefined ? name : text === '' ? input : text;
}

function iconOf(
  run: ToolRun,
  isAnswerRunning: boolean,
): { readonly name: string; readonly spin?: boolean } {
  if (run.result === undefined && isAnswerRunning) {
    return { name: 'loading', spin: true };
  }
  const isIdle = run.result === undefined || isRefused(run);
  return { name: isIdle ? 'circle-slash' : (workspaceToolOf(run.name)?.icon ?? 'search') };
}
