// The demo models for people, the models for tests, and models that are listed but cannot chat.
import { pixelPng } from '../../support/pixelPng';
import type { ModelAnswer, Question } from '../answers/question';
import { longAnswer } from './longAnswer';
import { acknowledgeQuestion, markdownTour } from './markdownTour';
import type { GatewayModel, ModelBehavior } from './modelCatalog';
import { servePromptProgress } from './promptProgress';

/** Tokens per second. */
const readingRate = 60;
const fastRate = 1200;
const longAnswerRate = 1000;

function answers(
  answer: (question: Question) => ModelAnswer,
  tokensPerSecond: number,
): ModelBehavior {
  return { kind: 'answers', answer, tokensPerSecond };
}

function longModel(id: string, kilobytes: number, description: string): GatewayModel {
  let text: string | undefined;
  return {
    id,
    description,
    ownedBy: 'demo',
    behavior: answers(() => ({ text: (text ??= longAnswer(kilobytes * 1000)) }), longAnswerRate),
  };
}

const reasoning =
  'The user asks a question, so I read the earlier messages first. ' +
  'There are two ways to answer:\n\n1. short and precise\n2. long and complete\n\n' +
  'Short and precise is easier to read. I choose that one. ';

function briefAnswer(question: Question): string {
  return `${acknowledgeQuestion(question)}\n\nAfter some thought: the short answer is **42**.\n`;
}

const pictureAnswer = `A dot: ![dot](data:image/png;base64,${pixelPng.toString('base64')})\n`;

/** The pieces of the answer of the model `gated`, numbered from 1. */
export function gatedPiece(number: number): string {
  return `Piece ${number}. `;
}

const gatedPieceCount = 1000;

export const demoModels: readonly GatewayModel[] = [
  {
    id: 'demo-markdown',
    description: 'Markdown of every kind at reading speed, 60 tokens per second.',
    ownedBy: 'demo',
    record: {
      context_length: 128_000,
      description: 'Shows what an answer can look like.',
      pricing: { prompt: '0.00000025', completion: '0.000001' },
    },
    behavior: answers((question) => ({ text: markdownTour(question) }), readingRate),
  },
  {
    id: 'demo-fast',
    description: 'The same answer at 1,200 tokens per second.',
    ownedBy: 'demo',
    record: { context_length: 1_000_000, pricing: { prompt: '0.000003', completion: '0.000015' } },
    behavior: answers((question) => ({ text: markdownTour(question) }), fastRate),
  },
  longModel('demo-long-50k', 50, '50 kB of Markdown, always the same, at 1,000 tokens per second.'),
  longModel(
    'demo-long-100k',
    100,
    '100 kB of Markdown, always the same, at 1,000 tokens per second.',
  ),
  {
    id: 'demo-reasoning',
    description: 'Sends reasoning in reasoning_content before the answer.',
    ownedBy: 'demo',
    record: { max_model_len: 65_536 },
    behavior: answers((question) => ({ reasoning, text: briefAnswer(question) }), readingRate),
  },
  {
    id: 'demo-picture',
    description: 'The text contains a picture as a data URI.',
    ownedBy: 'demo',
    behavior: answers(() => ({ text: pictureAnswer }), readingRate),
  },
  {
    id: 'demo-think',
    description: 'Sends reasoning in <think>…</think> before the answer.',
    ownedBy: 'demo',
    endpointTypes: ['openai'],
    record: { context_window: 32_768 },
    behavior: answers(
      (question) => ({ text: `<think>${reasoning}</think>\n\n${briefAnswer(question)}` }),
      readingRate,
    ),
  },
  singleFormatModel(
    'demo-responses',
    'openai-response',
    'the Responses format (POST /v1/responses)',
  ),
  singleFormatModel('demo-claude', 'anthropic', 'Anthropic’s format (POST /v1/messages)'),
  singleFormatModel('demo-gemini', 'gemini', 'Gemini’s format (POST /v1beta/models/…)'),
  {
    id: 'demo-small',
    description:
      'Answers briefly and has a context length of 2,000 tokens: try what happens near the limit.',
    ownedBy: 'demo',
    record: { context_length: 2000 },
    behavior: answers((question) => ({ text: briefAnswer(question) }), fastRate),
  },
  {
    id: 'echo',
    description: 'Answers with the messages of the request, as JSON.',
    ownedBy: 'test',
    behavior: answers(
      (question) => ({
        text: JSON.stringify(question.messages.map(({ role, text }) => ({ role, content: text }))),
      }),
      Infinity,
    ),
  },
  {
    id: 'gated',
    description: 'Answers only as far as a test lets it; you can only stop it.',
    ownedBy: 'test',
    behavior: {
      kind: 'answers',
      answer: () => ({
        text: Array.from({ length: gatedPieceCount }, (_, index) => gatedPiece(index + 1)),
      }),
      tokensPerSecond: Infinity,
      gated: true,
    },
  },
  {
    id: 'prompt-progress',
    description: 'Reports the progress of the prompt for the parameter return_progress.',
    ownedBy: 'test',
    behavior: { kind: 'serves', serve: servePromptProgress },
  },
  {
    id: 'demo-offline',
    description: 'Listed, but offline: 503 model_not_found.',
    ownedBy: 'demo',
    record: { context_length: 8192 },
    offline: true,
    behavior: answers((question) => ({ text: briefAnswer(question) }), readingRate),
  },
  nonChatModel('demo-embedding', 'Creates embeddings; not for chat.', ['embeddings']),
  nonChatModel('demo-image', 'Generates images; not for chat.', ['image-generation']),
  nonChatModel('demo-rerank', 'Ranks documents by relevance; not for chat.', ['jina-rerank']),
  {
    ...nonChatModel('demo-speech', 'Converts text to speech; not for chat.', null),
    record: { architecture: { modality: 'text->audio', output_modalities: ['audio'] } },
  },
];

function singleFormatModel(id: string, endpointType: string, format: string): GatewayModel {
  return {
    id,
    description: `Supports only ${format}, and sends reasoning before the answer.`,
    ownedBy: 'demo',
    endpointTypes: [endpointType],
    behavior: answers((question) => ({ reasoning, text: briefAnswer(question) }), readingRate),
  };
}

function nonChatModel(
  id: string,
  description: string,
  endpointTypes: readonly string[] | null,
): GatewayModel {
  return {
    id,
    description,
    ownedBy: 'demo',
    endpointTypes,
    behavior: { kind: 'noChat' },
  };
}
