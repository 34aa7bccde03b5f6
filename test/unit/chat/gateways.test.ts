import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  gatewayAt,
  gatewayChoices,
  gatewayId,
  gatewayRef,
  isSameOperator,
  keyLabelProblem,
  readGateways,
} from '../../../src/chat/gateways';
import { parseBaseUrl } from '../../../src/gateway/baseUrl';

const work = { name: 'Work', baseUrl: 'work.example' };
const home = { name: 'Home', baseUrl: 'http://localhost:8080/v1' };

function read(...setting: readonly unknown[]) {
  return readGateways(setting, parseBaseUrl);
}

function place(baseUrl: string): { readonly baseUrl: string; readonly origin: string } {
  const parsed = parseBaseUrl(baseUrl);
  assert.ok(parsed.ok);
  return parsed;
}

describe('readGateways', () => {
  it('reads entries as they are used', () => {
    const { gateways, bad } = read(
      { ...work, keyLabel: ' blue ', timeouts: { idleSeconds: 5 } },
      { ...home, name: '  Home ' },
    );
    assert.deepEqual(bad, []);
    assert.deepEqual(gateways, [
      {
        name: 'Work',
        baseUrl: 'https://work.example/v1',
        origin: 'https://work.example',
        keyLabel: 'blue',
        timeouts: { idleSeconds: 5 },
      },
      { ...home, origin: 'http://localhost:8080', timeouts: {} },
    ]);
  });

  it('names every entry that cannot be used, by its place and what is wrong', () => {
    const { gateways, bad } = read(
      'work.example',
      { baseUrl: 'work.example' },
      { name: ' ', baseUrl: 'work.example' },
      { name: 'None' },
      { name: 'Bad', baseUrl: 'https://me:secret@work.example' },
      { name: 'Label', baseUrl: 'work.example', keyLabel: 7 },
      { name: 'Pasted', baseUrl: 'work.example', keyLabel: 'sk-canary-1234' },
      work,
      { ...home, name: 'Work' },
      { name: 'Again', baseUrl: 'https://work.example/v1/models' },
      { ...home, timeouts: { idleSeconds: -1 } },
    );
    assert.deepEqual(
      bad.map(({ place: index, name, problem }) => [index, name, problem.type]),
      [
        [1, undefined, 'noEntry'],
        [2, undefined, 'noName'],
        [3, undefined, 'noName'],
        [4, 'None', 'baseUrl'],
        [5, 'Bad', 'baseUrl'],
        [6, 'Label', 'keyLabel'],
        [7, 'Pasted', 'keyLabel'],
        [9, 'Work', 'sameName'],
        [10, 'Again', 'sameGateway'],
        [11, 'Home', 'timeouts'],
      ],
    );
    assert.deepEqual(
      gateways.map(({ name }) => name),
      ['Work', 'Home'],
    );
    assert.deepEqual(gateways[1]?.timeouts, {});
  });

  it('counts every entry of whatever stands in the setting, as one to use or as one that is bad', () => {
    const entry = fc.oneof(
      fc.jsonValue(),
      fc.record({
        name: fc.oneof(fc.constantFrom('Work', 'Home', ''), fc.jsonValue()),
        baseUrl: fc.oneof(fc.constantFrom('a.example', 'b.example/v1', '?'), fc.jsonValue()),
        keyLabel: fc.oneof(fc.constantFrom('', 'blue'), fc.jsonValue()),
      }),
    );
    fc.assert(
      fc.property(fc.array(entry), (setting) => {
        const { gateways, bad } = readGateways(setting, parseBaseUrl);
        const unused = bad.filter(({ problem }) => problem.type !== 'timeouts');
        assert.equal(gateways.length + unused.length, setting.length);
        assert.equal(new Set(gateways.map(gatewayId)).size, gateways.length);
      }),
    );
  });

  it('says that a setting which is no list is no entry', () => {
    assert.deepEqual(readGateways(undefined, parseBaseUrl), { gateways: [], bad: [] });
    assert.equal(readGateways('work.example', parseBaseUrl).bad[0]?.problem.type, 'noEntry');
  });
});

describe('gatewayAt', () => {
  const { gateways } = read(
    { ...work, keyLabel: 'blue' },
    { ...work, name: 'Work, private', keyLabel: 'red' },
    home,
  );

  it('takes the entry whose key is the chosen one', () => {
    const here = gatewayAt(gateways, place('work.example'), 'red');
    assert.equal(here.named?.name, 'Work, private');
    assert.equal(here.keyLabel, 'red');
  });

  it('uses the key that the entry names, and no other that was chosen', () => {
    const here = gatewayAt(gateways, place('work.example'), 'green');
    assert.equal(here.named?.name, 'Work');
    assert.equal(here.keyLabel, 'blue');
  });

  it('uses the chosen key where the entry names none, and where there is no entry', () => {
    assert.equal(gatewayAt(gateways, place('localhost:8080'), 'green').keyLabel, 'green');
    const elsewhere = gatewayAt(gateways, place('https://work.example/other/v1'), 'green');
    assert.equal(elsewhere.keyLabel, 'green');
    assert.equal(elsewhere.named, undefined);
  });
});

describe('gatewayChoices', () => {
  function rows(
    setting: readonly unknown[],
    here: string | undefined,
    labels: Readonly<Record<string, readonly string[]>>,
    chosen = '',
  ): readonly string[] {
    const { gateways } = read(...setting);
    const at = here === undefined ? undefined : gatewayAt(gateways, place(here), chosen);
    return gatewayChoices(gateways, at, (origin) => labels[new URL(origin).host] ?? []).map(
      ({ named, baseUrl, keyLabel, current }) =>
        `${current ? '> ' : ''}${named?.name ?? '-'} ${new URL(baseUrl).host} ${keyLabel}`.trim(),
    );
  }

  it('has a row for each named gateway and for the one in use', () => {
    assert.deepEqual(rows([work, home], 'other.example', {}), [
      'Work work.example',
      'Home localhost:8080',
      '> - other.example',
    ]);
    assert.deepEqual(rows([work, home], 'work.example', {}), [
      '> Work work.example',
      'Home localhost:8080',
    ]);
    assert.deepEqual(rows([], undefined, {}), []);
  });

  it('has one for each key where the entry does not say which', () => {
    const labels = { 'work.example': ['', 'blue'] };
    assert.deepEqual(rows([work], 'work.example', labels, 'blue'), [
      'Work work.example',
      '> Work work.example blue',
    ]);
  });

  it('gives a key to the entry that names it', () => {
    const labels = { 'work.example': ['', 'blue'] };
    const blue = { ...work, name: 'Blue', keyLabel: 'blue' };
    assert.deepEqual(rows([work, blue], 'work.example', labels), [
      '> Work work.example',
      'Blue work.example blue',
    ]);
  });

  it('shows a key that no entry may use, at the gateway in use', () => {
    const labels = { 'work.example': ['blue', 'red'] };
    assert.deepEqual(rows([{ ...work, keyLabel: 'blue' }], 'work.example', labels), [
      '> Work work.example blue',
      '- work.example red',
    ]);
  });
});

describe('isSameOperator', () => {
  const blue = gatewayRef('https://work.example/v1', 'blue');

  it('does not ask between two paths of one origin with the same key', () => {
    assert.ok(isSameOperator(blue, gatewayRef('https://work.example/other/v1', 'blue')));
  });

  it('asks for another origin, and for another key', () => {
    for (const other of [
      gatewayRef('https://work.example:8443/v1', 'blue'),
      gatewayRef('http://work.example/v1', 'blue'),
      gatewayRef('https://work.example.evil.example/v1', 'blue'),
      gatewayRef('https://work.example/v1', 'red'),
      gatewayRef('https://work.example/v1', ''),
      { baseUrl: 'damaged', keyLabel: 'blue' },
    ]) {
      assert.ok(!isSameOperator(blue, other), JSON.stringify(other));
      assert.ok(!isSameOperator(other, blue), JSON.stringify(other));
    }
  });
});

describe('gatewayId', () => {
  it('is different for different gateways, and the Base URL where the key has no label', () => {
    const label = fc
      .oneof(fc.string(), fc.constantFrom('a', 'a#b', '%23'))
      .filter((text) => text === '' || keyLabelProblem(text) === undefined);
    const ref = fc.tuple(fc.constantFrom('https://a.example/v1', 'https://a.example/a'), label);
    fc.assert(
      fc.property(ref, ref, ([one, first], [other, second]) => {
        const same = one === other && first === second;
        const ids = [gatewayId(gatewayRef(one, first)), gatewayId(gatewayRef(other, second))];
        assert.equal(ids[0] === ids[1], same);
      }),
    );
    assert.equal(gatewayId({ baseUrl: 'https://a.example/v1' }), 'https://a.example/v1');
  });
});

describe('keyLabelProblem', () => {
  it('takes what people call a key', () => {
    for (const label of ['blue', 'team blue', 'Budget 2026/11', '研发组', 'a#b%23', 'skunkworks']) {
      assert.equal(keyLabelProblem(label), undefined, label);
    }
  });

  it('takes no key for a label, and nothing that cannot be shown', () => {
    const wrong: Readonly<Record<string, ReturnType<typeof keyLabelProblem>>> = {
      '': 'empty',
      ' \n': 'empty',
      'sk-1234': 'looksLikeKey',
      'Bearer abc': 'looksLikeKey',
      '0123456789abcdef0123456789abcdef': 'looksLikeKey',
      ['long '.repeat(10)]: 'tooLong',
      'a\nb': 'characters',
      'a\u200bb': 'characters',
      'a\u202eb': 'characters',
      '\ud800': 'characters',
    };
    for (const [label, problem] of Object.entries(wrong)) {
      assert.equal(keyLabelProblem(label), problem, JSON.stringify(label));
    }
  });
});
