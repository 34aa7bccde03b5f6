// ChatGPT exports in the formats since 2022, written after the published descriptions.

const root = (child: string) => ({ id: 'root', message: null, parent: null, children: [child] });

/** December 2022: the role is beside the content. */
export const oldest = [
  {
    id: '11111111-1111-4111-8111-111111111111',
    title: 'Rhyme schemes',
    create_time: 1671000000.5,
    update_time: 1671000100,
    current_node: 'a1',
    mapping: {
      root: root('q1'),
      q1: {
        id: 'q1',
        parent: 'root',
        children: ['a1'],
        message: {
          id: 'q1',
          role: 'user',
          user: null,
          create_time: 1671000010,
          content: { content_type: 'text', parts: ['What is a villanelle?'] },
          end_turn: null,
          weight: 1,
          metadata: {},
          recipient: 'all',
        },
      },
      a1: {
        id: 'a1',
        parent: 'q1',
        children: [],
        message: {
          id: 'a1',
          role: 'assistant',
          create_time: 1671000020,
          content: { content_type: 'text', parts: ['A poem of nineteen lines.'] },
          metadata: { model_slug: 'text-davinci-002-render', finish_details: { type: 'stop' } },
          recipient: 'all',
        },
      },
    },
    moderation_results: [],
    plugin_ids: null,
  },
];

const node = (
  id: string,
  parent: string,
  children: readonly string[],
  role: string,
  text: string,
  more: object = {},
) => ({
  id,
  parent,
  children,
  message: {
    id,
    author: { role, name: null, metadata: {} },
    create_time: 1704067200 + Number(id.replaceAll(/\D/gu, '')),
    update_time: null,
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    end_turn: true,
    weight: 1,
    recipient: 'all',
    metadata: role === 'assistant' ? { model_slug: 'gpt-4' } : {},
    ...more,
  },
});

/** 2024: a retried answer, an edited question, an image, and code that was run. */
export const branched = {
  title: 'Branches',
  create_time: 1704067200.25,
  update_time: 1704069999.1,
  conversation_id: '22222222-2222-4222-8222-222222222222',
  id: '22222222-2222-4222-8222-222222222222',
  current_node: 'n9',
  default_model_slug: 'gpt-4o',
  is_archived: false,
  gizmo_id: null,
  safe_urls: [],
  mapping: {
    root: root('n1'),
    n1: node('n1', 'root', ['n2'], 'system', '', {
      weight: 0,
      metadata: { is_visually_hidden_from_conversation: true },
    }),
    n2: node('n2', 'n1', ['n3', 'n4'], 'user', 'First question'),
    n3: node('n3', 'n2', [], 'assistant', 'First try', {
      metadata: { model_slug: 'gpt-4', finish_details: { type: 'max_tokens' } },
    }),
    n4: node('n4', 'n2', ['n5', 'n6'], 'assistant', 'Second try'),
    n5: node('n5', 'n4', [], 'user', 'Follow-up that nobody answered'),
    n6: node('n6', 'n4', ['n7'], 'user', '', {
      content: {
        content_type: 'multimodal_text',
        parts: [
          {
            content_type: 'image_asset_pointer',
            asset_pointer: 'file-service://file-abc',
            size_bytes: 48029,
            width: 1024,
            height: 768,
          },
          'What is in the picture?',
        ],
      },
      metadata: {
        attachments: [
          { id: 'file-abc', name: 'cat.png', mime_type: 'image/png' },
          { id: 'file-def', name: 'notes.pdf', mime_type: 'application/pdf' },
        ],
      },
    }),
    n7: node('n7', 'n6', ['n8'], 'assistant', '', {
      recipient: 'python',
      content: { content_type: 'code', language: 'unknown', text: 'print(6 * 7)' },
    }),
    n8: node('n8', 'n7', ['n9'], 'tool', '', {
      author: { role: 'tool', name: 'python', metadata: {} },
      content: { content_type: 'execution_output', text: '42' },
    }),
    n9: node('n9', 'n8', [], 'assistant', 'A cat, 42 times.'),
  },
};

/** The content of one question and one answer, and a message between them. */
export const chatGptPair = (question: object, answer: object, between: object = {}): object => {
  return {
    ...branched,
    current_node: 'n3',
    mapping: {
      n1: node('n1', 'root', ['n2'], 'user', 'Why?', contentOf({ parts: ['Why?'], ...question })),
      n2: node('n2', 'n1', ['n3'], 'assistant', '', between),
      n3: node('n3', 'n2', [], 'assistant', '', contentOf({ parts: ['So.'], ...answer })),
    },
  };
};

const contentOf = (content: object) => ({
  content: { content_type: 'multimodal_text', ...content },
});

/** 2025 and 2026: reasoning, instructions in a message, citations, speech, no current node. */
export const reasoned = {
  title: null,
  create_time: 1760486728.607954,
  update_time: 1767650773.064263,
  conversation_id: '67a678d3-a274-8191-94ee-7ca817b25b36',
  id: '67a678d3-a274-8191-94ee-7ca817b25b36',
  current_node: null,
  default_model_slug: 'gpt-5',
  memory_scope: 'global_enabled',
  mapping: {
    'client-created-root': {
      id: 'client-created-root',
      message: null,
      parent: null,
      children: ['m1'],
    },
    m1: node('m1', 'client-created-root', ['m2'], 'user', '', {
      content: { content_type: 'user_editable_context', user_profile: 'I like tea.' },
      metadata: { is_visually_hidden_from_conversation: true, is_user_system_message: true },
    }),
    m2: node('m2', 'm1', ['m3'], 'user', '', {
      content: {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'How is tea made?', direction: 'in' },
          {
            content_type: 'real_time_user_audio_video_asset_pointer',
            asset_pointer: 'sediment://f',
          },
        ],
      },
    }),
    m3: node('m3', 'm2', ['m4'], 'assistant', '', {
      content: {
        content_type: 'thoughts',
        thoughts: [
          { summary: 'Recalling the steps', content: 'Withering, rolling, drying.' },
          { summary: 'Checking', content: '' },
        ],
        source_analysis_msg_id: 'x',
      },
      metadata: { model_slug: 'gpt-5-thinking' },
    }),
    m4: node('m4', 'm3', ['m5'], 'assistant', '', {
      content: { content_type: 'reasoning_recap', content: 'Thought for 7 seconds' },
      metadata: {},
    }),
    m5: node('m5', 'm4', [], 'assistant', 'Leaves are withered.\uE200cite\uE202turn1view3\uE201', {
      metadata: { model_slug: 'gpt-5-thinking' },
      channel: 'final',
    }),
  },
};
