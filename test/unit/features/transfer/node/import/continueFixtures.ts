// Continue sessions in the formats since 2023, written after its source code.

/** August 2023: the complete state of the Python server. */
export const timeline = {
  history: {
    timeline: [
      {
        step: {
          name: 'User Input',
          hide: false,
          description: 'Explain this function',
          class_name: 'UserInputStep',
          user_input: 'Explain this function',
          manage_own_chat_context: true,
        },
        observation: { user_input: 'Explain this function' },
        depth: 0,
        deleted: false,
        active: false,
      },
      {
        step: {
          name: 'Setup',
          hide: true,
          description: 'Internal',
          class_name: 'SetupContinueWorkspaceStep',
        },
        depth: 0,
      },
      {
        step: {
          name: 'Chat',
          hide: false,
          description: 'It adds two numbers.',
          class_name: 'SimpleChatStep',
        },
        depth: 0,
      },
    ],
    current_index: 2,
  },
  active: false,
  user_input_queue: [],
  selected_context_items: [],
  session_info: { session_id: 'a1b2c3d4', title: 'Add function', date_created: '1691000000.0' },
};

/** November 2023: a list of steps with descriptions. */
export const preview = {
  session_state: {
    history: [
      {
        step_type: 'UserInputStep',
        name: 'User Input',
        description: 'How do I sort?',
        params: { user_input: 'How do I sort?' },
        hide: false,
        depth: 0,
      },
      {
        step_type: 'ChatModels',
        name: 'Chat',
        description: 'Use `sorted`.',
        params: {},
        hide: false,
        depth: 0,
      },
    ],
    context_items: [],
  },
  title: 'Sorting',
  workspace_directory: '/home/user/project',
  session_id: '5c3a2b1e-0000-4000-8000-000000000001',
};

/** Spring 2024: messages whose content is a text or a list, with their attachments. */
export const messages = {
  history: [
    {
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'imageUrl', imageUrl: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          { type: 'imageUrl', imageUrl: { url: 'https://host.example/gone.png' } },
        ],
      },
      editorState: { type: 'doc', content: [] },
      contextItems: [
        {
          content: 'def f(): ...',
          name: 'f.py',
          description: 'f.py',
          id: { providerTitle: 'file', itemId: 'f.py' },
        },
      ],
    },
    {
      message: { role: 'assistant', content: 'A picture.' },
      contextItems: [],
      promptLogs: [['the prompt', 'A picture.']],
    },
  ],
  title: 'Pictures',
  workspaceDirectory: '/home/user/project',
  sessionId: '5c3a2b1e-0000-4000-8000-000000000002',
};

/** 2025 and 2026: reasoning, tool calls and the model of each prompt. */
export const agent = {
  sessionId: '5c3a2b1e-0000-4000-8000-000000000003',
  title: 'New Session',
  workspaceDirectory: 'file:///home/user/project',
  history: [
    { message: { role: 'system', content: 'You are an agent.' }, contextItems: [] },
    { message: { role: 'user', content: 'List the files' }, contextItems: [] },
    { message: { role: 'thinking', content: 'I need a tool.' }, contextItems: [] },
    {
      message: {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [
          { id: 't', type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } },
        ],
      },
      contextItems: [],
      toolCallStates: [{ toolCallId: 't', status: 'done' }],
      promptLogs: [
        { modelTitle: 'Local 30B', modelProvider: 'ollama', prompt: 'p', completion: 'c' },
      ],
    },
    { message: { role: 'tool', content: 'a.txt', toolCallId: 't' }, contextItems: [] },
    {
      message: { role: 'assistant', content: 'There is a.txt.' },
      contextItems: [],
      reasoning: { active: false, text: 'One file.', startAt: 1, endAt: 2 },
      conversationSummary: 'A listing.',
    },
    { message: { role: 'user', content: '' }, contextItems: [] },
    { message: { role: 'user', content: 'And now?' }, contextItems: [] },
  ],
  mode: 'agent',
  chatModelTitle: 'Local 30B',
  usage: { totalCost: 0, promptTokens: 1, completionTokens: 1 },
};

/** One question and one answer. */
export const continuePair = (
  question: object,
  answer: object,
  contextItems: readonly object[] = [],
): object => ({
  sessionId: agent.sessionId,
  history: [
    { message: { role: 'user', ...question }, contextItems },
    { message: { role: 'assistant', content: 'So.', ...answer }, contextItems: [] },
  ],
});

export const sessions: readonly object[] = [timeline, preview, messages, agent];
