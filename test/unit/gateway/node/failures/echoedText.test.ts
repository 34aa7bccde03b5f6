import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FailureKind } from '../../../../../src/gateway/common/failure';
import { withoutEchoes } from '../../../../../src/gateway/node/failures/echoedText';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { HttpError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import { connectionTo } from '../../../../component/gateway/node/harness';
import { isLinear } from '../../../../support/cpuTime';
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

  it('is not about the question where the server leaves out its middle', () => {
    const asked = 'How do I shorten my text, if it is longer than the maximum context length?';
    const cut = `${asked.slice(0, 24)}...${asked.slice(-36)}`;
    const message = `Input should be a valid list, input_value='${cut}', input_type=str`;
    assert.deepEqual(kindsOf(message, asked), ['badRequest', 'streamError']);
  });

  it('is not about the question where the server escapes its letters', () => {
    const asked = 'Grüße – why do I get “insufficient credits”?';
    const escaped = asked.replace(
      /[^ -~]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    assert.deepEqual(kindsOf(`Invalid content: "${escaped}"`, asked), [
      'badRequest',
      'streamError',
    ]);
    assert.deepEqual(kindsOf(`Invalid content: "${escaped.slice(0, -3)}`, asked), [
      'badRequest',
      'streamError',
    ]);
  });

  describe('is the gateway’s own where the user asked about the same error before', () => {
    const errors: readonly (readonly [message: string, asked: string, FailureKind, number])[] = [
      [
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        "This model's maximum context length is 8300 tokens. However, your messages resulted in 9000 tokens.",
        'contextTooLong',
        400,
      ],
      [
        'The model `gpt-5` does not exist or you do not have access to it.',
        'The model `gpt-4-32k` does not exist or you do not have access to it.',
        'modelNotFound',
        404,
      ],
      [
        "The model 'gpt-5' is not supported. You've exceeded your current quota, please upgrade.",
        "You've exceeded your current quota, please upgrade.",
        'noCredit',
        403,
      ],
      [
        "The model 'accounts/fireworks/models/llama-v3-instruct' does not exist",
        "The model 'accounts/fireworks/models/llama-v3-instruct' does not exist",
        'modelNotFound',
        404,
      ],
      [
        "{'error': {'message': 'prompt is too long: 210000 tokens > 200000 maximum'}}",
        'prompt is too long: 210000 tokens > 200000 maximum',
        'contextTooLong',
        400,
      ],
      [
        'upstream error: "Your credit balance is too low to access the API"',
        'Your credit balance is too low to access the API',
        'noCredit',
        400,
      ],
      [
        '"Rate limit exceeded, insufficient credits"',
        'Rate limit exceeded, insufficient credits?',
        'rateLimited',
        400,
      ],
      [
        'Bad "tell me about limits" insufficient credits',
        'tell me about limits; insufficient credits',
        'noCredit',
        400,
      ],
    ];
    for (const [message, asked, kind, status] of errors) {
      it(`${status} ${message}`, () => {
        assert.equal(kindsOf(message, `I get: ${asked}`, status)[0], kind);
      });
    }
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
    assert.equal(withoutEchoes(`before "${question}" after`, [question]), 'before "" after');
  });

  it('keeps short quotes, and quotes of something else', () => {
    for (const message of [
      "Unknown parameter: 'temperature'.",
      `The key "${'x'.repeat(40)}" is wrong.`,
    ]) {
      assert.equal(withoutEchoes(message, ['Set the temperature to 0.', question]), message);
    }
  });

  it('keeps what follows a long message', () => {
    const message = `"${question}" ${'x'.repeat(10_000)} try again in 20s`;
    assert.ok(withoutEchoes(message, [question]).endsWith('x try again in 20s'));
  });

  it('takes time linear in the conversation, however many quotes a message has', () => {
    const texts = ['x'.repeat(99), "it's 'so' \n"].map((text) => text.repeat(20_000));
    assert.ok(
      isLinear((factor) => {
        const conversation = Array.from({ length: factor }, () => texts).flat();
        return withoutEchoes("it's 'so', 'and' ".repeat(500), conversation);
      }),
    );
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
