// The models that a person can try, and those that a picker must show but never offer for chat.
import { acknowledge, tour } from './markdownTour';
import { longAnswer } from './longAnswer';
import type { Behaviour, GatewayModel } from './modelCatalog';
import type { Question, Spoken } from '../answers/question';

const humanRate = 60;
const highRate = 1200;
const benchRate = 1000;

function speaks(speak: (question: Question) => Spoken, tokensPerSecond: number): Behaviour {
  return { kind: 'speaks', speak, tokensPerSecond };
}

function longModel(id: string, kilobytes: number, about: string): GatewayModel {
  let text: string | undefined;
  return {
    id,
    about,
    ownedBy: 'demo',
    behaviour: speaks(() => ({ text: (text ??= longAnswer(kilobytes * 1000)) }), benchRate),
  };
}

const thought =
  'The user asks something, so first I look at what came before. ' +
  'Then I weigh two ways to answer:\n\n1. short and exact\n2. long and complete\n\n' +
  'Short and exact is kinder to the reader. I will say so and stop. ';

function brief(question: Question): string {
  return `${acknowledge(question)}\n\nAfter some thought: the short answer is **42**.\n`;
}

/** What the model `gated` says, from number 1 on: known text for a test that lets it out. */
export function gatedPiece(number: number): string {
  return `Piece ${number}. `;
}

const gatedPieces = 1000;

export const demoModels: readonly GatewayModel[] = [
  {
    id: 'demo-markdown',
    about: 'Markdown of every kind at the rate of a person reading, 60 tokens per second.',
    ownedBy: 'demo',
    record: {
      context_length: 128_000,
      description: 'Shows what an answer can look like.',
      pricing: { prompt: '0.00000025', completion: '0.000001' },
    },
    behaviour: speaks((question) => ({ text: tour(question) }), humanRate),
  },
  {
    id: 'demo-fast',
    about: 'The same answer at 1,200 tokens per second.',
    ownedBy: 'demo',
    record: { context_length: 1_000_000, pricing: { prompt: '0.000003', completion: '0.000015' } },
    behaviour: speaks((question) => ({ text: tour(question) }), highRate),
  },
  longModel('demo-long-50k', 50, 'The same 50 kB of Markdown each time, 1,000 tokens per second.'),
  longModel(
    'demo-long-100k',
    100,
    'The same 100 kB of Markdown each time, 1,000 tokens per second.',
  ),
  {
    id: 'demo-reasoning',
    about: 'Thinks aloud in reasoning_content before it answers.',
    ownedBy: 'demo',
    record: { max_model_len: 65_536 },
    behaviour: speaks((question) => ({ reasoning: thought, text: brief(question) }), humanRate),
  },
  {
    id: 'demo-think',
    about: 'Thinks aloud inside <think>…</think> before it answers.',
    ownedBy: 'demo',
    endpointTypes: ['openai'],
    record: { context_window: 32_768 },
    behaviour: speaks(
      (question) => ({ text: `<think>${thought}</think>\n\n${brief(question)}` }),
      humanRate,
    ),
  },
  oneForm('demo-responses', 'openai-response', 'the Responses form (POST /v1/responses)'),
  oneForm('demo-claude', 'anthropic', 'Claude’s form (POST /v1/messages)'),
  oneForm('demo-gemini', 'gemini', 'Gemini’s form (POST /v1beta/models/…)'),
  {
    id: 'demo-small',
    about: 'Answers briefly and has room for 2,000 tokens: try what happens near its limit.',
    ownedBy: 'demo',
    record: { context_length: 2000 },
    behaviour: speaks((question) => ({ text: brief(question) }), highRate),
  },
  {
    id: 'echo',
    about: 'Answers with the messages that it was sent, as JSON.',
    ownedBy: 'test',
    behaviour: speaks(
      (question) => ({
        text: JSON.stringify(question.messages.map(({ role, text }) => ({ role, content: text }))),
      }),
      Infinity,
    ),
  },
  {
    id: 'gated',
    about: 'Says nothing until a test lets it; a person can only stop it.',
    ownedBy: 'test',
    behaviour: {
      kind: 'speaks',
      speak: () => ({
        text: Array.from({ length: gatedPieces }, (_, at) => gatedPiece(at + 1)),
      }),
      tokensPerSecond: Infinity,
      gated: true,
    },
  },
  {
    id: 'demo-offline',
    about: 'Listed, but offline: 503 model_not_found.',
    ownedBy: 'demo',
    record: { context_length: 8192 },
    offline: true,
    behaviour: speaks((question) => ({ text: brief(question) }), humanRate),
  },
  noChat('demo-embedding', 'Makes vectors of text; not for chat.', ['embeddings']),
  noChat('demo-image', 'Draws pictures; not for chat.', ['image-generation']),
  noChat('demo-rerank', 'Sorts documents by relevance; not for chat.', ['jina-rerank']),
  {
    ...noChat('demo-speech', 'Speaks text aloud; not for chat.', null),
    record: { architecture: { modality: 'text->audio', output_modalities: ['audio'] } },
  },
];

function oneForm(id: string, endpointType: string, form: string): GatewayModel {
  return {
    id,
    about: `Speaks nothing but ${form}, and thinks aloud before it answers.`,
    ownedBy: 'demo',
    endpointTypes: [endpointType],
    behaviour: speaks((question) => ({ reasoning: thought, text: brief(question) }), humanRate),
  };
}

function noChat(id: string, about: string, endpointTypes: readonly string[] | null): GatewayModel {
  return { id, about, ownedBy: 'demo', endpointTypes, behaviour: { kind: 'noChat' } };
}
