import assert from 'node:assert/strict';
import { requestMessages } from '../../../../src/chat/request/requestMessages';
import {
  type Answer,
  type AnswerState,
  type Conversation,
  type Message,
  type Question,
  newConversation,
} from '../../../../src/shared/conversation/conversation';

function conversation(
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

function sentFor(told: Conversation, systemPrompt = ''): string[] {
  const question = told.messages.findLast((message) => message.kind === 'question');
  return requestMessages(told, question!, systemPrompt).map(
    ({ role, content }) => `${role}: ${content}`,
  );
}

describe('requestMessages', () => {
  it('leaves a failed answer without text out, and its question where that was asked anew', () => {
    const told = conversation(['One?', 'failed', ''], ['One?', 'waiting', '']);
    assert.deepEqual(sentFor(told), ['user: One?']);
  });

  it('keeps an unanswered question that was not asked anew', () => {
    const told = conversation(['One?', 'failed', ''], ['Two?', 'waiting', '']);
    assert.deepEqual(sentFor(told), ['user: One?', 'user: Two?']);
  });

  it('sends partial text as the assistant’s, and no reasoning', () => {
    const told = conversation(
      ['One?', 'interrupted', 'half an ans'],
      ['Two?', 'stopped', 'a'],
      ['Three?', 'waiting', ''],
    );
    assert.deepEqual(sentFor(told, 'Be brief.'), [
      'system: Be brief.',
      'user: One?',
      'assistant: half an ans',
      'user: Two?',
      'assistant: a',
      'user: Three?',
    ]);
  });

  it('keeps the same words said twice where both were answered', () => {
    const told = conversation(
      ['Go on', 'complete', 'x'],
      ['Go on', 'complete', 'y'],
      ['Go on', 'waiting', ''],
    );
    assert.deepEqual(sentFor(told), [
      'user: Go on',
      'assistant: x',
      'user: Go on',
      'assistant: y',
      'user: Go on',
    ]);
  });

  it('sends nothing of what stands after the question', () => {
    const told = conversation(['One?', 'waiting', ''], ['Two?', 'complete', '2']);
    const [first] = told.messages;
    assert.deepEqual(requestMessages(told, first as Question, ''), [
      { role: 'user', content: 'One?' },
    ]);
  });

  const turns = conversation(
    ['One?', 'complete', '1'],
    ['Two?', 'complete', '2'],
    ['Three?', 'waiting', ''],
  );

  it('leaves out what the user had left out, and keeps the system prompt', () => {
    const told = { ...turns, omitted: [{ lastQuestionId: 'q0', omittedAt: 1 }] };
    assert.deepEqual(sentFor(told, 'Be brief.'), [
      'system: Be brief.',
      'user: Two?',
      'assistant: 2',
      'user: Three?',
    ]);
    assert.deepEqual(sentFor({ ...turns, omitted: [{ lastQuestionId: 'q1', omittedAt: 1 }] }), ['user: Three?']);
  });

  it('sends a summary at the head of the first message, so that roles still take turns', () => {
    const summary = { text: 'It was about one.', model: 'm', outcome: { endedAt: 1 } };
    const told = { ...turns, omitted: [{ lastQuestionId: 'q0', omittedAt: 1, summary }] };
    assert.deepEqual(sentFor(told), [
      'user: Summary of the earlier part of our conversation, which is omitted here:\n\nIt was about one.\n\n---\n\nTwo?',
      'assistant: 2',
      'user: Three?',
    ]);
    const all = { ...turns, omitted: [{ lastQuestionId: 'q1', omittedAt: 1, summary }] };
    assert.match(sentFor(all).join(), /^user: Summary [^]*It was about one\.[^]*Three\?$/);
  });

  it('goes by the last mark above a question, whatever is left out below it', () => {
    const summary = { text: 'It was about one.', model: 'm', outcome: { endedAt: 1 } };
    const told = {
      ...turns,
      omitted: [
        { lastQuestionId: 'q0', omittedAt: 1, summary },
        { lastQuestionId: 'q1', omittedAt: 2 },
      ],
    };
    const sent = (question: Message | undefined): readonly string[] =>
      requestMessages(told, question as Question, '').map(({ content }) => content);
    const [first, , second, , third] = told.messages;
    assert.deepEqual(sent(first), ['One?']);
    assert.match(sent(second).join(), /^Summary [^]*It was about one\.\n\n---\n\nTwo\?$/);
    assert.match(sent(third).join(), /^Summary [^]*It was about one\.\n\n---\n\nThree\?$/);
  });
});
