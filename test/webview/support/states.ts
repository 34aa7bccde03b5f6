// States of the chat page, with contents as awkward as real ones.
import type { ViewState } from '../../../src/chat/common/protocol';
import type { UsageView } from '../../../src/features/usage/common/usageView';
import type { Notice } from '../../../src/platform/common/notice';
import { answer, attachment, conversation, exchange, image, question, viewState } from './chatPage';

const tour = `Here is a **short** tour, with \`inline code\`, *emphasis* and ~~a slip~~.

## Lists

1. Install the package
2. Import it:

   \`\`\`ts
   import { connect } from 'gateway';
   \`\`\`

3. Run it
   - with a key
   - or without, on \`localhost\`

### A table

| Model | Context | Price |
| :--- | ---: | :---: |
| small | 8,192 | $0.10 |
| large | 200,000 | $3.00 |

> A quotation, with a [link](https://docs.example/guide) and <https://example.com/plain>.

\`\`\`typescript src/sum.ts
/** Adds the numbers. */
export async function sum(values: readonly number[]): Promise<number> {
  const total = values.reduce((a, b) => a + b, 0); // no mutation
  if (total > 1_000) {
    throw new RangeError(\`too much: \${total}\`);
  }
  return await Promise.resolve(total);
}
\`\`\`

\`\`\`python
class Account:
    """A bank account."""

    def __init__(self, owner: str, balance: float = 0.0) -> None:
        self.owner = owner  # who holds it
        self.balance = balance
        self.pattern = re.compile(r"^\\w+$")

    @property
    def is_empty(self) -> bool:
        return self.balance == 0 and True
\`\`\`

\`\`\`json
{ "name": "portico", "private": true, "count": 3, "none": null }
\`\`\`

\`\`\`html
<a href="https://example.com" class="link">text &amp; more</a>
\`\`\`

\`\`\`diff
-const old = 1;
+const fresh = 2;
\`\`\`

\`\`\`bash
curl -s "$URL" | grep -c "error" # count
\`\`\`

\`\`\`css
.button:hover { color: #fff; margin: 0 4px; }
\`\`\`

\`\`\`sql
SELECT name, count(*) FROM users WHERE id = 42 AND city = 'Rome';
\`\`\`

![a diagram](https://images.example/some/long/path/diagram.png?size=large)

---

That is all.`;

const keyRejected: Notice = {
  severity: 'error',
  sentence: 'gateway.example rejected the API key. It may be mistyped, expired, or out of credit.',
  actions: [
    { action: 'setApiKey', label: 'Set API key' },
    { action: 'retry', label: 'Retry' },
  ],
  details: ['Invalid token (request id: 2026112114240)', 'HTTP status: 401'],
};

const stopped: Notice = {
  severity: 'info',
  sentence: 'You stopped this answer.',
  actions: [
    { action: 'continue', label: 'Continue' },
    { action: 'retry', label: 'Retry' },
  ],
  details: [],
};

const truncated: Notice = {
  severity: 'warning',
  sentence:
    "The answer hit the output limit: the one you set for the chat or in “portico.maxTokens”, or else the model's own.",
  actions: [
    { action: 'continue', label: 'Continue' },
    { action: 'retry', label: 'Retry' },
  ],
  details: ['finish_reason: length'],
};

const gone: Notice = {
  severity: 'error',
  sentence: "“example/model-1” is listed by gateway.example but isn't available right now.",
  actions: [{ action: 'retry', label: 'Retry' }],
  details: ['model_not_found'],
  alternatives: [
    {
      model: 'example/model-2',
      description: '128K context · $0.25/$1 per 1M',
      differences: [
        'Costs more: $0.25/$1 per 1M instead of $0.1/$0.4 per 1M.',
        'Its context window is smaller: 128K instead of 200K.',
      ],
    },
    {
      model: 'organisation/another-model-with-a-very-long-name-2026-11-preview-instruct',
      description: '',
      differences: ['Its context window may be too short for this chat.'],
    },
  ],
};

const cut: Notice = {
  severity: 'warning',
  sentence:
    'The connection to gateway.example was lost. You may have been charged for this request.',
  actions: [
    { action: 'continue', label: 'Continue' },
    { action: 'retry', label: 'Retry' },
    { action: 'checkConnection', label: 'Diagnose connection' },
    { action: 'chooseModel', label: 'Choose model' },
  ],
  details: ['socket hang up'],
};

const usage: UsageView = {
  answers: {
    a1: {
      summary:
        '$0.0012 · 1,234 tokens in, 567 out · first token after 0.42 s · 35.2 tokens/s · gpt-4o-mini',
      warning:
        'Answered by “gpt-4o-mini”, not “organisation/very-long-model-name-2026-11-preview-instruct-awq-int4@eu-central-1”.',
      rows: [
        {
          label: 'Requested model',
          value: 'organisation/very-long-model-name-2026-11-preview-instruct-awq-int4@eu-central-1',
        },
        { label: 'Model in the response', value: 'gpt-4o-mini' },
        { label: 'API format', value: 'chat' },
        { label: 'Tokens in', value: '1,234' },
        { label: 'Tokens out', value: '567' },
        { label: 'Reasoning', value: '120', isPart: true },
        { label: 'Time to first token', value: '0.42 s' },
        { label: 'Speed', value: '35.2 tokens/s' },
        { label: 'Cost', value: '$0.0012' },
      ],
      notReported: 'Not reported: Cached.',
      request: { isAvailable: true, text: 'Show request' },
    },
    a3: {
      summary: 'example/model-1',
      rows: [{ label: 'Requested model', value: 'example/model-1' }],
      notReported: 'Not reported: Cost, Tokens in, Cached, Tokens out, Reasoning, Speed.',
      request: {
        isAvailable: false,
        text: 'The request is no longer available. Portico keeps requests in memory only.',
      },
    },
  },
  total: [
    { label: 'Requests (including earlier versions)', value: '6' },
    { label: 'Tokens in', value: '12,345' },
    { label: 'Requests without token counts', value: '5' },
    { label: 'Cost', value: '$0.02 + €0.01' },
  ],
};

const mathAnswer = `The roots of $ax^2 + bx + c = 0$ are

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

and for \\(a = 1\\) the sum \\(x_1 + x_2 = -b\\). A wider one scrolls on its own:

\\[
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}, \\qquad \\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}, \\qquad A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}
\\]

- Euler: $e^{i\\pi} + 1 = 0$
- It costs $5, or $6 with tax.
- Not TeX: $\\frac{1$
`;

const researchAnswer = `## Findings

The limit is **200,000 tokens**[^limits], and the price fell twice[^price] since 2025. H<sub>2</sub>O and
press <kbd>Ctrl</kbd>+<kbd>C</kbd>.<br>See https://example.com/docs/limits, www.example.org or mail
help@example.com; [good.example](https://other.example/x) and [the guide](https://docs.example/guide).

> [!WARNING]
> Prices change. Check [the table](https://docs.example/prices) first.

> [!NOTE]
> A note with \`code\`.

- [x] Read \`src/extension.ts:12\` and [the reader](src/reader.ts#L4)
- [ ] Write a test
  1. for links
  2. for ~~pictures~~ images: ![a plot](https://img.example/plot.png)

<details>
<summary>The method, in short</summary>

Hidden text.

</details>

[^limits]: *Context windows*, [docs.example](https://docs.example/limits), 2026.
[^price]: The price list of March, and
    the one of May.
`;

const longTable = `| Model | Context | Price |
| :--- | ---: | :---: |
${Array.from({ length: 70 }, (_, row) => `| model-${row}${row % 9 === 0 ? ' with a longer name' : ''} | ${row * 1_000} | $${row}.50 |`).join('\n')}

After the table.
`;

const long = 'organisation/very-long-model-name-2026-11-preview-instruct-awq-int4@eu-central-1';

const attachments = [
  attachment(
    't1',
    'src/vscode/attachments/contents/a/very/deep/folder/attachmentCommands.ts:12-48',
    {
      kind: 'selection',
      isExcerpt: true,
    },
  ),
  attachment('t2', 'README.md', { tokens: 87 }),
  attachment('t3', 'Pasted image', { kind: 'image', image, tokens: 800 }),
  attachment('t4', 'ملف/قراءة.md', { isUpdated: true }),
  attachment('t5', 'Problems of src/a.ts', { kind: 'problems', tokens: 310 }),
  attachment('t6', 'docs/report.pdf', { kind: 'pdf', isExcerpt: true, tokens: 41_200 }),
];

const changedCode = `Two files change:

\`\`\`ts src/gateway/node/limits/rateLimiter.ts
export const limit = 60;
\`\`\`

The window moves to its own file.

\`\`\`ts
export class SlidingWindow {}
\`\`\`

\`\`\`python
def wait(seconds: float) -> None: ...
\`\`\`

\`\`\`bash
npm test -- "limits"
\`\`\`
`;

const placements: ViewState['placements'] = {
  a1: {
    blocks: [
      { block: 0, text: 'rateLimiter.ts · 2 changes', state: 'placed' },
      { block: 1, text: 'slidingWindow.ts · 3 changes, 1 conflict', state: 'conflict' },
      {
        block: 2,
        text: "wait.py · can't be placed: these lines were changed since you attached them",
        state: 'refused',
        canRedo: true,
      },
    ],
    files: 3,
  },
};

const editedCode = `The window is too short:

\`\`\`ts
src/gateway/node/limits/rateLimiter.ts
<<<<<<< SEARCH
export function wait(seconds: number): Promise<void> {
  return sleep(seconds);
}
=======
export function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return sleep(seconds * 1_000, { signal });
}
>>>>>>> REPLACE
<<<<<<< SEARCH
export const limit = 60;
=======
>>>>>>> REPLACE
\`\`\`

Then the test:

\`\`\`ts
it('waits', () => {});
\`\`\`
`;

const appliedAnswer = exchange({
  text: 'Both files change.',
  applied: [
    { block: 0, uri: 'file:///w/a.ts', file: 'rateLimiter.ts', state: 'applied', line: 12 },
    {
      block: 1,
      uri: 'file:///w/b.ts',
      file: 'src/gateway/node/limits/slidingWindow.ts',
      state: 'refused',
      line: 118,
      reason: 'these lines were changed since you attached them',
    },
    { block: 2, uri: 'file:///w/c.ts', file: 'wait.py', state: 'undone', line: 3 },
  ],
});

const toolRuns = [
  {
    id: 'c1',
    name: 'read_file',
    arguments: '{"path":"src/gateway/node/limits/slidingWindow.ts"}',
    result: {
      text: '',
      name: 'src/gateway/node/limits/slidingWindow.ts:1-90',
      source: { uri: 'file:///a.ts', startLine: 1, endLine: 90 },
    },
  },
  {
    id: 'c2',
    name: 'search_text',
    arguments: '{"query":"limit"}',
    result: { text: '', name: 'limit' },
  },
  { id: 'c3', name: 'list_files', arguments: '{}', result: { text: '', name: '' } },
  {
    id: 'c4',
    name: 'read_file',
    arguments: '{"path":".env"}',
    result: { text: '', name: '.env', hasNothingNew: true as const },
  },
];

/** The keys are their names. */
export const states: Readonly<Record<string, ViewState>> = {
  'history-off': viewState({
    preferences: { ...viewState().preferences, isHistoryOff: true },
  }),
  'read-only': viewState({ conversation: { ...exchange({ text: 'Yes.' }), readOnly: true } }),
  setup: viewState({
    conversation: { ...conversation(), model: '' },
    connection: { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' },
  }),
  'setup-lost-key': viewState({
    conversation: { ...conversation(), model: '' },
    connection: { baseUrl: 'https://gateway.example/v1', baseUrlProblem: undefined, key: 'lost' },
  }),
  'setup-bad-url': viewState({
    connection: {
      baseUrl: undefined,
      baseUrlProblem:
        "The Base URL can't contain a query string. Move what follows the “?” to “portico.queryParameters”.",
      key: 'stored',
    },
  }),
  'setup-compact': viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    connection: {
      baseUrl: 'https://gateway.example/v1',
      baseUrlProblem: undefined,
      key: 'missing',
    },
  }),
  empty: viewState(),
  'empty-vscode-chat': viewState({ vscodeChatHint: 'listed' }),
  'empty-recent': viewState({
    recentChats: [
      { id: 'c1', title: 'How do streams work in Node.js?', age: 'just now' },
      { id: 'c2', title: 'How do streams work in Node.js? (fork)', age: '5 min ago' },
      {
        id: 'c3',
        title: 'A title that is much longer than the view is wide, and more',
        age: '3 h ago',
      },
      { id: 'c4', title: 'ما هو البرنامج؟', age: '2 days ago' },
      { id: 'c5', title: 'Untitled chat', age: '40 days ago' },
    ],
  }),
  'empty-unavailable': viewState({
    unavailableModels: [viewState().conversation.model],
    preferences: { sendWith: 'ctrlEnter', announce: 'sentences' },
  }),
  'setup-optional-key': viewState({
    conversation: { ...exchange(), messages: [], model: '' },
    connection: { baseUrl: 'http://localhost:8080/v1', baseUrlProblem: undefined, key: 'optional' },
  }),
  'context-low': viewState({
    budget: { requestTokens: 12_300, contextLength: 128_000, answerTokens: 4_096 },
  }),
  'context-near': viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    budget: { requestTokens: 117_000, contextLength: 128_000, answerTokens: 4_096 },
  }),
  'context-limit': viewState({
    conversation: {
      ...conversation(
        question('q1', 'Tell me a long story about a lighthouse.'),
        answer('a1', { questionId: 'q1', text: 'There was once a lighthouse keeper.' }),
        question('q2', 'And then?'),
        answer('a2', { questionId: 'q2', text: 'A ship came too close.' }),
      ),
      model: long,
      omitted: [
        {
          lastQuestionId: 'q1',
          omittedAt: 1_000,
          summary: { text: 'A keeper, a rock.', model: long, outcome: { endedAt: 1_000 } },
        },
      ],
    },
    draft: 'What did the keeper do?',
    budget: { requestTokens: 7_600, contextLength: 8_192, answerTokens: 819 },
    contextLimitPrompt: {
      budget: { requestTokens: 7_600, contextLength: 8_192, answerTokens: 819 },
      model: long,
      omittable: {
        count: 4,
        from: 'Tell me a long story about a lighthouse…',
        remainingTokens: 4_700,
      },
      canSummarize: true,
      isSummarizing: false,
      summaryError: 'Rate limit reached at gateway.example. Wait a moment and try again.',
    },
  }),
  'context-limit-summarizing': viewState({
    conversation: {
      ...exchange({ text: 'Because.' }),
      omitted: [{ lastQuestionId: 'q1', omittedAt: 1_000 }],
    },
    draft: 'And why is that?',
    contextLimitPrompt: {
      budget: { requestTokens: 7_600, contextLength: 8_192, answerTokens: 819 },
      model: long,
      omittable: { count: 1, from: 'Why?', remainingTokens: 900 },
      canSummarize: true,
      isSummarizing: true,
    },
  }),
  'context-over': viewState({
    conversation: { ...exchange({ text: 'An earlier answer.' }), model: long },
    budget: { requestTokens: 9_000, contextLength: 8_192, answerTokens: 819 },
  }),
  attachments: viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    attachments,
    editorOffer: { name: 'src/conversation/common/attachment.ts:3-9', isSelection: true },
    budget: { requestTokens: 12_300, contextLength: 128_000, answerTokens: 4_096 },
  }),
  'attachments-sent': viewState({
    conversation: conversation(
      { ...question('q1', 'What is wrong here?'), attachments },
      answer('a1', { state: 'streaming', text: 'It **waits** for the response.' }),
    ),
    queue: {
      questions: [
        { id: 'n1', text: 'And there?', attachments: attachments.slice(1, 4) },
        { id: 'n2', text: 'Why?' },
      ],
      isPaused: false,
    },
    attachments: attachments.slice(0, 1),
  }),
  'selection-offer': viewState({
    editorOffer: { name: 'src/rateLimiter.ts:12-21', isSelection: true },
  }),
  secrets: viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    draft: 'Why does the deployment fail?',
    attachments: attachments.slice(0, 2),
    secretsPrompt: {
      sentence: 'The content to be sent may contain 2 secrets.',
      canMask: true,
      findings: [
        {
          rule: 'GitHub token',
          place: 'deploy/very/long/path/of/a/configuration.yml:12',
          masked: 'ghp_…',
        },
        { rule: 'Private key', place: 'Question, line 3', masked: '-----BEGIN…' },
      ],
    },
  }),
  budget: viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    draft: 'Why does the deployment fail?',
    budgetPrompt: {
      isQueued: false,
      sentences: [
        "You've spent $4.98 of $5.00 today.",
        "You've spent $31.20 of $50.00 this month.",
        'The input of this request costs about $0.05.',
        "3 requests aren't counted: their cost is unknown, or in another currency.",
        "If you ask anyway, Portico doesn't stop for this limit again this month.",
      ],
    },
  }),
  'budget-line': viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    budgetLine: "You've spent $4.10 of $5.00 today.",
  }),
  'low-balance': viewState({
    conversation: exchange({ text: 'An earlier answer.' }),
    lowBalance: 'Only $1.20 is left for the key. A day costs you about $3.40 on average.',
  }),
  'apply-labels': viewState({ conversation: exchange({ text: changedCode }), placements }),
  'apply-report': viewState({ conversation: appliedAnswer, undoable: ['a1'] }),
  'apply-errors': viewState({
    conversation: appliedAnswer,
    undoable: ['a1'],
    newErrors: {
      a1: '3 new errors: rateLimiter.ts:14, rateLimiter.ts:20, src/gateway/node/limits/slidingWindow.ts:118',
    },
  }),
  'apply-errors-unknown': viewState({
    conversation: appliedAnswer,
    undoable: ['a1'],
    newErrors: {
      a1: '1 new error: rateLimiter.ts:14 · src/gateway/node/limits/slidingWindow.ts has 2 errors',
    },
  }),
  'apply-edits': viewState({
    conversation: exchange({
      text: editedCode,
      applied: [
        {
          block: 0,
          uri: 'file:///w/a.ts',
          file: 'src/gateway/node/limits/rateLimiter.ts',
          state: 'applied',
          line: 12,
        },
        {
          block: 1,
          uri: 'untitled:/w/refill.test.ts',
          file: 'refill.test.ts',
          state: 'applied',
          reason: 'new, not saved yet',
        },
      ],
    }),
    placements: {
      a1: {
        blocks: [
          { block: 0, text: 'rateLimiter.ts · 1 change', state: 'placed' },
          { block: 1, text: 'refill.test.ts · already there', state: 'placed' },
        ],
        files: 0,
      },
    },
    undoable: ['a1'],
  }),
  'apply-conflicts': viewState({
    conversation: appliedAnswer,
    proposals: [
      {
        id: 'p2',
        file: 'src/gateway/node/limits/slidingWindow.ts',
        text: '2 conflicts',
        hasConflicts: true,
        isLeft: true,
      },
    ],
  }),
  'apply-panel': viewState({
    conversation: appliedAnswer,
    proposals: [
      { id: 'p1', file: 'rateLimiter.ts', text: '2 changes' },
      { id: 'p2', file: 'src/gateway/node/limits/slidingWindow.ts', text: '3 changes, 1 conflict' },
    ],
  }),
  queue: viewState({
    conversation: exchange({ state: 'streaming', text: 'It **waits** for the response.' }),
    draft: 'A third question, half typed',
    queue: {
      questions: [
        { id: 'n1', text: 'And with a key?' },
        {
          id: 'n2',
          text: 'What if the certificate of the gateway has expired, and nobody can renew it before Monday? Show what to do, step by step.',
        },
        { id: 'n3', text: 'https://gateway.example/a/very/long/address/without/any/blank?at=all' },
      ],
      isPaused: false,
    },
  }),
  'queue-paused': viewState({
    conversation: exchange({ state: 'stopped', text: 'Once upon a time' }),
    notices: { a1: stopped },
    queue: {
      questions: [
        { id: 'n1', text: 'And then?' },
        { id: 'n2', text: 'Translate it into French.' },
      ],
      isPaused: true,
    },
  }),
  waiting: viewState({
    conversation: exchange({ state: 'waiting', startedAt: 1_000 }),
    draft: 'A follow-up, typed meanwhile',
  }),
  'auto-retry-countdown': viewState({
    conversation: exchange({
      state: 'waiting',
      retryWait: {
        failure: { kind: 'rateLimited', status: 429, host: 'gateway.example' },
        delayMs: 42_000,
        retryAt: 1_000,
      },
    }),
    adjustments: {
      a1: {
        notices: [],
        waitReason: 'gateway.example is limiting requests.',
      },
    },
  }),
  'auto-retried': viewState({
    conversation: exchange({ text: 'An answer in the end.' }),
    adjustments: {
      a1: {
        notices: [
          'gateway.example is overloaded (status 503). Portico retried 2 times.',
          'gateway.example rejected “temperature”, so Portico retried without it.',
        ],
      },
    },
  }),
  reasoning: viewState({
    conversation: exchange({ state: 'streaming', reasoning: 'Let me think about this…' }),
  }),
  'long-question': viewState({
    conversation: conversation(
      {
        ...question('q1', 'Why does this fail?\n'.repeat(30)),
        images: [image, image],
      },
      answer('a1', { text: 'It never could.', reasoning: 'A **loop**, maybe.' }),
      question(
        'q2',
        'And this one, which is long enough to fill more than one line of the bubble?',
      ),
      answer('a2', { state: 'interrupted', text: 'That is because' }),
    ),
    notices: { a2: cut },
    plainMessages: ['a1'],
  }),
  tour: viewState({
    conversation: conversation(
      question('q1', 'Show me a tour, please.'),
      answer('a1', { questionId: 'q1', text: tour, reasoning: 'The user wants a tour.\nFine.' }),
    ),
  }),
  math: viewState({ conversation: exchange({ text: mathAnswer }) }),
  research: viewState({
    conversation: exchange({ text: researchAnswer }),
    fileReferences: ['src/extension.ts', 'src/reader.ts'],
  }),
  'long-table': viewState({ conversation: exchange({ text: longTable }) }),
  'background-chat': viewState({
    conversation: exchange({ text: 'An answer.' }),
    backgroundChats: {
      sentence: 'Finished: “Why does the build on the new machine take so long?”',
      id: 'c2',
      openLabel: 'Open',
      isFinished: true,
    },
  }),
  'gateway-change': viewState({
    conversation: exchange({ text: 'An answer.' }),
    draft: 'A question for the other gateway',
    gatewayChangePrompt: {
      sentence:
        'This chat was started with old.example. Continuing with new.example sends the whole chat there.',
      sendLabel: 'Continue with new.example',
      switchBackLabel: 'Switch back to old.example',
    },
  }),
  'workspace-access': viewState({
    workspaceAccess: {
      label: 'Can read app',
      isOn: false,
      question:
        'In app, the model may do this: list files, search in files, read files, find where functions and classes are defined and used, see errors and warnings. Files that .gitignore excludes, files whose names suggest secrets and files elsewhere are never read, and secrets in the others are masked. What is read goes to the gateway, and is kept with this chat.',
    },
    vscodeChatHint: 'needsSetting',
  }),
  'workspace-read': viewState({
    conversation: {
      ...exchange({
        text: 'I will look at the limits first.\n\n## What goes wrong\n\nThe limit is set in [1], which is read too late.',
        rounds: [
          {
            textLength: 32,
            runs: toolRuns,
            outcome: { endedAt: 1, usage: { inputTokens: 8_100 } },
          },
        ],
        files: [{ mediaType: 'text/csv', data: 'aWQK' }],
        outcome: {
          endedAt: 2,
          toolsWithdrawn: true,
          sources: [{ url: 'https://one.example/a', title: 'Page one', numbers: [1] }],
        },
      }),
      settings: { reasoningEffort: 'high', systemPrompt: '', temperature: 0.2, maxTokens: 500 },
    },
    workspaceAccess: { label: 'Can read app', isOn: true },
    hasWorkspacePrompt: true,
  }),
  diagram: viewState({
    conversation: exchange({
      text: "Two states:\n\n```mermaid\ngraph TD; A[Request]-->B[Send]\n```\n\nAs a matrix, $f'(x)$:\n\n$$\\begin{pmatrix} a & b \\\\ c & d \\\\ e & f \\end{pmatrix}$$\n",
    }),
  }),
  'workspace-reading': viewState({
    conversation: exchange({
      state: 'streaming',
      text: 'I will look at the limits first.',
      rounds: [
        {
          textLength: 32,
          runs: [
            ...toolRuns,
            { id: 'c5', name: 'read_file', arguments: '{"path":"src/httpClient.ts"}' },
          ],
        },
      ],
    }),
    workspaceAccess: { label: 'Can read app', isOn: true },
  }),
  'workspace-paused': viewState({
    conversation: exchange({
      state: 'stopped',
      text: 'I will look at the limits first.',
      rounds: [{ textLength: 32, runs: toolRuns }],
      outcome: { endedAt: 2, pausedAt: 'calls' },
    }),
    notices: {
      a1: {
        severity: 'info',
        sentence: 'Paused after 20 tool calls.',
        actions: [
          { action: 'continueReading', label: 'Continue reading' },
          { action: 'answerNow', label: 'Answer now' },
        ],
        details: [],
      },
    },
    workspaceAccess: { label: 'Can read app', isOn: true },
  }),
  'model-unavailable': viewState({
    conversation: exchange({ state: 'failed' }),
    notices: { a1: gone },
  }),
  versions: viewState({
    conversation: {
      ...conversation(
        question('q3', 'Why is the sky blue? Answer for a child, in two sentences.'),
        answer('a2', { model: long, text: 'Sunlight is made of many colours.' }),
        question('q4', 'And at night?'),
        answer('a4', { text: 'There is no sunlight then.' }),
      ),
      offPath: [
        { ...question('q1', ''), parentId: '' },
        { ...question('q2', ''), parentId: '' },
        answer('a1', { questionId: 'q3' }),
      ],
    },
  }),
  conversation: viewState({
    conversation: {
      ...conversation(
        question('q1', 'What does this do?\n\n  const x = await fetch(url);'),
        answer('a1', {
          questionId: 'q1',
          model: long,
          text: 'It **waits** for the response of a request to `url`.\n\n- The promise resolves with a `Response`.\n- Nothing is read yet.',
        }),
        question('q2', 'And with a key?'),
        answer('a2', { questionId: 'q2', state: 'failed' }),
        question('q3', 'Write a long story.'),
        answer('a3', { questionId: 'q3', state: 'stopped', text: 'Once upon a time' }),
        question('q4', 'More'),
        answer('a4', { questionId: 'q4', state: 'truncated', text: 'There was a king, and' }),
        question('q5', 'Look it up.'),
        answer('a5', {
          questionId: 'q5',
          outcome: { endedAt: 2_000, toolCalls: [{ name: 'web_search', arguments: '{}' }] },
        }),
      ),
      model: long,
    },
    notices: { a2: keyRejected, a3: stopped, a4: truncated },
    usage,
  }),
};
