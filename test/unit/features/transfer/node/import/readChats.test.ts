// Reads damaged and hostile files: the result is valid conversations and an error, never an exception.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Conversation } from '../../../../../../src/conversation/common/conversation';
import { exportJson } from '../../../../../../src/features/transfer/node/export/exportJson';
import { propertyRuns } from '../../../../../support/propertyRuns';
import {
  answer,
  conversation,
  joinChunks,
  question,
  readItems,
  yieldEach,
  type ReadItem,
} from '../fixtures';
import { branched, oldest, reasoned } from './chatGptFixtures';
import { sessions } from './continueFixtures';
import { linkedChats } from './linkedFixtures';

const own = conversation({
  messages: [question('q1', ''), answer('a1', 'q1'), question('q2', 'a1'), answer('a2', 'q2')],
  offPath: [answer('a0', 'q1', { state: 'stopped', reasoning: 'Hm.' })],
});

async function createFiles(): Promise<readonly string[]> {
  const porticoExport = await joinChunks(
    exportJson(yieldEach({ title: 'Mine', conversation: own }), 1),
  );
  return [
    porticoExport,
    JSON.stringify([...oldest, branched, reasoned]),
    ...[...sessions, ...linkedChats].map((chat) => JSON.stringify(chat)),
  ];
}

/** Asserts what holds for every conversation. */
function assertValid({ id, createdAt, messages, offPath }: Conversation): void {
  assert.match(id, /^[a-z0-9][a-z0-9-]{7,99}$/u);
  assert.ok(!Number.isNaN(new Date(createdAt).getTime()), `createdAt ${createdAt}`);
  const all = [...messages, ...offPath];
  const byId = new Map(all.map((message) => [message.id, message]));
  assert.equal(byId.size, all.length, 'two messages with one ID');
  for (const message of all) {
    const parent = message.kind === 'question' ? (message.parentId ?? '') : message.questionId;
    const before = byId.get(parent);
    if (message.kind === 'question') {
      assert.ok(parent === '' || before?.kind === 'answer');
      assert.ok(!Number.isNaN(new Date(message.askedAt).getTime()));
    } else {
      assert.ok(before?.kind === 'question');
      assert.ok(message.state !== 'waiting' && message.state !== 'streaming');
      assert.ok(!Number.isNaN(new Date(message.startedAt).getTime()));
    }
  }
  for (const [index, message] of messages.entries()) {
    const parent = message.kind === 'question' ? message.parentId : message.questionId;
    assert.equal(parent, messages[index - 1]?.id ?? '');
  }
  assert.equal(messages[0]?.kind, 'question');
  assert.equal(messages.at(-1)?.kind, 'answer');
}

function assertAllValid(items: readonly ReadItem[]): void {
  for (const item of items) {
    if (item.kind === 'chat') assertValid(item.chat.conversation);
  }
}

/** The paths of all values within a JSON value. */
function pathsIn(json: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  return typeof json === 'object' && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, value]) => pathsIn(value, [...path, key]))]
    : [path];
}

function withValueAt(json: unknown, [key, ...path]: readonly string[], value: unknown): unknown {
  if (key === undefined) {
    return value;
  }
  const inner = (json as Record<string, unknown>)[key];
  const changed = withValueAt(inner, path, value);
  if (Array.isArray(json)) {
    return json.with(Number(key), changed) as unknown;
  }
  return { ...(json as object), [key]: changed };
}

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    '',
    '..',
    -1,
    1e308,
    8.64e15 + 1,
    null,
    [],
    {},
    { '': {} },
    [null],
    'q1',
    'a1',
    'n4',
  ),
);

describe('readChats', () => {
  it('reads the complete chats of a file that is cut off at any byte, and reports the error', async () => {
    for (const file of await createFiles()) {
      const complete = await readItems(file);
      assertAllValid(complete);
      const bytes = Buffer.from(file);
      // Every byte of a short file, and about 1,500 positions of a long one.
      const step = Math.max(1, Math.floor(bytes.length / 1_500));
      for (let length = 0; length < bytes.length - 2; length += step) {
        const items = await readItems(bytes.subarray(0, length).toString('utf8'), 997);
        const last = items.at(-1);
        assert.equal(last?.kind, 'error', `cut off at ${length}`);
        assert.deepEqual(items.slice(0, -1), complete.slice(0, items.length - 1));
      }
    }
  });

  it('yields only valid conversations, whatever value is anywhere in the file', async () => {
    for (const file of await createFiles()) {
      const json: unknown = JSON.parse(file);
      const paths = pathsIn(json);
      await fc.assert(
        fc.asyncProperty(fc.nat(), hostile, async (index, value) => {
          const path = paths[index % paths.length] ?? [];
          assertAllValid(await readItems(JSON.stringify(withValueAt(json, path, value))));
        }),
        { numRuns: propertyRuns(100) },
      );
    }
  });

  it('skips a chat whose time is not finite', async () => {
    const file =
      (await createFiles())[0]?.replace('"createdAt":1700000000000', '"createdAt":1e999') ?? '';
    assert.ok(file.includes('1e999'));
    const items = await readItems(file);
    assertAllValid(items);
    assert.deepEqual(items, [{ kind: 'skipped', reason: 'unknownFormat' }]);
  });

  it('reports why a file contains no chats', async () => {
    const errors = {
      'plain text': 'notJson',
      ' \n<!doctype html>': 'webPage',
      '': 'notJson',
      '{}': 'emptyList',
      '[]': 'emptyList',
      '[1, "two"]': 'noChats',
      '{"name":"package","version":"1.0.0"}': 'noChats',
    };
    for (const [text, error] of Object.entries(errors)) {
      assert.deepEqual((await readItems(text)).at(-1), { kind: 'error', error }, text);
    }
  });

  it('skips a value that is nested deeper than the call stack', async () => {
    const deep = `[${'['.repeat(500_000)}${']'.repeat(500_000)}, ${JSON.stringify(branched)}]`;
    const items = await readItems(deep, 65_536);
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['skipped', 'chat'],
    );
  });
});
