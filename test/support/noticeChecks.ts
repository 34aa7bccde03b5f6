// What holds for every notice: readable text and buttons that help.
import assert from 'node:assert/strict';
import type { Answer } from '../../src/conversation/common/conversation';
import { reachedLimit } from '../../src/gateway/common/finishReason';
import type { Notice } from '../../src/platform/common/notice';

/** Kinds whose sentence ends with a quotation of the server. */
const quoting: ReadonlySet<string | undefined> = new Set(['badRequest']);

const lostPart = "Part of this answer couldn't be read and may be missing.";

/** Checks the notice of an answer that has ended. */
export function checkNotice(notice: Notice | undefined, answer: Answer): void {
  const { hasGap, otherFormat, unknownParts } = answer.outcome ?? {};
  if (answer.state === 'complete') {
    if (otherFormat === undefined && unknownParts === undefined) {
      assert.equal(notice?.sentence, hasGap && lostPart);
    } else {
      checkSentence(notice?.sentence ?? '', answer);
    }
    return;
  }
  assert.ok(notice, `no notice for ${answer.state}`);
  checkSentence(notice.sentence, answer);
  checkCharge(notice.sentence, answer);
  checkActions(notice, answer);
  for (const line of notice.details) {
    assert.ok(Buffer.byteLength(line) <= 2048, `${Buffer.byteLength(line)} bytes of details`);
    assert.notEqual(line.trim(), '');
    assert.notEqual(line, notice.sentence, 'a detail that repeats the sentence');
  }
}

function checkSentence(sentence: string, answer: Answer): void {
  const own = sentence.replaceAll(answer.model, 'M');
  assert.doesNotMatch(own, /\[object|\bundefined\b|\bnull\b|\bNaN\b|\{\d+\}/u);
  assert.doesNotMatch(own, /[“"«]\s*[”"»]/u, 'an empty quotation');
  assert.doesNotMatch(own, /[\n\r\t]| {2}/u);
  assert.ok(own.split(' ').length >= 4, `no sentence: ${sentence}`);
  const end = quoting.has(answer.outcome?.failure?.kind) ? /[.”]$/u : /\.$/u;
  assert.match(own, end);
}

/**
 * Only an answer that may have started can have been charged: after a lost connection, a time-out, 408
 * or 5xx, unless a 503 proves that nothing began.
 */
function checkCharge(sentence: string, { state, outcome }: Answer): void {
  const { kind, status = 0, notStarted } = outcome?.failure ?? {};
  const isRefused = (status >= 400 && status < 500) || notStarted === true || status === 529;
  const mayHaveStarted = status === 200 || status === 408 || (status >= 500 && !isRefused);
  const isBroken = kind === 'connectionLost' || (kind?.endsWith('Timeout') ?? false);
  if (isBroken || (mayHaveStarted && kind === 'serverError')) {
    assert.match(sentence, /may have been charged/u);
  } else if ((isRefused && status !== 408) || state === 'stopped') {
    assert.doesNotMatch(sentence, /charged/u);
  }
}

function checkActions(notice: Notice, answer: Answer): void {
  const retries = notice.actions.filter(({ action }) => action === 'retry');
  assert.equal(retries.length, 1, 'exactly one Retry');
  if (answer.state === 'failed') {
    assert.ok(notice.actions.length > 1, 'no button beside Retry');
  }
  if (answer.state === 'truncated') {
    const opensSettings = notice.actions.some(({ action }) => action === 'openSettings');
    const reason = answer.outcome?.finishReason;
    const metLimit = reason !== undefined && reachedLimit(reason) === 'output';
    assert.equal(opensSettings, metLimit, 'a setting helps only against the output limit');
  }
  const labels = notice.actions.map(({ label }) => label);
  assert.equal(new Set(labels).size, labels.length);
  assert.ok(labels.every((label) => label.trim() !== ''));
}
