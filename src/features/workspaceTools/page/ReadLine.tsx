// What the model read by itself for an answer: a row for each call after the text that announced it, and one line for all.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { oneLine } from '../../../base/text/oneLine';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, AnswerProps, AnswerRoundsProps } from '../../../chat/page/pageFeatures';
import {
  findAnswer,
  isRunning,
  type Answer,
  type ToolRun,
} from '../../../conversation/common/conversation';
import { inputOf, runningCall } from '../../../conversation/common/toolRound';
import { Icon, LinkButton } from '../../../platform/page/controls';
import { joinItems } from '../../../platform/page/joinPageTexts';
import { compactTokensText } from '../../contextWindow/page/ContextMeter';
import { UsageContext } from '../../usage/page/usageContext';
import { workspaceToolOf, workspaceTools } from '../common/workspaceTools';

/** A model that reads a dozen files at once would push its text out of view; the line below has them all. */
const maxRows = 5;

/** The calls between two texts of an answer. */
export function RoundRows({ answer, rounds }: AnswerRoundsProps) {
  const runs = rounds.flatMap((round) => round.runs);
  const running = runningCall(answer);
  const ended = isRunning(answer.state) ? runs.filter(({ result }) => result !== undefined) : runs;
  const more = ended.length - maxRows;
  const isRunningHere = running !== undefined && runs.includes(running);
  return ended.length === 0 && !isRunningHere ? null : (
    <div class="read-rows">
      <ul role="list" aria-label={l10n.t('Read at this point')}>
        {ended.slice(0, maxRows).map((run) => (
          <Row key={run.id} answer={answer} run={run} />
        ))}
        {more > 0 && <li>{l10n.t('{0} more', more)}</li>}
        {isRunningHere && (
          <li key="running">
            <Icon name="loading" spin />
            <bdi>{runningText(running)}</bdi>
          </li>
        )}
      </ul>
    </div>
  );
}

export function ReadLine({ answer }: AnswerProps) {
  const cost = useContext(UsageContext).costs?.[answer.id];
  const runs = runsOf(answer);
  return runs.length === 0 ? null : (
    <div class="read-line">
      <details>
        <summary>{[readText(answer, runs), cost].filter(Boolean).join(' · ')}</summary>
        <ul role="list" aria-label={l10n.t('What the model read')}>
          {runs.map((run) => (
            <Row key={run.id} answer={answer} run={run} />
          ))}
        </ul>
      </details>
      {answer.outcome?.toolsWithdrawn === true &&
        l10n.t('The model found nothing new any more, so it answered without reading on.')}
    </div>
  );
}

function Row({ answer, run }: AnswerProps & { readonly run: ToolRun }) {
  const { post } = useContext(PageContext);
  const text = <bdi>{rowText(run)}</bdi>;
  return (
    <li>
      <Icon name={iconOf(run)} />
      <LinkButton
        disabled={run.result === undefined}
        title={l10n.t('Show exactly what the model got')}
        onClick={() => post({ type: 'showToolResult', messageId: answer.id, callId: run.id })}
      >
        {isRefused(run) ? <s>{text}</s> : text}
      </LinkButton>
      {isRefused(run) && run.name === 'read_file' && <span>{l10n.t('not read')}</span>}
    </li>
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
    runs.flatMap(({ result }) => (result?.source === undefined ? [] : [result.source.uri])),
  ).size;
  // Files come first.
  const names = ['read_file', ...workspaceTools.map(({ name }) => name)];
  const counted = [...new Set(names)].flatMap((name) => {
    const found = runs.filter((run) => run.name === name && !isRefused(run)).length;
    const count = name === 'read_file' ? files : found;
    return count === 0 ? [] : (workspaceToolOf(name)?.countText(l10n, count) ?? []);
  });
  const list = joinItems(counted);
  const read =
    files > 0
      ? l10n.t('Read {0}', list)
      : list === ''
        ? l10n.t('Read no files')
        : l10n.t('Read: {0}', list);
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

function rowText(run: ToolRun): string {
  const { name, arguments: input, result } = run;
  if (hasRunNothing(run)) {
    return oneLine(input);
  }
  const text = workspaceToolOf(name)?.rowText(l10n, result?.name ?? argumentOf(run));
  return text === undefined ? name : text === '' ? input : text;
}

function runningText(run: ToolRun): string {
  return workspaceToolOf(run.name)?.runningText(l10n, argumentOf(run)) ?? run.name;
}

/** What the call reads or looks for: the tool's first parameter. */
function argumentOf(run: ToolRun): string {
  const [first = ''] = Object.keys(workspaceToolOf(run.name)?.parameters ?? {});
  const value = inputOf(run)?.[first];
  return typeof value === 'string' ? value : '';
}

/** A call was not made, or a file was not read: it is not there, must not be read or can't be. */
function isRefused(run: ToolRun): boolean {
  const { name, result } = run;
  return (
    hasRunNothing(run) ||
    (name === 'read_file' && result !== undefined && result.source === undefined)
  );
}

/** The arguments stand for what could not be read or looked for. */
function hasRunNothing({ arguments: input, result }: ToolRun): boolean {
  return result !== undefined && result.name !== '' && result.name === oneLine(input);
}

function iconOf(run: ToolRun): string {
  const isIdle = run.result === undefined || hasRunNothing(run);
  return isIdle ? 'circle-slash' : (workspaceToolOf(run.name)?.icon ?? 'search');
}
