// Chats as Claude, Open WebUI and LibreChat export them, written after the types and the code that the readers name.

/** Claude's conversations.json of 2025, with an edited question. */
export const claude = {
  uuid: '0a1b2c3d-0000-4000-8000-000000000001',
  name: 'Sorting',
  summary: '',
  created_at: '2025-06-01T10:00:00.000000Z',
  updated_at: '2025-06-01T10:05:00.000000Z',
  account: { uuid: 'account' },
  current_leaf_message_uuid: 'm6',
  chat_messages: [
    {
      uuid: 'm1',
      text: 'How do I sort?',
      content: [{ type: 'text', text: 'How do I sort?', citations: [] }],
      sender: 'human',
      created_at: '2025-06-01T10:00:01.000Z',
      attachments: [{ file_name: 'a.txt', file_type: 'txt', extracted_content: 'x' }],
      files: [],
      parent_message_uuid: '00000000-0000-4000-8000-000000000000',
    },
    {
      uuid: 'm2',
      text: 'Use sort().',
      content: [
        { type: 'thinking', thinking: 'Easy.' },
        { type: 'tool_use', name: 'repl', input: {} },
        { type: 'tool_result', name: 'repl', content: [] },
        { type: 'text', text: 'Use' },
        { type: 'text', text: 'sort().' },
      ],
      sender: 'assistant',
      created_at: '2025-06-01T10:00:09.000Z',
      attachments: [],
      files: [],
      parent_message_uuid: 'm1',
    },
    {
      uuid: 'm3',
      text: 'And in Rust?',
      content: [{ type: 'text', text: 'And in Rust?' }],
      sender: 'human',
      created_at: '2025-06-01T10:01:00.000Z',
      parent_message_uuid: 'm2',
    },
    {
      uuid: 'm4',
      text: 'sort_unstable.',
      content: [{ type: 'text', text: 'sort_unstable.' }],
      sender: 'assistant',
      created_at: '2025-06-01T10:01:10.000Z',
      parent_message_uuid: 'm3',
    },
    {
      uuid: 'm5',
      text: 'And in Go?',
      content: [{ type: 'text', text: 'And in Go?' }],
      sender: 'human',
      created_at: '2025-06-01T10:02:00.000Z',
      parent_message_uuid: 'm2',
    },
    {
      uuid: 'm6',
      text: 'slices.Sort.',
      content: [{ type: 'text', text: 'slices.Sort.' }],
      sender: 'assistant',
      created_at: '2025-06-01T10:02:10.000Z',
      parent_message_uuid: 'm5',
    },
  ],
};

/** Claude's conversations.json of 2023: a list without blocks and predecessors. */
export const oldClaude = {
  uuid: '0a1b2c3d-0000-4000-8000-000000000002',
  name: '',
  created_at: '2023-09-01T10:00:00.000000+00:00',
  chat_messages: [
    { uuid: 'o1', text: 'One?', sender: 'human', created_at: '2023-09-01T10:00:00+00:00' },
    { uuid: 'o2', text: 'Eins.', sender: 'assistant', created_at: '2023-09-01T10:00:01+00:00' },
    { uuid: 'o3', text: 'Two?', sender: 'human', created_at: '2023-09-01T10:00:02+00:00' },
  ],
};

export const openWebUi = {
  id: 'b2c3d4e5-0000-4000-8000-000000000003',
  user_id: 'user',
  title: 'Pictures',
  chat: {
    id: '',
    title: 'Pictures',
    models: ['llama3:8b'],
    params: {},
    history: {
      messages: {
        q1: {
          id: 'q1',
          parentId: null,
          childrenIds: ['a1', 'a2'],
          role: 'user',
          content: 'What is this?',
          files: [
            { type: 'image', url: 'data:image/png;base64,iVBORw0KGgo=' },
            { type: 'file', name: 'notes.txt' },
          ],
          timestamp: 1_717_236_000,
          models: ['llama3:8b'],
        },
        a1: {
          id: 'a1',
          parentId: 'q1',
          childrenIds: [],
          role: 'assistant',
          content: 'A dog.',
          model: 'llama3:8b',
          timestamp: 1_717_236_005,
          done: true,
        },
        a2: {
          id: 'a2',
          parentId: 'q1',
          childrenIds: ['q2'],
          role: 'assistant',
          content:
            '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n> It has\n> whiskers.\n</details>\nA cat.',
          model: 'qwen3:8b',
          timestamp: 1_717_236_009,
          done: true,
        },
        q2: {
          id: 'q2',
          parentId: 'a2',
          childrenIds: ['a3'],
          role: 'user',
          content: 'Sure?',
          timestamp: 1_717_236_020,
        },
        a3: {
          id: 'a3',
          parentId: 'q2',
          childrenIds: [],
          role: 'assistant',
          content: 'Yes',
          model: 'qwen3:8b',
          timestamp: 1_717_236_025,
          done: false,
        },
      },
      currentId: 'a3',
    },
    messages: [],
    timestamp: 1_717_236_000_000,
  },
  updated_at: 1_717_236_030,
  created_at: 1_717_236_000,
  archived: false,
};

const libreChatMessages = [
  {
    messageId: 'l1',
    parentMessageId: '00000000-0000-0000-0000-000000000000',
    conversationId: 'c3d4e5f6-0000-4000-8000-000000000004',
    sender: 'User',
    isCreatedByUser: true,
    text: 'Capital of France?',
    createdAt: '2025-02-01T08:00:00.000Z',
  },
  {
    messageId: 'l2',
    parentMessageId: 'l1',
    sender: 'GPT',
    isCreatedByUser: false,
    text: '',
    content: [
      { type: 'think', think: 'Geography.' },
      { type: 'tool_call', tool_call: { name: 'search' } },
      { type: 'text', text: { value: 'Paris.' } },
    ],
    model: 'gpt-4o',
    createdAt: '2025-02-01T08:00:05.000Z',
  },
  {
    messageId: 'l3',
    parentMessageId: 'l2',
    sender: 'User',
    isCreatedByUser: true,
    text: 'Of Spain?',
    files: [{ filename: 'map.png' }],
  },
  {
    messageId: 'l4',
    parentMessageId: 'l3',
    sender: 'GPT',
    isCreatedByUser: false,
    text: 'Mad',
    unfinished: true,
  },
];
const libreChatHead = {
  conversationId: 'c3d4e5f6-0000-4000-8000-000000000004',
  endpoint: 'openAI',
  title: 'Capitals',
  exportAt: '10:00:00 GMT+0000',
  branches: true,
  options: { model: 'gpt-4o-mini' },
};
export const libreChat = { ...libreChatHead, recursive: false, messages: libreChatMessages };

/** What else Open WebUI's code writes; one question and one answer each. */
export const openWebUiChat = (
  question: object,
  answer: object,
  chat: object = {},
): Readonly<Record<string, unknown>> => ({
  id: 'b2c3d4e5-0000-4000-8000-000000000009',
  title: 'Parts',
  chat: {
    history: {
      messages: {
        q: { id: 'q', parentId: null, role: 'user', content: 'Why?', ...question },
        a: { id: 'a', parentId: 'q', role: 'assistant', content: 'So.', done: true, ...answer },
      },
      currentId: 'a',
    },
  },
  created_at: 1_717_236_000,
  ...chat,
});

/** One question and one answer. */
export const claudePair = (question: object, answer: object): object => ({
  uuid: claude.uuid,
  chat_messages: [
    { uuid: 'q', sender: 'human', text: 'Why?', ...question },
    { uuid: 'a', sender: 'assistant', text: 'So.', parent_message_uuid: 'q', ...answer },
  ],
});

/** What else LibreChat's code writes; one question and one answer. */
export const libreChatPair = (question: object, answer: object): object => ({
  ...libreChatHead,
  messages: [
    { messageId: 'q', sender: 'User', isCreatedByUser: true, text: 'Why?', ...question },
    { messageId: 'a', parentMessageId: 'q', sender: 'GPT-4', isCreatedByUser: false, ...answer },
  ],
});

/** The same messages as a tree. */
export const libreChatTree = {
  ...libreChatHead,
  recursive: true,
  messagesTree: libreChatMessages.reduceRight<object[]>(
    (children, message) => [{ ...message, children }],
    [],
  ),
};

export const linkedChats = [claude, oldClaude, openWebUi, libreChat, libreChatTree];
