import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { FoundSetup, SetupReading } from '../../../../src/gateway/common/gatewayAccess';
import { parseBaseUrl } from '../../../../src/gateway/node/baseUrl';
import { readSetup } from '../../../../src/gateway/node/readSetup';
import { isKnownFamily, nameRows, readName } from '../../../../src/gateway/node/setupNames';
import { isLinear } from '../../../support/cpuTime';
import { propertyRuns } from '../../../support/propertyRuns';

const baseUrl = 'https://gw.example/v1';
const key = 'sk-abc123';
const base64 = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64');
const encoded = (json: unknown): string => encodeURIComponent(JSON.stringify(json));
const lines = (...all: readonly string[]): string => all.join('\n');

interface Sample {
  readonly text: string;
  readonly setups: readonly FoundSetup[];
}

const one = (text: string, more: Partial<FoundSetup> = {}): Sample => ({
  text,
  setups: [{ baseUrl, key, ...more }],
});

const continueSetups: readonly FoundSetup[] = [
  { baseUrl, key, name: 'GPT 5 at work', model: 'gpt-5' },
  { baseUrl: 'http://localhost:11434/v1', name: 'Local', model: 'qwen3:8b' },
];

/** What clients' links, files and documents look like. */
const samples: Readonly<Record<string, Sample>> = {
  // new-api's list of chat links: {address} has no /v1.
  'Cherry Studio': one(
    `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(base64({ id: 'new-api', baseUrl: 'https://gw.example', apiKey: key }))}`,
  ),
  'Cherry Studio, URL-safe base64': one(
    `cherrystudio://providers/api-keys?v=1&data=${base64({
      id: 'new-api',
      baseUrl: 'https://gw.example',
      apiKey: key,
      name: '~~~???',
    })
      .replaceAll('+', '-')
      .replaceAll('/', '_')}`,
    { name: '~~~???' },
  ),
  'Cherry Studio, base64 not encoded': one(
    `cherrystudio://providers/api-keys?v=1&data=${base64({ id: 'new-api', baseUrl: 'https://gw.example', apiKey: key, name: '~~~???' })}`,
    { name: '~~~???' },
  ),
  AionUI: one(
    `aionui://provider/add?v=1&data=${encodeURIComponent(base64({ platform: 'new-api', baseUrl: 'https://gw.example', apiKey: key }))}`,
  ),
  'CC Switch': one(
    `ccswitch://v1/import?resource=provider&app=codex&name=My+gateway&homepage=${encodeURIComponent('https://home.example')}&endpoint=${encodeURIComponent('https://gw.example')}&apiKey=${key}&model=gpt-5&enabled=true`,
    { name: 'My gateway', model: 'gpt-5' },
  ),
  'CC Switch, Claude': one(
    `ccswitch://v1/import?resource=provider&app=claude&name=Gw&endpoint=${encodeURIComponent('https://gw.example,https://gw2.example')}&apiKey=${key}`,
    { name: 'Gw', apiFormat: 'messages' },
  ),
  DeepChat: one(
    `deepchat://provider/install?v=1&data=${encodeURIComponent(base64({ id: 'new-api', baseUrl: 'https://gw.example', apiKey: key }))}`,
  ),
  AQBot: one(
    `aqbot://providers?name=New%20API&baseurl=${encodeURIComponent('https://gw.example')}&apikey=${key}&type=openai`,
    { name: 'New API' },
  ),
  Lobe: one(
    `https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"${key}","baseURL":"https%3A%2F%2Fgw.example/v1"}}}`,
    { name: 'openai' },
  ),
  'Lobe, as a browser copies it': one(
    `https://lobehub.com/?settings=${encoded({ keyVaults: { openai: { apiKey: key, baseURL: 'https%3A%2F%2Fgw.example/v1' } } })}`,
    { name: 'openai' },
  ),
  'AI as Workspace': one(
    `https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"${key}","baseURL":"https%3A%2F%2Fgw.example/v1","compatibility":"strict"}}`,
  ),
  AMA: one(`ama://set-api-key?server=https%3A%2F%2Fgw.example&key=${key}`),
  OpenCat: one(`opencat://team/join?domain=https%3A%2F%2Fgw.example&token=${key}`),
  NextChat: one(
    `https://app.nextchat.dev/#/?settings={"key":"${key}","url":"https%3A%2F%2Fgw.example"}`,
  ),
  'unify-chat-provider': one(
    `vscode://SmallMain.vscode-unify-chat-provider/import-config?config=${encoded({ type: 'openai', name: 'Gw', baseUrl: 'https://gw.example/v1', models: [{ id: 'a/b' }] })}&auth=${encoded({ method: 'api-key', apiKey: key })}`,
    { name: 'Gw', model: 'a/b' },
  ),
  Portico: one(
    `vscode-insiders://publisher.portico/connect?baseUrl=https%3A%2F%2Fgw.example&key=${key}&name=Gw&model=gpt-5&windowId=2`,
    { name: 'Gw', model: 'gpt-5' },
  ),
  'Portico, as VS Code writes an address': one(
    `vscodium://publisher.portico/connect?${encodeURIComponent(`key=${key}&baseUrl=https://gw.example/v1`)}`,
  ),
  'Portico, a preset': {
    text: `cursor://publisher.portico/connect?preset=${base64({ name: 'Firma', baseUrl: 'https://gw.example', helpUrl: 'https://help.example', catalogUrl: 'https://list.example', apiFormat: 'responses' })}`,
    setups: [{ baseUrl, name: 'Firma', apiFormat: 'responses' }],
  },

  'an environment file': one(
    lines(`OPENAI_BASE_URL=${baseUrl}`, `OPENAI_API_KEY=${key}`, 'OPENAI_MODEL=gpt-5'),
    { model: 'gpt-5' },
  ),
  'export, the key first': one(
    lines(`export OPENAI_API_KEY="${key}"`, `export OPENAI_API_BASE='https://gw.example/v1/'`),
  ),
  'export without quotes': one(
    lines(`export OPENAI_API_KEY=${key}`, `export OPENAI_BASE_URL=${baseUrl}`),
  ),
  PowerShell: one(lines(`$env:OPENAI_API_KEY = "${key}"`, `$env:OPENAI_BASE_URL="${baseUrl}"`)),
  'the command prompt': one(lines(`set OPENAI_API_KEY=${key}`, `set OPENAI_BASE_URL=${baseUrl}`)),
  setx: one(lines(`setx OPENAI_API_KEY "${key}"`, `setx OPENAI_BASE_URL "${baseUrl}"`)),
  'setx, a key without a prefix': one(
    lines('setx OPENAI_API_KEY "9f8e7d6c5b4a"', `setx OPENAI_BASE_URL "${baseUrl}"`),
    { key: '9f8e7d6c5b4a' },
  ),
  fish: one(
    lines(
      `set -gx OPENAI_API_KEY ${key}`,
      `set -gx OPENAI_BASE_URL ${baseUrl}`,
      'set -gx OPENAI_MODEL gpt-5',
    ),
    { model: 'gpt-5' },
  ),
  'an environment file with an empty variable': one(
    lines('OPENAI_MODEL=', `OPENAI_BASE_URL=${baseUrl}`, `OPENAI_API_KEY=${key}`),
  ),
  "a provider's site beside its address": one(
    JSON.stringify({ url: 'https://site.example', base_url: baseUrl, api_key: key }),
  ),
  'variables of LiteLLM': one(
    lines('LITELLM_PROXY_API_BASE="https://gw.example"', `LITELLM_PROXY_API_KEY="${key}"`),
  ),
  'variables of another name': one(
    lines('MYCO_BASE_URL=https://gw.example', `MYCO_API_KEY=${key}`, 'MYCO_MODEL=gpt-5'),
    { model: 'gpt-5' },
  ),
  'a weak name beside a clear one of its family': one(
    lines('NEWAPI_URL=https://gw.example', `NEWAPI_API_KEY=${key}`),
  ),
  'variables of Claude Code': one(
    lines('export ANTHROPIC_BASE_URL=https://gw.example', `export ANTHROPIC_AUTH_TOKEN=${key}`),
    { apiFormat: 'messages' },
  ),
  'variables of Gemini CLI': one(
    lines(
      'GOOGLE_GEMINI_BASE_URL=https://gw.example',
      `GEMINI_API_KEY=${key}`,
      'GEMINI_MODEL=gemini-3-pro',
    ),
    { model: 'gemini-3-pro', apiFormat: 'generateContent' },
  ),
  'three families of one gateway': one(
    lines(
      'ANTHROPIC_BASE_URL=https://gw.example',
      `ANTHROPIC_AUTH_TOKEN=${key}`,
      `OPENAI_BASE_URL=${baseUrl}`,
      `OPENAI_API_KEY=${key}`,
      'GOOGLE_GEMINI_BASE_URL=https://gw.example',
      `GEMINI_API_KEY=${key}`,
    ),
  ),
  'a family whose key goes nowhere else': {
    text: lines(`OPENAI_BASE_URL=${baseUrl}`, `ANTHROPIC_API_KEY=sk-ant-abc123`),
    setups: [{ baseUrl }],
  },
  Azure: one(
    lines(
      'AZURE_OPENAI_ENDPOINT="https://res.openai.azure.com/"',
      `AZURE_OPENAI_API_KEY="${key}"`,
      'AZURE_OPENAI_DEPLOYMENT="gpt-5"',
    ),
    { baseUrl: 'https://res.openai.azure.com/openai/v1', model: 'gpt-5' },
  ),
  "Azure's page, Python": one(
    lines(
      'endpoint = "https://res.openai.azure.com/"',
      'deployment = "gpt-5"',
      `subscription_key = "${key}"`,
      'client = AzureOpenAI(azure_endpoint=endpoint, api_key=subscription_key)',
    ),
    { baseUrl: 'https://res.openai.azure.com/openai/v1', model: 'gpt-5' },
  ),
  'a complete address of Azure': one(
    lines(
      `api-key: ${key}`,
      'endpoint: https://res.openai.azure.com/openai/deployments/D/chat/completions?api-version=2024-10-21',
    ),
    {
      baseUrl: 'https://res.openai.azure.com/openai/deployments/D',
      queryParameters: { 'api-version': '2024-10-21' },
    },
  ),
  'secrets of other services': one(
    lines(
      'DATABASE_URL=postgres://user:pass@db.example/x',
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzz',
      `GITHUB_TOKEN=ghp_${'a1'.repeat(18)}`,
      'STRIPE_API_KEY=sk_live_abc123abc123abc123',
      'HTTPS_PROXY=http://proxy.example:3128',
      `OPENAI_BASE_URL=${baseUrl}`,
      `OPENAI_API_KEY=${key}`,
      'SENTRY_DSN=https://abc123@sentry.example/1',
    ),
  ),
  'comments of shells': one(
    lines(
      '# Gateway of the team, see https://docs.example/help',
      '# OPENAI_BASE_URL=https://old.example/v1',
      `OPENAI_BASE_URL=${baseUrl} # the new one`,
      '#OPENAI_API_KEY=sk-old123',
      '# export OPENAI_BASE_URL=https://older.example/v1',
      `OPENAI_API_KEY=${key}`,
    ),
  ),
  'comments of INI files': one(
    lines('; base_url = https://old.example/v1', `base_url = "${baseUrl}"`, `api_key = "${key}"`),
  ),

  Python: one(
    lines(
      'from openai import OpenAI',
      'client = OpenAI(',
      `    base_url="${baseUrl}",`,
      `    api_key="${key}",  # from the console`,
      ')',
      'response = client.chat.completions.create(',
      '    model="gpt-5",',
      '    messages=[{"role": "user", "name": "Bob", "content": "Hi"}],',
      ')',
    ),
    { model: 'gpt-5', name: 'Bob' },
  ),
  'Python, in one line': one(`client = OpenAI(api_key='${key}', base_url='${baseUrl}')`),
  'Python, the environment': one(
    lines(
      'import os',
      `os.environ["OPENAI_API_KEY"] = "${key}"`,
      `os.environ["OPENAI_BASE_URL"] = "${baseUrl}"`,
    ),
  ),
  JavaScript: one(
    lines(
      "import OpenAI from 'openai';",
      'const client = new OpenAI({',
      `  baseURL: '${baseUrl}', // the gateway`,
      `  apiKey: '${key}',`,
      '});',
    ),
  ),
  'Python, with a dictionary of headers': one(
    lines(
      `url = "${baseUrl}/chat/completions"`,
      'payload = {"model": "a/glm-5", "messages": []}',
      `headers = {"Authorization": "Bearer ${key}", "Content-Type": "application/json"}`,
      'requests.post(url, json=payload, headers=headers)',
    ),
    { model: 'a/glm-5' },
  ),
  'Python, LangChain': one(
    `ChatOpenAI(model_name="gpt-5", openai_api_key="${key}", openai_api_base="${baseUrl}")`,
    { model: 'gpt-5' },
  ),
  'JavaScript, with headers of its own': one(
    lines(
      'const client = new OpenAI({',
      `  baseURL: '${baseUrl}',`,
      `  apiKey: '${key}',`,
      "  defaultHeaders: { 'HTTP-Referer': 'https://site.example', 'X-Title': 'Site' }, // optional",
      '});',
      "await client.chat.completions.create({ model: 'a/gpt-5' });",
    ),
    { model: 'a/gpt-5' },
  ),
  'C#': one(
    lines(
      'ChatClient client = new(',
      '    model: "gpt-5",',
      `    credential: new ApiKeyCredential("${key}"),`,
      `    options: new OpenAIClientOptions() { Endpoint = new Uri("${baseUrl}") });`,
    ),
    { model: 'gpt-5' },
  ),
  'an address in a call beside another one': {
    text: `base_url: ${baseUrl} Endpoint = new Uri("https://other.example/v1"); api_key: ${key}`,
    setups: [{ baseUrl }, { baseUrl: 'https://other.example/v1', key }],
  },
  Java: one(
    lines(
      'OpenAiChatModel.builder()',
      '    .apiKey("9f8e7d6c5b4a")',
      `    .baseUrl("${baseUrl}")`,
      '    .modelName("gpt-5")',
      '    .build();',
    ),
    { key: '9f8e7d6c5b4a', model: 'gpt-5' },
  ),
  'Go, a request': one(
    lines(
      `url := "${baseUrl}/chat/completions"`,
      'req, _ := http.NewRequest("POST", url, body)',
      `req.Header.Add("Authorization", "Bearer ${key}")`,
    ),
  ),
  PHP: one(
    lines(
      `CURLOPT_URL => "${baseUrl}/chat/completions",`,
      `CURLOPT_HTTPHEADER => ["Authorization: Bearer ${key}", "Content-Type: application/json"],`,
    ),
  ),
  'a name and a value with a blank between': one(
    `options { base_url "${baseUrl}" api_key "9f8e7d6c5b4a" model "gpt-5" }`,
    { key: '9f8e7d6c5b4a', model: 'gpt-5' },
  ),
  'Go, options': one(
    `openai.NewClient(option.WithAPIKey("${key}"), option.WithBaseURL("${baseUrl}"))`,
  ),
  Go: one(lines(`config := openai.DefaultConfig("${key}")`, `config.BaseURL = "${baseUrl}"`)),
  curl: one(
    lines(
      'curl https://gw.example/v1/chat/completions \\',
      '  -H "Content-Type: application/json" \\',
      `  -H "Authorization: Bearer ${key}" \\`,
      "  -d '{",
      '    "model": "gpt-5",',
      '    "messages": [{"role": "user", "content": "Hi"}]',
      "  }'",
    ),
    { model: 'gpt-5' },
  ),
  'curl, Anthropic': one(
    lines(
      "curl --location 'https://gw.example/v1/messages' \\",
      `-H 'x-api-key: ${key}' \\`,
      "-H 'anthropic-version: 2023-06-01' \\",
      '-d \'{"model":"claude-sonnet-5","max_tokens":1024}\'',
    ),
    { model: 'claude-sonnet-5' },
  ),
  'curl, Google': one(
    `curl "https://gw.example/v1beta/models/gemini-3:generateContent?key=AIza${'a1'.repeat(17)}" -H 'Content-Type: application/json'`,
    {
      key: `AIza${'a1'.repeat(17)}`,
      model: 'gemini-3',
      apiFormat: 'generateContent',
    },
  ),
  // ai.google.dev/api: the key in a header, and other words for a stream.
  "Google's own address": one(
    lines(
      'curl "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse" \\',
      `  -H "x-goog-api-key: ${key}" \\`,
      `  -d '{"contents": [{"parts": [{"text": "Hi"}]}]}'`,
    ),
    { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', model: 'gemini-3-pro' },
  ),
  "Google's own address, variables": one(
    lines(
      'GOOGLE_GEMINI_BASE_URL=https://generativelanguage.googleapis.com',
      `GEMINI_API_KEY=${key}`,
    ),
    { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  ),
  'curl with its address as an option': one(
    lines(
      'curl --request POST \\',
      '  --url https://gw.example/v1/chat/completions \\',
      `  --header 'Authorization: Bearer ${key}'`,
    ),
  ),
  'options of a program': one(`aider --openai-api-base ${baseUrl} --openai-api-key ${key}`),
  // https://aider.chat/docs/config/api-keys.html: it may be the key of another gateway.
  'options of a program, with a provider before the key': {
    text: `aider --openai-api-base ${baseUrl} --api-key openrouter=abcdef123456`,
    setups: [{ baseUrl }],
  },

  'VS Code: chatLanguageModels.json': {
    text: JSON.stringify(
      [
        {
          name: 'Work',
          vendor: 'customoai',
          apiKey: '${input:chat.lm.secret.1}',
          models: [
            {
              id: 'gpt-5',
              name: 'GPT 5',
              url: 'https://gw.example/v1/chat/completions',
              toolCalling: true,
            },
            { id: 'glm-5', name: 'GLM 5', url: 'https://gw.example/v1', toolCalling: true },
          ],
        },
      ],
      null,
      2,
    ),
    setups: [
      { baseUrl, name: 'Work', model: 'gpt-5' },
      { baseUrl, name: 'Work', model: 'glm-5' },
    ],
  },
  "Claude Code's settings.json": one(
    JSON.stringify(
      {
        env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: key },
        permissions: { allow: ['WebFetch'] },
        model: 'opus',
      },
      null,
      2,
    ),
    { apiFormat: 'messages' },
  ),
  opencode: {
    text: JSON.stringify(
      {
        $schema: 'https://opencode.ai/config.json',
        provider: {
          gw: {
            npm: '@ai-sdk/openai-compatible',
            name: 'My gateway',
            options: { baseURL: baseUrl, apiKey: key },
            models: { 'gpt-5': { name: 'GPT 5' }, 'glm-5': {} },
          },
          other: {
            npm: '@ai-sdk/anthropic',
            options: { baseURL: 'https://other.example/v1', apiKey: '{env:OTHER_KEY}' },
          },
        },
      },
      null,
      2,
    ),
    setups: [
      { baseUrl, key, name: 'My gateway', model: 'gpt-5' },
      { baseUrl, key, name: 'My gateway', model: 'glm-5' },
      { baseUrl: 'https://other.example/v1', name: 'other', apiFormat: 'messages' },
    ],
  },
  'opencode, its model': one(
    JSON.stringify({
      model: 'gw/gpt-5',
      provider: { gw: { options: { baseURL: baseUrl, apiKey: key }, models: { 'gpt-5': {} } } },
    }),
    { name: 'gw', model: 'gpt-5' },
  ),
  'Continue, JSON': {
    text: lines(
      '{',
      '  "models": [',
      `    { "title": "GPT 5 at work", "provider": "openai", "model": "gpt-5", "apiBase": "${baseUrl}", "apiKey": "${key}" },`,
      '    { "title": "Official", "provider": "openai", "model": "o3", "apiKey": "sk-official1" },',
      '    { "title": "Local", "provider": "ollama", "model": "qwen3:8b", "apiBase": "http://localhost:11434" },',
      '  ],',
      '}',
    ),
    setups: continueSetups,
  },
  'Continue, YAML': {
    text: lines(
      'name: Main Config',
      'version: 1.0.0',
      'schema: v1',
      'models:',
      '  - name: GPT 5 at work',
      '    provider: openai',
      '    model: gpt-5',
      `    apiBase: ${baseUrl}`,
      `    apiKey: ${key}`,
      '    roles:',
      '      - chat',
      '  - name: Official',
      '    provider: openai',
      '    model: o3',
      '    apiKey: sk-official1',
      '  - name: Local',
      '    provider: ollama',
      '    model: qwen3:8b',
      '    apiBase: http://localhost:11434',
    ),
    setups: continueSetups,
  },
  'LiteLLM, YAML': {
    text: lines(
      'model_list:',
      '  - model_name: gpt-5',
      '    litellm_params:',
      '      model: azure/gpt-5-eu',
      '      api_base: https://res.openai.azure.com/openai/v1',
      '      api_key: "os.environ/AZURE_API_KEY_EU"',
      '  - model_name: claude',
      '    litellm_params:',
      '      model: openai/claude-sonnet-5',
      `      api_base: ${baseUrl}`,
      `      api_key: ${key}`,
    ),
    setups: [
      { baseUrl: 'https://res.openai.azure.com/openai/v1', name: 'gpt-5', model: 'gpt-5-eu' },
      { baseUrl, key, name: 'claude', model: 'claude-sonnet-5' },
    ],
  },
  Codex: {
    text: lines(
      'model = "gpt-5"',
      'model_provider = "gw"',
      '',
      '[model_providers.gw]',
      'name = "My gateway"',
      `base_url = "${baseUrl}"`,
      'env_key = "GW_API_KEY"',
      'wire_api = "responses"',
      '[model_providers.other]',
      'base_url = "https://other.example/v1"',
      `experimental_bearer_token = "${key}"`,
    ),
    setups: [
      { baseUrl, name: 'My gateway', model: 'gpt-5', apiFormat: 'responses' },
      { baseUrl: 'https://other.example/v1', key, name: 'other', model: 'gpt-5' },
    ],
  },
  'Docker Compose': one(
    lines(
      '    environment:',
      '      - WEBUI_AUTH=false',
      `      - OPENAI_API_BASE_URLS=${baseUrl};https://other.example/v1`,
      `      - OPENAI_API_KEYS=${key};sk-other123`,
    ),
  ),
  'Kubernetes, variables of a container': one(
    lines(
      'env:',
      '  - name: OPENAI_BASE_URL',
      `    value: "${baseUrl}"`,
      '  - name: OPENAI_API_KEY',
      '    value: 9f8e7d6c5b4a',
    ),
    { key: '9f8e7d6c5b4a' },
  ),
  'Kubernetes, a reference to a secret': {
    text: lines(
      'env:',
      '  - name: OPENAI_API_KEY',
      '    valueFrom:',
      '      secretKeyRef: { name: llm, key: OPENAI_API_KEY }',
      '  - name: OPENAI_BASE_URL',
      `    value: ${baseUrl}`,
    ),
    setups: [{ baseUrl, name: 'llm' }],
  },
  "VS Code's settings of Claude Code": one(
    JSON.stringify({
      'claudeCode.environmentVariables': [
        { name: 'ANTHROPIC_BASE_URL', value: 'https://gw.example' },
        { name: 'ANTHROPIC_AUTH_TOKEN', value: key },
      ],
    }),
    { apiFormat: 'messages' },
  ),
  'Claude Code, with servers of tools': one(
    JSON.stringify({
      env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: key },
      mcpServers: { tools: { type: 'http', url: 'https://tools.example', headers: {} } },
    }),
    { apiFormat: 'messages' },
  ),
  'lines of JSON': one(`"baseURL": "${baseUrl}",\n"apiKey": "${key}",`),
  'JSON with comments': one(
    lines(
      '{',
      '  // The gateway',
      `  "base_url": "${baseUrl}", // ours`,
      `  "api_key": "${key}"`,
      '}',
    ),
  ),
  'JSON in a string of a shell': one(
    `{\\"base_url\\": \\"${baseUrl}\\", \\"api_key\\": \\"${key}\\"}`,
  ),
  YAML: one(lines(`base_url: ${baseUrl}`, `api_key: ${key}`, 'model: gpt-oss:20b'), {
    model: 'gpt-oss:20b',
  }),

  "a provider's page": one(lines('Base URL: https://gw.example/v1', `API Key: ${key}`)),
  "a provider's page, in Chinese": one(`接口地址：https://gw.example　密钥：${key}`),
  "a provider's page, two lines in Chinese": one(
    lines('接口地址：https://gw.example', `密钥：${key}`),
  ),
  "a provider's page, the model too": one(
    lines(`您的密钥：${key}`, 'API 地址：https://gw.example/v1', '模型：glm-5（推荐）'),
    { model: 'glm-5' },
  ),
  'labels above values': one(lines('Base URL', baseUrl, 'API Key', key)),
  'a table with two API formats': {
    text: lines(
      '| base_url (OpenAI) | https://gw.example |',
      '| base_url (Anthropic) | https://gw.example/anthropic |',
      '| api_key | `9f8e7d6c5b4a39281706` |',
    ),
    setups: [
      { baseUrl, key: '9f8e7d6c5b4a39281706' },
      {
        baseUrl: 'https://gw.example/anthropic',
        key: '9f8e7d6c5b4a39281706',
        apiFormat: 'messages',
      },
    ],
  },
  'a table': one(lines('| Base URL | https://gw.example/v1 |', `| API Key | \`${key}\` |`)),
  'a list': one(lines(`- **Base URL**: ${baseUrl}`, `- **API Key**: ${key}`)),
  'a list with bold names and code': one(
    lines(`- **Base URL:** \`${baseUrl}\``, `- **API Key:** \`${key}\``, '- **Model:** `gpt-5`'),
    { model: 'gpt-5' },
  ),
  // OpenAI's clients take keys of any form.
  'an address with a slash at its end before the key': one(
    lines('Base URL: https://gw.example/v1/', 'Key: 01ab23cd45ef.GhIj'),
    { key: '01ab23cd45ef.GhIj' },
  ),
  'labels in brackets': one(lines('【接口地址】https://gw.example/v1', `【密钥】${key}`)),
  'an address and a key': one(lines(baseUrl, key)),
  'a host and a key': one(lines('https://gw.example', key)),
  'a key and an address': one(lines(key, baseUrl)),
  'a sentence': one(`Your API key is ready: use ${key} with https://gw.example/v1.`),
};

/** The same text as other systems and an input box give it: Chromium's makes blanks of line breaks. */
const variants: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with blanks for line breaks': (text) => text.replaceAll('\n', ' '),
  'with blanks around it': (text) => `\n  ${text} \u200b\n`,
  'with full-width colons': (text) => text.replaceAll(': ', '：'),
};

function setupsOf(reading: SetupReading): readonly FoundSetup[] | string {
  return reading.type === 'found'
    ? reading.setups
    : reading.type === 'key'
      ? 'key'
      : reading.problem;
}

describe('readSetup', function () {
  this.timeout(30_000);

  for (const [name, { text, setups }] of Object.entries(samples)) {
    for (const [variant, change] of Object.entries(variants)) {
      const changed = change(text);
      if (variant === 'as it is' || changed !== text) {
        it(`reads ${name} ${variant}`, () => {
          assert.deepEqual(setupsOf(readSetup(changed)), setups, changed);
        });
      }
    }
  }

  const plainAddresses = [
    'gateway.example',
    'localhost:8080',
    '10.0.0.5:8080/v1/chat/completions',
    'https://gateway.example/v1/responses',
    'https://host.example/api/paas/v4',
    'http://model:8080/v1',
    'OPENAI_BASE_URL=https://gateway.example',
    'My gateway: https://gateway.example/v1',
    '“https://gateway.example”',
    'https://gateway.example/v1?tenant=a%20b',
    'https://token:8080',
    '',
    'ftp://gateway.example',
    'javascript:alert(1)',
    'https://user:secret@gateway.example',
    'https://gateway.example/v1#top',
    'https://gate way.example',
    'https://one.example, https://two.example',
    'https://gateway.example/{tenant}/v1',
    'https://gateway.example/v1/sk-abc123456',
    'https://gateway.example/model=a/v1',
    'see https://docs.example/help for more',
    'host: 0.0.0.0',
    'model: gpt-5',
    '{"base_url":"https://gw.example/abc123/v1","api_key":"abc123"}',
  ];
  for (const text of plainAddresses) {
    it(`reads ${JSON.stringify(text)} as an address, which is not hidden`, () => {
      const parsed = parseBaseUrl(text);
      const reading = readSetup(text);
      const expected = parsed.ok
        ? [{ baseUrl: parsed.baseUrl }]
        : parsed.split
          ? [parsed.split]
          : parsed.problem;
      assert.deepEqual(setupsOf(reading), expected);
      assert.equal(reading.hasSecret, text.includes('abc123'));
    });
  }

  const keysAlone: readonly (readonly [text: string, key: string, baseUrl?: string])[] = [
    [key, key],
    [`"${key}"`, key],
    [`Bearer ${key}`, key],
    [`export OPENAI_API_KEY=${key}`, key],
    [`base_url = "<your gateway>", api_key = "${key}"`, key],
    [`new OpenAI({ baseURL: process.env.OPENAI_BASE_URL, apiKey: '${key}' })`, key],
    [`DATABASE_URL=postgres://me:pass@db.example/x\nOPENAI_API_KEY=${key}`, key],
    [`OPENAI_API_KEY=${key}\nSUPABASE_URL=https://abc.db.example\nSUPABASE_KEY=abc123`, key],
    ['sk-ant-abc123', 'sk-ant-abc123', 'https://api.anthropic.com/v1'],
    ['sk-or-v1-abc123', 'sk-or-v1-abc123', 'https://openrouter.ai/api/v1'],
    [
      `GROQ_API_KEY=gsk_${'a1'.repeat(20)}`,
      `gsk_${'a1'.repeat(20)}`,
      'https://api.groq.com/openai/v1',
    ],
  ];
  for (const [text, expected, ofProvider] of keysAlone) {
    it(`reads ${JSON.stringify(text)} as a key alone`, () => {
      assert.deepEqual(readSetup(text), {
        type: 'key',
        key: expected,
        ...(ofProvider === undefined ? {} : { baseUrl: ofProvider }),
        hasSecret: true,
      });
    });
  }

  const typedBefore: readonly (readonly [typed: string, baseUrl: string])[] = [
    ['gateway.example', 'https://gateway.example/v1'],
    ['gateway.example/api', 'https://gateway.example/api'],
    ['localhost:8080', 'http://localhost:8080/v1'],
  ];
  for (const [typed, expected] of typedBefore) {
    it(`reads a key that is pasted behind ${typed} as the key for that address`, () => {
      const setups = [{ baseUrl: expected, key }];
      assert.deepEqual(readSetup(`${typed} ${key}`), { type: 'found', setups, hasSecret: true });
    });
  }

  const serversOfTools = [
    '{"mcpServers":{"a":{"command":"npx","env":{"API_KEY":"abc123"}},"b":{"url":"https://tools.example/mcp","headers":{"Authorization":"Bearer abc123"}}}}',
    '{"servers":{"a":{"type":"http","url":"https://tools.example/api","headers":{"Authorization":"Bearer abc123"}}}}',
    '{"mcp":{"a":{"type":"remote","url":"https://tools.example/api","headers":{"Authorization":"Bearer abc123"}}}}',
    '"tools": { "url": "https://mcp.tools.example/v1", "headers": { "API_KEY": "abc123" } }',
    '{ // Cursor\n"mcpServers": { "a": { "url": "https://tools.example/sse", "headers": { "X-API-Key": "abc123" } } } }',
    '[mcp_servers.a]\nurl = "https://tools.example/api"\nbearer_token = "abc123"',
    'claude mcp add --transport http a https://mcp.tools.example --header "Authorization: Bearer abc123"',
  ];
  for (const text of serversOfTools) {
    it(`reads no gateway from ${JSON.stringify(text)}`, () => {
      assert.deepEqual(readSetup(text), { type: 'problem', problem: 'mcp', hasSecret: true });
    });
  }

  const noKeys = [
    '<your key>',
    'YOUR_API_KEY',
    'your-api-key',
    'sk-your-key',
    'sk-xxxxxxxx',
    'sk-...',
    'sk-abc***123',
    '${env:OPENAI_API_KEY}',
    '$OPENAI_API_KEY',
    '%OPENAI_API_KEY%',
    '{{key}}',
    'OPENAI_API_KEY',
    'os.environ/OPENAI_API_KEY',
    'process.env.OPENAI_API_KEY',
    'subscription_key',
    'not-needed',
    'EMPTY',
    '',
  ];
  for (const value of noKeys) {
    it(`reads no key from ${JSON.stringify(value)}`, () => {
      for (const text of [
        `{"base_url":"${baseUrl}","api_key":"${value}"}`,
        `base_url="${baseUrl}", api_key="${value}"`,
        `OPENAI_BASE_URL=${baseUrl}\nOPENAI_API_KEY=${value}`,
        `curl ${baseUrl}/models -H "Authorization: Bearer ${value}"`,
      ]) {
        assert.deepEqual(setupsOf(readSetup(text)), [{ baseUrl }], text);
      }
    });
  }

  it('says why an address in a text cannot be used, and whether it is hidden', () => {
    const read = (text: string) => {
      const reading = readSetup(text);
      return reading.type === 'problem' ? [reading.problem, reading.hasSecret] : reading;
    };
    assert.deepEqual(read(`base_url="https://me:pass@gw.example", api_key="${key}"`), [
      'credentials',
      true,
    ]);
    assert.deepEqual(read(`base_url="https://${key}.example", api_key="${key}"`), ['key', true]);
    assert.deepEqual(read('cherrystudio://providers/api-keys?data=!'), ['scheme', true]);
    assert.deepEqual(read('DATABASE_URL=postgres://me:pass@db.example/x'), ['scheme', true]);
    assert.deepEqual(read('GITHUB_TOKEN=abcdef123456'), ['key', true]);
    assert.deepEqual(read('# OPENAI_API_KEY=abcdef123456'), ['blank', true]);
    assert.deepEqual(read(`https://gateway.example${key}a1`), ['key', true]);
    assert.deepEqual(read('x'.repeat(65_537)), ['tooLong', true]);
  });

  it('reads no key for the address of another call or another entry', () => {
    const official = 'sk-official1';
    for (const text of [
      `a = OpenAI(api_key="${official}")\nb = OpenAI(base_url="${baseUrl}")`,
      `a = Client.builder().apiKey("${official}").build()\nb = Client.builder().baseUrl("${baseUrl}")`,
      `Client.builder().apiKey("${official}").build(); base_url: ${baseUrl}`,
      `{"models":[{"title":"A","apiKey":"${official}"},{"title":"B","apiBase":"${baseUrl}"}]}`,
      `// two\n[{"title":"A","apiKey":"${official}"},{"title":"B","apiBase":"${baseUrl}"}]`,
      `models:\n  - name: A\n    apiKey: ${official}\n  - name: B\n    apiBase: ${baseUrl}`,
      `[a]\napi_key = "${official}"\n[b]\nbase_url = "${baseUrl}"`,
      `STRIPE_API_KEY=${official}\nBASE_URL=${baseUrl}`,
    ]) {
      const setups = setupsOf(readSetup(text));
      assert.ok(Array.isArray(setups) && setups.length === 1, text);
      assert.deepEqual([setups[0].baseUrl, setups[0].key], [baseUrl, undefined], text);
    }
  });

  it('takes no key for a name, a model or a query parameter, which settings have in plain text', () => {
    for (const [text, found] of [
      [`name: ${key}\nbase_url: ${baseUrl}`, {}],
      [`model: ${key}\nbase_url: ${baseUrl}`, {}],
      [`${baseUrl}?api_key=9f8e7d6c5b4a`, { key: '9f8e7d6c5b4a' }],
      [
        `base_url: ${baseUrl}?token=9f8e7d6c5b4a&tenant=a`,
        { key: '9f8e7d6c5b4a', queryParameters: { tenant: 'a' } },
      ],
      // The key of LiteLLM's own users is none of the servers behind it.
      [`general_settings:\n  master_key: ${key}\nmodel_list:\n  api_base: ${baseUrl}`, {}],
    ] as const) {
      const reading = readSetup(text);
      assert.deepEqual(setupsOf(reading), [{ baseUrl, ...found }], text);
      assert.equal(reading.hasSecret, true, text);
    }
  });

  it('takes no name for the value of the name before it', () => {
    for (const text of [
      `required = ["api_key", "base_url"]\nbase_url: ${baseUrl}`,
      `model:\n  provider: openai\nbase_url: ${baseUrl}`,
      `model: provider: openai base_url: ${baseUrl}`,
    ]) {
      assert.deepEqual(setupsOf(readSetup(text)), [{ baseUrl }], text);
    }
  });

  it('reads at most 50 gateways, each once', () => {
    const entry = (at: number): string =>
      `- api_base: https://gw${at % 60}.example/v1\n  api_key: sk-abc${at}`;
    const text = Array.from({ length: 100 }, (_, at) => entry(at % 60)).join('\n');
    const setups = setupsOf(readSetup(text));
    assert.ok(Array.isArray(setups));
    assert.deepEqual(
      setups,
      Array.from({ length: 50 }, (_, at) => ({
        baseUrl: `https://gw${at}.example/v1`,
        key: `sk-abc${at}`,
      })),
    );
  });

  for (const { role, isWeak = false, samples: names } of nameRows) {
    it(`knows ${names} as names of the role ${role}`, () => {
      for (const name of names.split(', ')) {
        const read = readName(name);
        assert.deepEqual([read.role, read.isWeak, isKnownFamily(read)], [role, isWeak, true], name);
      }
    });
  }

  const piece = fc.oneof(
    fc.constantFrom(
      'localhost:8080',
      '/v1/models',
      baseUrl,
      'gw.example',
      'https://other.example',
      'postgres://a:b@c',
      '%22',
      '\\',
      '\r\n',
      '# ',
      '//',
      'Bearer ',
    ),
    fc.constantFrom(
      ...nameRows.flatMap((row) => row.samples.split(', ')),
      'AWS_SECRET_ACCESS_KEY',
      'DATABASE_URL',
      'export ',
    ),
    fc.constantFrom(...Array.from('"\'`{}[]()<>,;:=|-$ \n\t?&/：，＝“”'), ': ', ' = ', '- '),
    // What is glued to a word may be the end of it, as in `task-`.
    fc.string({ unit: fc.constantFrom(...Array.from('09_~é中\u200b')), maxLength: 4 }),
  );
  const mixed = (value: string) =>
    fc.array(
      fc.oneof(
        piece,
        fc.constantFrom(
          `=${value}`,
          `: ${value}`,
          `"${value}"`,
          `/${value}`,
          `\n${value}`,
          `1${value}`,
        ),
      ),
      { maxLength: 14 },
    );

  it('never makes an address with a part of a key, a quote, a brace or a blank', () => {
    const secret = fc.constantFrom(
      'sk-q1w2e3r4t5',
      'sk-or-v1-q1w2e3r4',
      'q1w2e3r4t5y6',
      `hf_${'q1W'.repeat(8)}`,
    );
    fc.assert(
      fc.property(
        secret.chain((value) => fc.tuple(fc.constant(value), mixed(value))),
        ([value, pieces]) => {
          const text = pieces.join('');
          const reading = readSetup(text);
          if (reading.type === 'found') {
            for (const setup of reading.setups) {
              const shown = decodeURIComponent(setup.baseUrl);
              assert.doesNotMatch(shown, /["'`{}\s]/, text);
              const isKey =
                /^(?:sk-|hf_)/.test(value) || reading.setups.some((each) => each.key === value);
              const parts = Array.from(value.slice(7), (_, at) => value.slice(at, at + 8));
              const shownParts = parts.filter((part) => shown.includes(part.toLowerCase()));
              assert.ok(!isKey || shownParts.length === 0, text);
            }
          }
        },
      ),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('never throws, and takes an address alone as parseBaseUrl does', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          mixed(key).map((all) => all.join('')),
        ),
        (text) => {
          const parsed = parseBaseUrl(text);
          const reading = readSetup(text);
          if (parsed.ok && !parsed.baseUrl.includes(key)) {
            assert.ok(reading.type === 'found', text);
            const [first, ...others] = reading.setups;
            const saysMore = others.length > 0 || Object.keys(first).length > 1;
            assert.ok(saysMore || first.baseUrl === parsed.baseUrl, text);
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('takes linear time', function () {
    this.timeout(60_000);
    const least = 2_000;
    const repeated = [
      `OPENAI_BASE_URL=${baseUrl}\nOPENAI_API_KEY=${key}\n`,
      `${baseUrl} ${key}\n`,
      'name=',
      'A_B=',
      '\n# ',
      '{"a":',
      'sk-',
      '地址：',
    ];
    for (const part of repeated) {
      const isFast = isLinear((factor) =>
        readSetup(part.repeat(Math.ceil((least * factor) / part.length)).slice(0, least * factor)),
      );
      assert.ok(isFast, part);
    }
  });
});
