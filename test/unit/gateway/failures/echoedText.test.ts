import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutEchoes } from '../../../../src/gateway/failures/echoedText';
import { toFailure } from '../../../../src/gateway/failures/toFailure';
import { chat } from '../../../../src/gateway/formats/chatCompletions';
import { HttpError, ReportedError } from '../../../../src/gateway/http/exchangeError';
import { adaptRequest } from '../../../../src/gateway/quirks/adaptRequest';
import type { FailureKind } from '../../../../src/shared/conversation/failure';
import { connectionTo } from '../../../component/gateway/harness';
import { fullRequest } from '../quirks/samples';

const question =
  'My app says:\n"Rate limit exceeded, insufficient credits"\nand the maximum context length is 8192 tokens. Why?';

function kindsOf(message: string, asked = question, status = 400): readonly FailureKind[] {
  const messages = [{ role: 'user', content: asked }] as const;
  const progress = { now: 0, attempt: adaptRequest({ ...fullRequest, messages }, chat) };
  const body = { error: { message } };
  const connection = connectionTo('https://gateway.example/v1');
  return [
    toFailure(new HttpError(status, new Headers(), JSON.stringify(body)), connection, progress),
    toFailure(new ReportedError(body), connection, { ...progress, status: 200 }),
  ].map(({ kind }) => kind);
}

describe('an error message that quotes the question', () => {
  const rejections = [
    `messages.0.content: Input should be a valid list [type=list_type, input_value='${question.replaceAll('\n', '\\n')}', input_type=str]`,
    `Invalid 'content': ${JSON.stringify(question)} is not of type 'array'.`,
    `Cannot parse "${question.slice(0, 60)}…"`,
    `Could not parse \`${question.replace(/\s+/g, ' ')}\``,
    `Could not parse “${question.slice(14, 70)}”`,
  ];
  for (const message of rejections) {
    it(`is not about what the question says: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(kindsOf(message), ['badRequest', 'streamError']);
    });
  }

  it('is about what the gateway says beside the quote', () => {
    const message = `No credit is left: insufficient balance for "${question}"`;
    assert.deepEqual(kindsOf(message, question, 403), ['noCredit', 'noCredit']);
  });

  it('is the gateway’s own where the question has the same words, but the gateway quotes nothing', () => {
    const message = 'This model’s maximum context length is 8192 tokens. Why?';
    assert.equal(kindsOf(message)[0], 'contextTooLong');
  });

  it('is the gateway’s own where all of it is in quotes', () => {
    const message = '"Rate limit exceeded, insufficient credits"';
    assert.equal(kindsOf(message)[0], 'rateLimited');
  });

  it('is shown with its quote', () => {
    const failure = toFailure(
      new HttpError(400, new Headers(), JSON.stringify({ message: rejections[1] })),
      connectionTo('https://gateway.example/v1'),
      { now: 0 },
    );
    assert.equal(failure.detail, rejections[1]);
  });
});

describe('withoutEchoes', () => {
  it('keeps the words around a quote', () => {
    assert.equal(withoutEchoes(`before "${question}" after`, [question]), 'before "?" after');
  });

  it('keeps short quotes, and quotes of something else', () => {
    for (const message of [
      "Unknown parameter: 'temperature'.",
      `The key "${'x'.repeat(40)}" is wrong.`,
    ]) {
      assert.equal(withoutEchoes(message, ['Set the temperature to 0.', question]), message);
    }
  });

  it('removes nothing but what the conversation has, wherever a quote is cut', () => {
    fc.assert(
      fc.property(fc.nat(question.length), fc.nat(question.length), (from, length) => {
        const quote = question.slice(from, from + length);
        const rest = withoutEchoes(`Cannot parse "${quote}": no`, [question]);
        assert.ok(rest.startsWith('Cannot parse "') && rest.endsWith(': no'), rest);
      }),
    );
  });
});
