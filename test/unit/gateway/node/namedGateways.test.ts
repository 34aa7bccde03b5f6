import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../../src/gateway/node/baseUrl';
import {
  extrasAt,
  gatewayChoices,
  gatewayId,
  gatewayRef,
  isSameOperator,
  keyLabelProblem,
  readGateways,
  resolveGateway,
} from '../../../../src/gateway/node/namedGateways';

const work = { name: 'Work', baseUrl: 'work.example' };
const home = { name: 'Home', baseUrl: 'http://localhost:8080/v1' };

function read(...setting: readonly unknown[]) {
  return readGateways(setting, parseBaseUrl);
}

function parsed(baseUrl: string): { readonly baseUrl: string; readonly origin: string } {
  const result = parseBaseUrl(baseUrl);
  assert.ok(result.ok);
  return result;
}

describe('readGateways', () => {
  it('normalizes the entries', () => {
    const { gateways, invalid } = read(
      { ...work, keyLabel: ' blue ', timeouts: { idleSeconds: 5 } },
      { ...home, name: '  Home ' },
    );
    assert.deepEqual(invalid, []);
    assert.deepEqual(gateways, [
      {
        name: 'Work',
        baseUrl: 'https://work.example/v1',
        origin: 'https://work.example',
        keyLabel: 'blue',
        timeouts: { idleSeconds: 5 },
        extras: {},
      },
      { ...home, origin: 'http://localhost:8080', timeouts: {}, extras: {} },
    ]);
  });

  it('reports each invalid entry with its position and problem', () => {
    const { gateways, invalid } = read(
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
      { name: 'Help', baseUrl: 'help.example', helpUrl: 'http://help.example' },
    );
    assert.deepEqual(
      invalid.map(({ position, name, problem }) => [position, name, problem.type]),
      [
        [1, undefined, 'notAnObject'],
        [2, undefined, 'missingName'],
        [3, undefined, 'missingName'],
        [4, 'None', 'baseUrl'],
        [5, 'Bad', 'baseUrl'],
        [6, 'Label', 'keyLabel'],
        [7, 'Pasted', 'keyLabel'],
        [9, 'Work', 'duplicateName'],
        [10, 'Again', 'duplicateGateway'],
        [11, 'Home', 'timeouts'],
        [12, 'Help', 'extras'],
      ],
    );
    assert.deepEqual(
      gateways.map(({ name }) => name),
      ['Work', 'Home', 'Help'],
    );
    assert.deepEqual(gateways[1]?.timeouts, {});
  });

  it('reports every entry of any setting as either valid or invalid', () => {
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
        const { gateways, invalid } = readGateways(setting, parseBaseUrl);
        const unused = invalid.filter(({ problem }) => problem.type !== 'timeouts');
        assert.equal(gateways.length + unused.length, setting.length);
        assert.equal(new Set(gateways.map(gatewayId)).size, gateways.length);
      }),
    );
  });

  it('reads a setting that is not a list as one entry', () => {
    assert.deepEqual(readGateways(undefined, parseBaseUrl), { gateways: [], invalid: [] });
    assert.equal(
      readGateways('work.example', parseBaseUrl).invalid[0]?.problem.type,
      'notAnObject',
    );
  });
});

describe('extrasAt', () => {
  it('takes each field from the first entry of the Base URL that has it, and from no other', () => {
    const { gateways } = read(
      { ...work, apiFormat: 'messages' },
      { ...work, name: 'Work, batch', keyLabel: 'batch', apiFormat: 'chat', models: { m: {} } },
      { ...work, name: 'Other path', baseUrl: 'work.example/other', helpUrl: 'https://a.example' },
      { ...home, helpUrl: 'https://b.example' },
    );
    const { baseUrl } = parsed('work.example');
    assert.deepEqual(extrasAt(gateways, baseUrl), { apiFormat: 'messages', models: { m: {} } });
    assert.deepEqual(extrasAt(gateways, 'https://other.example/v1'), {});
  });
});

describe('resolveGateway', () => {
  const { gateways } = read(
    { ...work, keyLabel: 'blue' },
    { ...work, name: 'Work, private', keyLabel: 'red' },
    home,
  );

  it('prefers the entry with the selected key', () => {
    const resolved = resolveGateway(gateways, parsed('work.example'), 'red');
    assert.equal(resolved.named?.name, 'Work, private');
    assert.equal(resolved.keyLabel, 'red');
  });

  it('uses the key of the entry rather than the selected one', () => {
    const resolved = resolveGateway(gateways, parsed('work.example'), 'green');
    assert.equal(resolved.named?.name, 'Work');
    assert.equal(resolved.keyLabel, 'blue');
  });

  it('uses the selected key if the entry has none or there is no entry', () => {
    assert.equal(resolveGateway(gateways, parsed('localhost:8080'), 'green').keyLabel, 'green');
    const unnamed = resolveGateway(gateways, parsed('https://work.example/other/v1'), 'green');
    assert.equal(unnamed.keyLabel, 'green');
    assert.equal(unnamed.named, undefined);
  });
});

describe('gatewayChoices', () => {
  function rows(
    setting: readonly unknown[],
    currentBaseUrl: string | undefined,
    labels: Readonly<Record<string, readonly string[]>>,
    selectedLabel = '',
  ): readonly string[] {
    const { gateways } = read(...setting);
    const inUse =
      currentBaseUrl === undefined
        ? undefined
        : resolveGateway(gateways, parsed(currentBaseUrl), selectedLabel);
    return gatewayChoices(gateways, inUse, (origin) => labels[new URL(origin).host] ?? []).map(
      ({ named, baseUrl, keyLabel, current }) =>
        `${current ? '> ' : ''}${named?.name ?? '-'} ${new URL(baseUrl).host} ${keyLabel}`.trim(),
    );
  }

  it('has a row for each named gateway and for the current one', () => {
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

  it('has a row for each gateway that is known from earlier, once', () => {
    const known = ['used.example', 'work.example', 'other.example'].map((address) =>
      resolveGateway([], parsed(address), ''),
    );
    const { gateways } = read(work);
    const current = resolveGateway(gateways, parsed('other.example'), '');
    assert.deepEqual(
      gatewayChoices(gateways, current, () => [], known).map(
        ({ baseUrl }) => new URL(baseUrl).host,
      ),
      ['work.example', 'other.example', 'used.example'],
    );
  });

  it('has a row per key if the entry has no key label', () => {
    const labels = { 'work.example': ['', 'blue'] };
    assert.deepEqual(rows([work], 'work.example', labels, 'blue'), [
      'Work work.example',
      '> Work work.example blue',
    ]);
  });

  it('shows a key only at the entry that names it', () => {
    const labels = { 'work.example': ['', 'blue'] };
    const blue = { ...work, name: 'Blue', keyLabel: 'blue' };
    assert.deepEqual(rows([work, blue], 'work.example', labels), [
      '> Work work.example',
      'Blue work.example blue',
    ]);
  });

  it('shows a key that no entry can use at the current gateway', () => {
    const labels = { 'work.example': ['blue', 'red'] };
    assert.deepEqual(rows([{ ...work, keyLabel: 'blue' }], 'work.example', labels), [
      '> Work work.example blue',
      '- work.example red',
    ]);
  });
});

describe('isSameOperator', () => {
  const blue = gatewayRef('https://work.example/v1', 'blue');

  it('is true for two paths of one origin with the same key', () => {
    assert.ok(isSameOperator(blue, gatewayRef('https://work.example/other/v1', 'blue')));
  });

  it('is false for another origin or another key', () => {
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
  it('differs for different gateways and is the Base URL for the default key', () => {
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
  it('accepts usual names of keys', () => {
    for (const label of ['blue', 'team blue', 'Budget 2026/11', '研发组', 'a#b%23', 'skunkworks']) {
      assert.equal(keyLabelProblem(label), undefined, label);
    }
  });

  it('rejects keys and text that cannot be displayed', () => {
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
