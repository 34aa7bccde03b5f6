// The bodies of one question in each API format, which the types of the providers' own SDKs check.
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Content, GenerationConfig, ThinkingConfig } from '@google/genai';
import type { OpenAI } from 'openai';
import {
  newConversation,
  type Answer,
  type Conversation,
  type Question,
} from '../../../../../../src/conversation/common/conversation';
import { requestMessages } from '../../../../../../src/conversation/node/request/requestMessages';
import type { ApiFormat } from '../../../../../../src/gateway/common/apiFormat';
import type { CompletionRequest } from '../../../../../../src/gateway/common/chatModel';
import type { RequestParameters } from '../../../../../../src/gateway/common/requestParameters';

const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;

function question(id: string, text: string, more: Partial<Question> = {}): Question {
  return { kind: 'question', id, text, askedAt: 1, ...more };
}

function answer(id: string, questionId: string, more: Partial<Answer>): Answer {
  return {
    kind: 'answer',
    id,
    questionId,
    model: 'model-a',
    state: 'complete',
    text: '',
    reasoning: '',
    startedAt: 2,
    ...more,
  };
}

const lastQuestion = question('q3', 'Is it asleep?');

const conversation: Conversation = {
  ...newConversation('c', 'model-a', 0),
  messages: [
    question('q1', 'What is in the picture?', { images: [image] }),
    answer('a1', 'q1', { text: 'A cat.', reasoning: 'Ears.' }),
    question('q2', 'Is it a sleep?'),
    answer('a2', 'q2', { state: 'failed' }),
    lastQuestion,
  ],
};

/** A system prompt, an image, an answer that failed and is not sent, and everything that can be set. */
export function goldenRequest(
  apiFormat: ApiFormat,
): CompletionRequest & Required<RequestParameters> {
  return {
    purpose: 'chat',
    apiFormat,
    model: 'model-a',
    messages: requestMessages(conversation, lastQuestion, 'Be brief.'),
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    maxTokens: 1_000,
    reasoningEffort: 'high',
  };
}

const chat = {
  model: 'model-a',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { type: 'text', text: 'What is in the picture?' },
      ],
    },
    { role: 'assistant', content: 'A cat.' },
    { role: 'user', content: 'Is it a sleep?\n\nIs it asleep?' },
  ],
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.5,
  top_p: 0.9,
  max_tokens: 1_000,
  reasoning_effort: 'high',
} satisfies OpenAI.ChatCompletionCreateParamsStreaming;

const responses = {
  model: 'model-a',
  instructions: 'Be brief.',
  input: [
    {
      role: 'user',
      content: [
        {
          type: 'input_image',
          image_url: 'data:image/png;base64,iVBORw0KGgo=',
          detail: 'auto',
        },
        { type: 'input_text', text: 'What is in the picture?' },
      ],
    },
    { type: 'message', role: 'assistant', content: 'A cat.' },
    { role: 'user', content: 'Is it a sleep?\n\nIs it asleep?' },
  ],
  stream: true,
  store: false,
  temperature: 0.5,
  top_p: 0.9,
  max_output_tokens: 1_000,
  reasoning: { effort: 'high' },
} satisfies OpenAI.Responses.ResponseCreateParamsStreaming;

const messages = {
  model: 'model-a',
  system: 'Be brief.',
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
        },
        { type: 'text', text: 'What is in the picture?' },
      ],
    },
    { role: 'assistant', content: 'A cat.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Is it a sleep?' },
        { type: 'text', text: 'Is it asleep?' },
      ],
    },
  ],
  stream: true,
  max_tokens: 1_000,
  temperature: 0.5,
  top_p: 0.9,
  output_config: { effort: 'high' },
} satisfies Anthropic.MessageCreateParamsStreaming & {
  /** Older models accept them. */
  readonly temperature: number;
  readonly top_p: number;
};

/** The body of the REST API; the SDK's own parameters have another shape. */
interface GenerateContentBody {
  readonly systemInstruction: Content;
  readonly contents: Content[];
  readonly generationConfig: Omit<GenerationConfig, 'thinkingConfig'> & {
    /** The SDK's enum does not accept the strings of the REST API. */
    readonly thinkingConfig: Omit<ThinkingConfig, 'thinkingLevel'> & {
      readonly thinkingLevel: string;
    };
  };
}

const generateContent = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    {
      role: 'user',
      parts: [
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
        { text: 'What is in the picture?' },
      ],
    },
    { role: 'model', parts: [{ text: 'A cat.' }] },
    { role: 'user', parts: [{ text: 'Is it a sleep?' }, { text: 'Is it asleep?' }] },
  ],
  generationConfig: {
    temperature: 0.5,
    topP: 0.9,
    maxOutputTokens: 1_000,
    thinkingConfig: { thinkingLevel: 'high', includeThoughts: true },
  },
} satisfies GenerateContentBody;

/** The user's own parameters, and the bodies with them: set, replaced, removed, merged into an object. */
export const goldenParameters: Readonly<
  Record<
    ApiFormat,
    { readonly parameters: Readonly<Record<string, unknown>>; readonly body: object }
  >
> = {
  chat: {
    parameters: {
      top_p: 0.8,
      temperature: null,
      stream_options: { include_obfuscation: false },
      stop: ['END'],
      chat_template_kwargs: { enable_thinking: false },
      provider: { order: ['a', 'b'], allow_fallbacks: null },
    },
    body: {
      model: chat.model,
      messages: chat.messages,
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
      top_p: 0.8,
      max_tokens: 1_000,
      reasoning_effort: 'high',
      stop: ['END'],
      chat_template_kwargs: { enable_thinking: false },
      provider: { order: ['a', 'b'] },
    },
  },
  responses: {
    parameters: { reasoning: { summary: 'auto' }, store: true, temperature: null, top_p: 0.8 },
    body: {
      model: responses.model,
      instructions: responses.instructions,
      input: responses.input,
      stream: true,
      store: true,
      top_p: 0.8,
      max_output_tokens: 1_000,
      reasoning: { effort: 'high', summary: 'auto' },
    },
  },
  messages: {
    parameters: {
      max_tokens: 2_000,
      output_config: null,
      thinking: { type: 'enabled', budget_tokens: 1_024 },
    },
    body: {
      model: messages.model,
      system: messages.system,
      messages: messages.messages,
      stream: true,
      max_tokens: 2_000,
      temperature: 0.5,
      top_p: 0.9,
      thinking: { type: 'enabled', budget_tokens: 1_024 },
    },
  },
  generateContent: {
    parameters: {
      generationConfig: { topK: 40, temperature: null, thinkingConfig: { thinkingBudget: 512 } },
      safetySettings: [],
    },
    body: {
      systemInstruction: generateContent.systemInstruction,
      contents: generateContent.contents,
      generationConfig: {
        topP: 0.9,
        maxOutputTokens: 1_000,
        thinkingConfig: { thinkingLevel: 'high', includeThoughts: true, thinkingBudget: 512 },
        topK: 40,
      },
      safetySettings: [],
    },
  },
};

export const goldenBodies: Readonly<Record<ApiFormat, object>> = {
  chat,
  responses,
  messages,
  generateContent,
};
