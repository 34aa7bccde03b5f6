import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import {
  newConversation,
  type Answer,
  type AnswerState,
  type Conversation,
  type Message,
  type Question,
} from '../../../../../src/conversation/common/conversation';
import { requestMessages } from '../../../../../src/conversation/node/request/requestMessages';

function conversationOf(
  ...turns: readonly (readonly [question: string, state: AnswerState, answer: string])[]
): Conversation {
  const messages = turns.flatMap(([question, state, answer], index): [Question, Answer] => [
    { kind: 'question', id: `q${index}`, text: question, askedAt: index },
    {
      kind: 'answer',
      id: `a${index}`,
      questionId: `q${index}`,
      model: 'm',
      state,
      text: answer,
      reasoning: 'thoughts',
      startedAt: index,
    },
  ]);
  return { ...newConversation('c', 'm', 0), messages };
}

function sentFor(conversation: Conversation, systemPrompt = ''): string[] {
  const question = conversation.messages.findLast((message) => message.kind === 'question');
  return requestMessages(conversation, question!, systemPrompt).map(
    ({ role, content }) => `${role}: ${content}`,
  );
}

describe('requestMessages', () => {
  it('skips a failed answer without text, and its question if it was asked again', () => {
    const conversation = conversationOf(['One?', 'failed', ''], ['One?', 'waiting', '']);
    assert.deepEqual(sentFor(conversation), ['user: One?']);
  });

  it('sends an unanswered question that was not asked again', () => {
    const conversation = conversationOf(['One?', 'failed', ''], ['Two?', 'waiting', '']);
    assert.deepEqual(sentFor(conversation), ['user: One?', 'user: Two?']);
  });

  it('sends partial answers, without reasoning', () => {
    const conversation = conversationOf(
      ['One?', 'interrupted', 'half an ans'],
      ['Two?', 'stopped', 'a'],
      ['Three?', 'waiting', ''],
    );
    assert.deepEqual(sentFor(conversation, 'Be brief.'), [
      'system: Be brief.',
      'user: One?',
      'assistant: half an ans',
      'user: Two?',
      'assistant: a',
      'user: Three?',
    ]);
  });

  it('sends the same question twice if both were answered', () => {
    const conversation = conversationOf(
      ['Go on', 'complete', 'x'],
      ['Go on', 'complete', 'y'],
      ['Go on', 'waiting', ''],
    );
    assert.deepEqual(sentFor(conversation), [
      'user: Go on',
      'assistant: x',
      'user: Go on',
      'assistant: y',
      'user: Go on',
    ]);
  });

  it('sends the attachments of each question before its text, exactly as they were attached', () => {
    const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const attachments: readonly Attachment[] = [
      { id: '1', kind: 'file', name: 'a.ts', text: '`a.ts`:\n```ts\nlet a;\n```', tokens: 9 },
      { id: '2', kind: 'image', name: 'b.png', image, tokens: 800 },
      { id: '3', kind: 'terminal', name: 'ls', text: '```\na.ts\n```\n', tokens: 5 },
    ];
    const conversation = conversationOf(['One?', 'complete', '1']);
    const answer = conversation.messages[1]!;
    const asked: Question = { kind: 'question', id: 'q1', text: 'Two?', attachments, askedAt: 1 };
    const messages: readonly Message[] = [{ ...asked, id: 'q0' }, answer, asked];
    const content = '`a.ts`:\n```ts\nlet a;\n```\n\n```\na.ts\n```\n\n\nTwo?';
    assert.deepEqual(requestMessages({ ...conversation, messages }, asked, ''), [
      { role: 'user', content, images: [image] },
      { role: 'assistant', content: '1' },
      { role: 'user', content, images: [image] },
    ]);
  });

  it('sends nothing that follows the question', () => {
    const conversation = conversationOf(['One?', 'waiting', ''], ['Two?', 'complete', '2']);
    const [first] = conversation.messages;
    assert.deepEqual(requestMessages(conversation, first as Question, ''), [
      { role: 'user', content: 'One?' },
    ]);
  });

  const turns = conversationOf(
    ['One?', 'complete', '1'],
    ['Two?', 'complete', '2'],
    ['Three?', 'waiting', ''],
  );

  it('skips omitted turns, but not the system prompt', () => {
    const conversation = { ...turns, omitted: [{ lastQuestionId: 'q0', omittedAt: 1 }] };
    assert.deepEqual(sentFor(conversation, 'Be brief.'), [
      'system: Be brief.',
      'user: Two?',
      'assistant: 2',
      'user: Three?',
    ]);
    assert.deepEqual(sentFor({ ...turns, omitted: [{ lastQuestionId: 'q1', omittedAt: 1 }] }), [
      'user: Three?',
    ]);
  });

  it('prepends a summary to the first message, so that roles still alternate', () => {
    const summary = { text: 'It was about one.', model: 'm', outcome: { endedAt: 1 } };
    const conversation = { ...turns, omitted: [{ lastQuestionId: 'q0', omittedAt: 1, summary }] };
    assert.deepEqual(sentFor(conversation), [
      'user: Summary of the earlier part of our conversation, which is omitted here:\n\nIt was about one.\n\n---\n\nTwo?',
      'assistant: 2',
      'user: Three?',
    ]);
    const all = { ...turns, omitted: [{ lastQuestionId: 'q1', omittedAt: 1, summary }] };
    assert.match(sentFor(all).join(), /^user: Summary [^]*It was about one\.[^]*Three\?$/);
  });

  it('applies the last omission above a question', () => {
    const summary = { text: 'It was about one.', model: 'm', outcome: { endedAt: 1 } };
    const conversation = {
      ...turns,
      omitted: [
        { lastQuestionId: 'q0', omittedAt: 1, summary },
        { lastQuestionId: 'q1', omittedAt: 2 },
      ],
    };
    const sent = (question: Message | undefined): readonly string[] =>
      requestMessages(conversation, question as Question, '').map(({ content }) => content);
    const [first, , second, , third] = conversation.messages;
    assert.deepEqual(sent(first), ['One?']);
    assert.match(sent(second).join(), /^Summary [^]*It was about one\.\n\n---\n\nTwo\?$/);
    assert.match(sent(third).join(), /^Summary [^]*It was about one\.\n\n---\n\nThree\?$/);
  });
});
