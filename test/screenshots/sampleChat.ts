// What the README's pictures show: a file, a question about it, and the models of a gateway.
import type { GatewayModel } from '../referenceGateway/models/modelCatalog';

export const fileName = 'src/fetchWithRetry.ts';

export const fileText = `const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetches an address, at most \`attempts\` times. */
export async function fetchWithRetry(url: string, attempts = 3): Promise<Response> {
  let delay = 500;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url);
    if (response.ok || attempt === attempts) {
      return response;
    }
    await wait(delay);
    delay *= 2;
  }
}
`;

export const usedModel = 'qwen3-coder-480b';

const code = `\`\`\`ts
for (let attempt = 1; ; attempt += 1) {
  const isLast = attempt === attempts;
  try {
    const response = await fetch(url);
    if (response.ok || isLast) return response;
  } catch (error) {
    if (isLast) throw error;
  }
  await wait(delay);
  delay *= 2;
}
\`\`\`
`;

export const patch = `--- a/${fileName}
+++ b/${fileName}
@@ -6,9 +6,14 @@
   for (let attempt = 1; ; attempt += 1) {
-    const response = await fetch(url);
-    if (response.ok || attempt === attempts) {
-      return response;
+    const isLast = attempt === attempts;
+    try {
+      const response = await fetch(url);
+      if (response.ok || isLast) {
+        return response;
+      }
+    } catch (error) {
+      if (isLast) throw error;
     }
     await wait(delay);
     delay *= 2;
`;

const diff = `\`\`\`diff\n${patch}\`\`\`\n`;

/** What is asked and answered in one language. */
interface Sample {
  readonly gateway: string;
  readonly question: string;
  readonly answer: string;
  readonly changeQuestion: string;
  readonly change: string;
  /** The messages of the last commits, oldest first. */
  readonly commitMessages: readonly string[];
  readonly commitMessage: string;
  /** Questions of other chats, with their answers. */
  readonly otherAnswers: Readonly<Record<string, string>>;
  /** A word of all answers. */
  readonly searched: string;
  readonly descriptions: readonly [string, string, string, string, string];
}

const english: Sample = {
  gateway: 'Team',
  question: 'Why does fetchWithRetry not try again when the network is down?',
  answer: `\`fetch\` resolves for every HTTP status, but it **rejects** when there is no connection. The call in \`${fileName}:7\` is not in a \`try\`, so the first rejection leaves the loop.

Catch it, and give up only at the last attempt:

${code}
Two more things to consider:

- A status such as 404 will not change: try again for **429** and **5xx** only.
- Add \`signal: AbortSignal.timeout(10_000)\`, so that a silent server cannot hold up the loop.
`,
  changeQuestion: 'Try again when the network is down, too.',
  change: `A rejected \`fetch\` now counts as an attempt, and only the last one is thrown:\n\n${diff}`,
  commitMessages: ['Fetch addresses with retries', 'Wait longer before each attempt'],
  commitMessage: `Retry when the network is down

A rejected fetch counts as an attempt.
Only the last one is thrown.`,
  otherAnswers: {
    'How do I test the waiting?':
      'Pass `wait` in as a parameter. The test resolves it at once, and checks the timeouts it was asked for.',
    'And a limit for the whole loop?':
      'Create one `AbortSignal.timeout(30_000)` before the loop, and pass it to every `fetch`.',
  },
  searched: 'timeout',
  descriptions: [
    'General use, with reasoning',
    'Code and long documents',
    'Open weights, with reasoning',
    'Short answers, low price',
    'Code',
  ],
};

const chinese: Sample = {
  gateway: '团队',
  question: '断网时 fetchWithRetry 为什么不重试？',
  answer: `无论 HTTP 状态是什么，\`fetch\` 都会成功返回；但没有连接时它会**抛出错误**。\`${fileName}:7\` 的调用不在 \`try\` 中，所以第一次出错就离开了循环。

捕获错误，到最后一次尝试才放弃：

${code}
另外两点：

- 404 之类的状态不会改变：只对 **429** 和 **5xx** 重试。
- 加上 \`signal: AbortSignal.timeout(10_000)\`，这样没有响应的服务器不会卡住循环。
`,
  changeQuestion: '断网时也要重试。',
  change: `现在 \`fetch\` 出错也算一次尝试，只有最后一次才抛出：\n\n${diff}`,
  commitMessages: ['获取地址时自动重试', '每次重试前等待更久'],
  commitMessage: `断网时也重试

fetch 出错也算一次尝试，
只有最后一次才抛出。`,
  otherAnswers: {
    '怎么测试等待时间？': '把 `wait` 作为参数传入。测试让它立即完成，并检查每次的 timeout。',
    '能给整个循环加时间限制吗？':
      '在循环之前创建一个 `AbortSignal.timeout(30_000)`，传给每个 `fetch`。',
  },
  searched: 'timeout',
  descriptions: ['通用，带推理', '代码和长文档', '开放权重，带推理', '回答简短，价格低', '代码'],
};

/** @param locale undefined for English */
export function sampleChat(
  locale: string | undefined,
): Sample & { readonly models: readonly GatewayModel[] } {
  const sample = locale === 'zh-cn' ? chinese : english;
  const [general, long, open, short, coding] = sample.descriptions;
  return {
    ...sample,
    models: [
      model(sample, 'deepseek-v3.2', 163_840, ['0.00000027', '0.00000041'], general),
      model(sample, 'glm-4.6', 204_800, ['0.0000005', '0.0000018'], long),
      model(sample, 'gpt-oss-120b', 131_072, ['0.00000005', '0.00000024'], open),
      model(sample, 'mistral-small-3.2', 131_072, ['0.00000006', '0.00000018'], short),
      model(sample, usedModel, 262_144, ['0.0000003', '0.0000012'], coding),
    ],
  };
}

function model(
  { answer, change, changeQuestion, commitMessage, otherAnswers }: Sample,
  id: string,
  contextLength: number,
  price: readonly [string, string],
  description: string,
): GatewayModel {
  return {
    id,
    description,
    ownedBy: id.split('-')[0] ?? id,
    record: {
      context_length: contextLength,
      description,
      pricing: { prompt: price[0], completion: price[1] },
    },
    behavior: {
      kind: 'answers',
      answer: ({ messages }) => {
        const asked = messages.at(-1)?.text ?? '';
        if (asked.includes('Now write the commit message')) return { text: commitMessage };
        return { text: asked.includes(changeQuestion) ? change : (otherAnswers[asked] ?? answer) };
      },
      tokensPerSecond: 90,
    },
  };
}
