import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Failure } from '../../../../../src/gateway/common/failure';
import { patternOf } from '../../../../../src/gateway/node/failures/signature';
import { requestLengths } from '../../../../../src/gateway/node/failures/signatures/tooLong';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { HttpError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import { connectionTo, question } from '../../../../component/gateway/node/harness';
import { CpuYardstick } from '../../../../support/cpuTime';
import { parseSample } from '../sampleResponse';

const connection = connectionTo('https://gateway.example/v1');

/** The failure behind the error body that answers a question. */
function failureOf(body: unknown, asked = 'Hello?', status = 400): Failure {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { ...question('m'), messages: [{ role: 'user', content: asked }] } as const;
  return toFailure(new HttpError(status, new Headers(), text), connection, {
    now: 0,
    attempt: adaptRequest(request, chat),
  });
}

function errorBody(message: string): unknown {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

describe('context length in an error message', function () {
  this.timeout(30_000);

  const wordings: readonly (readonly [server: string, text: string, tokens: Failure['tokens']])[] =
    [
      [
        'OpenAI, with the tokens for the answer',
        "This model's maximum context length is 4097 tokens. However, you requested 4222 tokens (1222 in the messages, 3000 in the completion). Please reduce the length of the messages or completion.",
        { needed: 4222, limit: 4097 },
      ],
      [
        'OpenAI, an older wording',
        "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10346 in your prompt; 5 for the completion).",
        { needed: 10346, limit: 8191 },
      ],
      [
        'Anthropic',
        'prompt is too long: 200001 tokens > 200000 maximum',
        { needed: 200001, limit: 200000 },
      ],
      [
        'Gemini',
        'The input token count (1048580) exceeds the maximum number of tokens allowed (1048576).',
        { needed: 1048580, limit: 1048576 },
      ],
      [
        'Gemini, an older wording',
        'The input token count is 40000 but the model only supports up to 32768.',
        { needed: 40000, limit: 32768 },
      ],
      [
        'vLLM, max_tokens larger than the remaining context',
        "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104).",
        { limit: 4096 },
      ],
      [
        'OpenRouter',
        "This endpoint's maximum context length is 128000 tokens. However, you requested about 150000 tokens (150000 of text input). Please reduce the length of either one.",
        { needed: 150000, limit: 128000 },
      ],
      [
        'LiteLLM',
        "litellm.ContextWindowExceededError: litellm.BadRequestError: OpenAIException - Error code: 400 - {'error': {'message': \"This model's maximum context length is 16,385 tokens. However, your messages resulted in 20,001 tokens.\"}}",
        { needed: 20001, limit: 16385 },
      ],
      [
        'DeepSeek',
        "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (61808 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
        { needed: 70000, limit: 65536 },
      ],
      [
        'xAI',
        "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
        { needed: 537812, limit: 131072 },
      ],
      [
        'Together and SGLang',
        "The input (265330 tokens) is longer than the model's context length (262144 tokens).",
        { needed: 265330, limit: 262144 },
      ],
      [
        'SiliconFlow',
        'number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit.',
        { needed: 204703, limit: 202752 },
      ],
      [
        'Kimi',
        'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
        { needed: 300000, limit: 262144 },
      ],
      [
        'DashScope',
        '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
        { limit: 129024 },
      ],
      [
        'thousands separators',
        'Prompt has 300,000 tokens, but the configured context size is 131,072 tokens',
        { needed: 300000, limit: 131072 },
      ],
    ];
  for (const [server, text, tokens] of wordings) {
    it(`${server}: ${JSON.stringify(tokens)}`, () => {
      const failure = failureOf(errorBody(text));
      assert.deepEqual([failure.kind, failure.tokens], ['contextTooLong', tokens]);
    });
  }

  for (const { phrase, sample, tokens } of requestLengths) {
    it(`the length of the request: ${phrase.source.slice(0, 80)}`, () => {
      const { body, status } = parseSample(sample);
      assert.match(sample.toLowerCase(), patternOf(phrase));
      assert.deepEqual(failureOf(body, undefined, status).tokens, tokens);
    });
  }

  it('is read from errors with a code, with status 413, and from a stream', () => {
    const message = "This model's maximum context length is 8192 tokens.";
    const coded = { error: { message, code: 'context_length_exceeded' } };
    for (const failure of [
      failureOf(coded, undefined, 500),
      failureOf(errorBody(message), undefined, 413),
      toFailure(new ReportedError(coded), connection, { now: 0, status: 200 }),
    ]) {
      assert.deepEqual([failure.kind, failure.tokens], ['contextTooLong', { limit: 8192 }]);
    }
  });

  const lookAlikes: readonly (readonly [why: string, failure: Failure])[] = [
    [
      'a limit on the answer',
      failureOf(
        errorBody(
          'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
        ),
      ),
    ],
    [
      'a range of max_tokens',
      failureOf(
        errorBody(
          'Invalid max_tokens value, the valid range of max_tokens is [1, 8192] (context).',
        ),
      ),
    ],
    [
      'Anthropic’s limit on the answer',
      failureOf(
        errorBody(
          'max_tokens: 300000 > 128000, which is the maximum allowed number of output tokens',
        ),
      ),
    ],
    [
      'a rate limit in tokens',
      failureOf(
        errorBody(
          'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000',
        ),
        undefined,
        429,
      ),
    ],
    [
      'a rate limit that mentions the context',
      failureOf(
        errorBody("Rate limit: maximum context length is 8192 tokens per minute's window"),
        undefined,
        429,
      ),
    ],
    [
      'a quote of the question',
      failureOf(
        errorBody('Blocked: Why does it say “maximum context length is 8192 tokens”?'),
        'Why does it say “maximum context length is 8192 tokens”?',
      ),
    ],
    [
      'a quote of part of the question, with other blanks',
      failureOf(
        errorBody(
          'context window: cannot parse "…prompt is too long: 9001 tokens > 9000 maximum…"',
        ),
        'My log:\nprompt is too long:\n9001 tokens > 9000 maximum\nWhat now?',
      ),
    ],
    [
      'a quote of the question in the stream',
      toFailure(
        new ReportedError({
          error: {
            message: 'Blocked: maximum context length is 8192',
            code: 'context_length_exceeded',
          },
        }),
        connection,
        {
          now: 0,
          status: 200,
          attempt: adaptRequest(
            {
              ...question('m'),
              messages: [{ role: 'user', content: 'maximum context length is 8192?' }],
            },
            chat,
          ),
        },
      ),
    ],
    ['a rounded number', failureOf(errorBody('The maximum context length is 128k tokens.'))],
    ['a limit of 0', failureOf(errorBody('The maximum context length is 0 tokens.'))],
    ['a limit of 20', failureOf(errorBody('The maximum context length is 20 tokens.'))],
    [
      'an impossibly large limit',
      failureOf(errorBody('The maximum context length is 999999999 tokens.')),
    ],
    [
      'only the length of the request',
      failureOf(errorBody('Your context length of 9000 tokens is too long.')),
    ],
    ['a version number', failureOf(errorBody('The maximum context length is 4096.5.1'))],
    ['no number', failureOf(errorBody('Your input exceeds the context window of this model.'))],
    [
      'a file size',
      failureOf(errorBody('The file is too long: 9000 bytes > 8000 maximum'), undefined, 413),
    ],
  ];
  for (const [why, failure] of lookAlikes) {
    it(`is not read from ${why}`, () => {
      assert.equal(failure.tokens, undefined, JSON.stringify(failure));
    });
  }

  it('ignores implausible values in llama.cpp’s fields', () => {
    const fields = (n_prompt_tokens: number, n_ctx: number): Failure['tokens'] =>
      failureOf({
        error: { message: 'm', type: 'exceed_context_size_error', n_prompt_tokens, n_ctx },
      }).tokens;
    assert.deepEqual(fields(5120, 4096), { needed: 5120, limit: 4096 });
    assert.deepEqual(fields(5120, 0), { needed: 5120 });
    assert.deepEqual(fields(4000, 4096), { limit: 4096 });
    assert.equal(fields(-1, 1.5), undefined);
  });

  it('is read from any message in about the time of an ordinary one', () => {
    const phrase = fc.constantFrom(
      'maximum context length is ',
      'prompt is too long: ',
      'input token count ',
      '最大上下文长度',
      '1,000,',
      '123456789',
      ' tokens > ',
      '(',
    );
    const read = (message: string) => (): unknown => failureOf(errorBody(message));
    const ordinary = new CpuYardstick(read('Words of any kind. '.repeat(210)));
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 400 }), (phrases) => {
        const message = phrases.join('');
        assert.ok(ordinary.isWithin(read(message), 50), message);
      }),
    );
  });
});
