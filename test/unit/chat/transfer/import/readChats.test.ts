// Files come from anywhere: whatever stands in them, they are read to the end or said to be damaged.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportJson } from '../../../../../src/chat/transfer/export/exportJson';
import type { ReadItem } from '../../../../../src/chat/transfer/import/readChats';
import type { Conversation } from '../../../../../src/shared/conversation/conversation';
import { answer, conversation, each, gathered, itemsOf, question } from '../fixtures';
import { branched, oldest, reasoned } from './chatGptFixtures';
import { sessions } from './continueFixtures';

const own = conversation({
  messages: [question('q1', ''), answer('a1', 'q1'), question('q2', 'a1'), answer('a2', 'q2')],
  offPath: [answer('a0', 'q1', { state: 'stopped', reasoning: 'Hm.' })],
});

async function files(): Promise<readonly string[]> {
  const exported = await gathered(exportJson(each({ title: 'Mine', conversation: own }), 1));
  return [
    exported,
    JSON.stringify([...oldest, branched, reasoned]),
    ...sessions.map((one) => JSON.stringify(one)),
  ];
}

/** What has to hold of every conversation, wherever it comes from. */
function check({ id, createdAt, messages, offPath }: Conversation): void {
  assert.match(id, /^[a-z0-9][a-z0-9-]{7,99}$/u);
  assert.ok(!Number.isNaN(new Date(createdAt).getTime()), `createdAt ${createdAt}`);
  const all = [...messages, ...offPath];
  const byId = new Map(all.map((message) => [message.id, message]));
  assert.equal(byId.size, all.length, 'two messages of one ID');
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

function checkAll(items: readonly ReadItem[]): void {
  for (const item of items) {
    if (item.kind === 'chat') check(item.chat.conversation);
  }
}

/** Every place in a value where another could stand. */
function placesIn(json: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  return typeof json === 'object' && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, value]) => placesIn(value, [...path, key]))]
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

describe('Files with chats', () => {
  it('cut at any byte give whole chats, and say that they are damaged', async () => {
    for (const file of await files()) {
      const whole = await itemsOf(file);
      checkAll(whole);
      const bytes = Buffer.from(file);
      // Every byte of a short file, and of a long one so many that no kind of place is missed.
      const step = Math.max(1, Math.floor(bytes.length / 1_500));
      for (let length = 0; length < bytes.length - 2; length += step) {
        const items = await itemsOf(bytes.subarray(0, length).toString('utf8'), 997);
        const last = items.at(-1);
        assert.equal(last?.kind, 'fault', `cut at ${length}`);
        assert.deepEqual(items.slice(0, -1), whole.slice(0, items.length - 1));
      }
    }
  });

  it('with any value in any place never throw, and make sound conversations alone', async () => {
    for (const file of await files()) {
      const json: unknown = JSON.parse(file);
      const places = placesIn(json);
      await fc.assert(
        fc.asyncProperty(fc.nat(), hostile, async (place, value) => {
          const path = places[place % places.length] ?? [];
          checkAll(await itemsOf(JSON.stringify(withValueAt(json, path, value))));
        }),
        { numRuns: 400 },
      );
    }
  });

  it('of numbers that JSON can tell and nobody can count are no times', async () => {
    const file =
      (await files())[0]?.replace('"createdAt":1700000000000', '"createdAt":1e999') ?? '';
    assert.ok(file.includes('1e999'));
    const items = await itemsOf(file);
    checkAll(items);
    assert.deepEqual(items, [{ kind: 'refused', reason: 'unreadable' }]);
  });

  it('that are something else say what they are', async () => {
    const faults = {
      'PK\u0003\u0004 archive': 'zipped',
      '<!doctype html>': 'notJson',
      '': 'notJson',
      '{}': 'unknownFormat',
      '[]': 'unknownFormat',
      '[1, "two"]': 'unknownFormat',
      '{"name":"package","version":"1.0.0"}': 'unknownFormat',
    };
    for (const [text, fault] of Object.entries(faults)) {
      assert.deepEqual((await itemsOf(text)).at(-1), { kind: 'fault', fault }, text);
    }
  });

  it('nested deeper than any stack are passed over', async () => {
    const deep = `[${'['.repeat(500_000)}${']'.repeat(500_000)}, ${JSON.stringify(branched)}]`;
    const items = await itemsOf(deep, 65_536);
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['refused', 'chat'],
    );
  });
});
