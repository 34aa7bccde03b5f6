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

export const question = 'Why does fetchWithRetry not try again when the network is down?';

const answer = `\`fetch\` resolves for every HTTP status, but it **rejects** when there is no connection. The call in \`${fileName}:7\` is not in a \`try\`, so the first rejection leaves the loop.

Catch it, and give up only at the last attempt:

\`\`\`ts
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

Two more things to consider:

- A status such as 404 will not change: try again for **429** and **5xx** only.
- Add \`signal: AbortSignal.timeout(10_000)\`, so that a silent server cannot hold up the loop.
`;

/** Questions of other chats, with their answers. The history is searched for a word of all of them. */
export const otherAnswers: Readonly<Record<string, string>> = {
  'How do I test the waiting?':
    'Pass `wait` in as a parameter. The test resolves it at once, and checks the timeouts it was asked for.',
  'And a limit for the whole loop?':
    'Create one `AbortSignal.timeout(30_000)` before the loop, and pass it to every `fetch`.',
};

export const changeQuestion = 'Try again when the network is down, too.';

const change = `A rejected \`fetch\` now counts as an attempt, and only the last one is thrown:

\`\`\`diff
--- a/${fileName}
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
\`\`\`
`;

function model(
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
        return { text: asked.includes(changeQuestion) ? change : (otherAnswers[asked] ?? answer) };
      },
      tokensPerSecond: 90,
    },
  };
}

export const usedModel = 'qwen3-coder-480b';

export const models: readonly GatewayModel[] = [
  model('deepseek-v3.2', 163_840, ['0.00000027', '0.00000041'], 'General use, with reasoning'),
  model('glm-4.6', 204_800, ['0.0000005', '0.0000018'], 'Code and long documents'),
  model('gpt-oss-120b', 131_072, ['0.00000005', '0.00000024'], 'Open weights, with reasoning'),
  model('mistral-small-3.2', 131_072, ['0.00000006', '0.00000018'], 'Short answers, low price'),
  model(usedModel, 262_144, ['0.0000003', '0.0000012'], 'Code'),
];
