import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CompletionRequest, StreamPart } from '../../../../src/gateway/common/chatModel';
import type { GatewaySoftware } from '../../../../src/gateway/common/modelRecord';
import { costTotals, type PriceOf } from '../../../../src/gateway/common/prices';
import type { Price } from '../../../../src/gateway/common/usage';
import { readUsage } from '../../../../src/gateway/node/formats/tokenUsage';
import { priceListOf } from '../../../../src/gateway/node/models/priceLists';
import { nodeDisk, type Disk } from '../../../../src/storage/node/disk';
import { Ledger } from '../../../../src/storage/node/ledger';
import { ManualClock } from '../../../support/manualClock';
import { propertyRuns } from '../../../support/propertyRuns';
import { emptyRequest, ScriptedModel } from '../../../support/scriptedModel';

const dayMs = 24 * 60 * 60 * 1_000;
const price = { input: 1, output: 1, currency: 'USD' };
const request: CompletionRequest = { ...emptyRequest, listedPrice: price };
const sent = {
  type: 'sent',
  prefilled: false,
  request: { method: 'POST', url: '', headers: {}, body: '' },
} as const;
const text = { type: 'text', text: 'Hello' } as const;

/** Costs that many dollars at `price`. */
const usage = (dollars: number): StreamPart => ({
  type: 'usage',
  usage: { inputTokens: dollars * 1_000_000, outputTokens: 0 },
});

describe('Ledger', () => {
  let folder: string;
  let clock: ManualClock;
  const noon = new Date(2026, 10, 28, 12).getTime();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-ledger-'));
    clock = new ManualClock(noon);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = ({
    disk = nodeDisk,
    hasDetails = true,
    ownPrice = () => undefined,
  }: {
    readonly disk?: Disk;
    readonly hasDetails?: boolean;
    readonly ownPrice?: PriceOf;
  } = {}): Ledger =>
    new Ledger({
      disk,
      folder: join(folder, 'costs'),
      clock: { now: () => clock.now(), after: (ms, task) => clock.after(ms, task) },
      hasDetails: () => hasDetails,
      ownPrices: () => ownPrice,
    });

  /** Sends a request to a gateway of that name, which answers with these parts once they are emitted. */
  const send = (ledger: Ledger, gateway: string | undefined, asked = request) => {
    const model = new ScriptedModel();
    const ended = (async () => {
      const counted = ledger.counted(model, async () => gateway);
      const parts: StreamPart[] = [];
      for await (const part of counted.complete(asked, new AbortController().signal)) {
        parts.push(part);
      }
    })();
    return { model, ended };
  };

  async function ask(
    ledger: Ledger,
    parts: readonly StreamPart[],
    asked?: CompletionRequest,
  ): Promise<void> {
    const { model, ended } = send(ledger, 'g', asked);
    await model.end(...parts);
    await ended;
  }

  const isEstimate = true;

  it('has each request with its time, purpose, gateway, model, tokens, cost and where that is from', async () => {
    const ledger = open();
    await ask(ledger, [sent, text, usage(2)]);
    const [first] = await open().load('2026-11');
    assert.ok(first);
    const { id, ...entry } = first;
    assert.match(id, /^[\da-f-]{36}$/u);
    assert.deepEqual(entry, {
      day: '2026-11-28',
      at: noon,
      purpose: 'chat',
      gateway: 'g',
      model: 'm',
      usage: { inputTokens: 2_000_000, outputTokens: 0 },
      cost: { amount: 2, currency: 'USD', isEstimate },
      costSource: 'modelList',
    });
    assert.deepEqual(ledger.today, [{ id, ...entry }]);
  });

  it('has the requests of all months since a day', async () => {
    for (const [month, day] of [
      [7, 31],
      [9, 1],
      [10, 28],
    ] as const) {
      clock = new ManualClock(new Date(2026, month, day, 12).getTime());
      await ask(open(), [sent, text, usage(1)]);
    }
    const daysSince = async (day: string) => (await open().loadSince(day)).map((one) => one.day);
    assert.deepEqual(await daysSince(''), ['2026-08-31', '2026-10-01', '2026-11-28']);
    assert.deepEqual(await daysSince('2026-10-01'), ['2026-10-01', '2026-11-28']);
    assert.deepEqual(await daysSince('2026-10-02'), ['2026-11-28']);
  });

  it("has what the gateway has charged, else the price of the user's settings, as it was then", async () => {
    let ownPrice: PriceOf = () => ({ ...price, input: 5, source: 'settings' });
    const ledger = open({ ownPrice: (model) => ownPrice(model) });
    await ask(ledger, [sent, usage(1)]);
    ownPrice = () => ({ ...price, input: 70, source: 'settings' });
    await ask(ledger, [sent, { type: 'usage', usage: { billedDollars: 0.25 } }]);
    assert.deepEqual(
      ledger.today.map(({ cost, costSource }) => [cost?.amount, costSource]),
      [
        [5, 'settings'],
        [0.25, 'gateway'],
      ],
    );
  });

  it('counts what failed or was stopped after it may have cost something, and nothing else', async () => {
    const ledger = open();
    const failure = (more: object): StreamPart => ({
      type: 'failure',
      failure: { kind: 'serverError', ...more },
    });
    const free = [
      [],
      [{ type: 'failure', failure: { kind: 'keyMissing' } }],
      [sent, { type: 'failure', failure: { kind: 'unreachable', nothingSent: true } }],
      [sent, { type: 'failure', failure: { kind: 'rateLimited', status: 429 } }],
      [sent, failure({ status: 503, notStarted: true })],
    ] satisfies (readonly StreamPart[])[];
    for (const parts of free) {
      await ask(ledger, parts);
    }
    await ask(open(), [sent, text], { ...request, purpose: 'title' });
    const unset = send(ledger, undefined);
    await unset.model.end();
    await unset.ended;
    assert.deepEqual(costTotals(await ledger.load()), { costs: [], withoutCost: 1 });
    for (const parts of [[sent], [sent, failure({ status: 500 })], [sent, text, failure({})]]) {
      await ask(ledger, parts);
    }
    await ask(ledger, [sent, usage(3), failure({ status: 429 })]);
    const costs = [{ amount: 3, currency: 'USD', isEstimate }];
    assert.deepEqual(costTotals(await open().load()), { costs, withoutCost: 4 });
  });

  it('has a request before it is sent, so that one is left of a killed window', async () => {
    const ledger = open();
    const { model, ended } = send(ledger, 'g');
    while (model.requests.length === 0) {
      await new Promise(setImmediate);
    }
    assert.deepEqual(costTotals(await open().load()), { costs: [], withoutCost: 1 });
    await model.end(sent, usage(1));
    await ended;
  });

  it('counts a request in the day and month in which it was sent', async () => {
    clock = new ManualClock(new Date(2026, 10, 30, 23, 59).getTime());
    const ledger = open();
    const { model, ended } = send(ledger, 'g');
    while (model.requests.length === 0) {
      await new Promise(setImmediate);
    }
    clock.advance(120_000);
    await model.end(sent, usage(1));
    await ended;
    assert.deepEqual(
      (await ledger.load('2026-11')).map(({ day }) => day),
      ['2026-11-30'],
    );
    assert.deepEqual([ledger.today, await ledger.load()], [[], []]);
  });

  it('keeps neither the time nor the purpose while the history is off', async () => {
    await ask(open({ hasDetails: false }), [sent, usage(1)]);
    const content = await readFile(join(folder, 'costs', '2026-11.jsonl'), 'utf8');
    assert.doesNotMatch(content, /"at"|"purpose"/u);
    assert.equal((await open().load())[0]?.cost?.amount, 1);
  });

  it('keeps 13 months, and forgets only one more where the clock was far ahead', async () => {
    const ledger = open();
    for (let month = 0; month < 14; month += 1) {
      clock = new ManualClock(new Date(2026, month, 1, 12).getTime());
      await ask(open(), [sent, usage(1)]);
    }
    const names = () => readdir(join(folder, 'costs'));
    assert.deepEqual(
      [(await names()).length, (await names()).toSorted()[0]],
      [13, '2026-02.jsonl'],
    );
    clock = new ManualClock(new Date(2099, 0, 1).getTime());
    await ask(open(), [sent, usage(1)]);
    assert.deepEqual(
      [(await names()).length, (await names()).toSorted()[0]],
      [13, '2026-03.jsonl'],
    );
    assert.equal((await ledger.load('2027-02')).length, 1);
  });

  it('forgets what another window has deleted', async () => {
    const [one, two] = [open(), open()];
    await ask(one, [sent, usage(1)]);
    assert.equal((await two.load()).length, 1);
    let changes = 0;
    one.onDidChange(() => (changes += 1));
    await one.deleteAll();
    assert.deepEqual([one.today.length, (await two.load()).length, changes], [0, 0, 1]);
    await ask(one, [sent, usage(1)]);
    await ask(one, [sent, usage(1)]);
    assert.equal((await two.load()).length, 2);
    // Read next once the new file is longer than the deleted one was.
    await one.deleteAll();
    for (let count = 0; count < 3; count += 1) {
      await ask(one, [sent, usage(1)]);
    }
    assert.equal((await two.load()).length, 3);
  });

  it('knows the requests of this window where nothing can be written', async () => {
    await writeFile(join(folder, 'costs'), '');
    const ledger = open();
    await ask(ledger, [sent, usage(1)]);
    assert.equal(costTotals(await ledger.load()).costs[0]?.amount, 1);
  });

  describe('adds up what gateways charge for 50 chats', () => {
    /** As gateways report it. */
    interface Tokens {
      readonly prompt: number;
      readonly cached: number;
      readonly completion: number;
    }

    const reported = ({ prompt, cached, completion }: Tokens, more: object = {}): StreamPart => ({
      type: 'usage',
      usage:
        readUsage({
          prompt_tokens: prompt,
          completion_tokens: completion,
          total_tokens: prompt + completion,
          prompt_tokens_details: { cached_tokens: cached },
          ...more,
        }) ?? {},
    });

    const priceIn = (software: GatewaySoftware, ...answers: readonly object[]): Price => {
      const found = priceListOf(software, 'https://host.example/v1')?.read(answers).get('m');
      assert.ok(found);
      return found;
    };

    /** LiteLLM's record of Claude Sonnet 4, as in test/unit/gateway/node/models/priceList.jsonl. */
    const sonnet = {
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1.5e-5,
      cache_read_input_token_cost: 3e-7,
      input_cost_per_token_above_200k_tokens: 6e-6,
      output_cost_per_token_above_200k_tokens: 2.25e-5,
      cache_read_input_token_cost_above_200k_tokens: 6e-7,
    };

    const gateways: readonly {
      readonly name: string;
      readonly listedPrice: Price | undefined;
      /** In dollars. */
      readonly charge: (tokens: Tokens) => number;
      readonly reportsCharge?: true;
    }[] = [
      {
        name: 'new-api',
        listedPrice: priceIn(
          'new-api',
          {
            data: [
              {
                model_name: 'm',
                quota_type: 0,
                model_ratio: 1.25,
                completion_ratio: 4,
                cache_ratio: 0.1,
                enable_groups: ['default'],
              },
            ],
            group_ratio: { default: 1.5 },
          },
          { success: true, data: { quota_per_unit: 500_000 } },
        ),
        // service/text_quota.go of https://github.com/QuantumNous/new-api, which rounds each request to a unit.
        charge: ({ prompt, cached, completion }) =>
          Math.round((prompt - cached + cached * 0.1 + completion * 4) * 1.25 * 1.5) / 500_000,
      },
      {
        name: 'LiteLLM',
        listedPrice: priceIn('litellm', { data: [{ model_name: 'm', model_info: sonnet }] }),
        // generic_cost_per_token() of https://github.com/BerriAI/litellm.
        charge: ({ prompt, cached, completion }) => {
          const isLong = prompt > 200_000;
          const input = isLong
            ? sonnet.input_cost_per_token_above_200k_tokens
            : sonnet.input_cost_per_token;
          const read = isLong
            ? sonnet.cache_read_input_token_cost_above_200k_tokens
            : sonnet.cache_read_input_token_cost;
          const output = isLong
            ? sonnet.output_cost_per_token_above_200k_tokens
            : sonnet.output_cost_per_token;
          return (prompt - cached) * input + cached * read + completion * output;
        },
      },
      {
        name: 'OpenRouter',
        listedPrice: undefined,
        // https://openrouter.ai/docs/use-cases/usage-accounting: it states the charge with the usage.
        charge: ({ prompt, cached, completion }) =>
          ((prompt - cached) * 2 + cached * 0.5 + completion * 8) / 1_000_000,
        reportsCharge: true,
      },
    ];

    for (const { name, listedPrice, charge, reportsCharge } of gateways) {
      it(name, async () => {
        let seed = 7;
        const random = (below: number): number => {
          seed = (seed * 48_271) % 2_147_483_647;
          return seed % below;
        };
        const ledger = open();
        let charged = 0;
        let unknown = 0;
        const rejected: StreamPart = {
          type: 'failure',
          failure: { kind: 'rateLimited', status: 429 },
        };
        const broken: StreamPart = { type: 'failure', failure: { kind: 'connectionLost' } };
        for (let chat = 0; chat < 50; chat += 1) {
          // One chat in ten is long; each round of tools sends what came before again, mostly from the cache.
          let prompt = chat % 10 === 0 ? 190_000 : 200 + random(20_000);
          let before = 0;
          const rounds = 1 + random(6);
          for (let round = 0; round < rounds; round += 1) {
            const tokens = { prompt, cached: before, completion: 1 + random(3_000) };
            const cost = charge(tokens);
            const end = reported(tokens, reportsCharge ? { cost } : {});
            const asked: CompletionRequest = {
              ...request,
              purpose: round === 0 ? 'chat' : 'toolRound',
            };
            const { listedPrice: _others, ...unpriced } = asked;
            const priced = listedPrice === undefined ? unpriced : { ...asked, listedPrice };
            if (random(5) === 0) {
              await ask(ledger, [sent, rejected], priced);
            }
            if (random(9) === 0) {
              // Stopped or broken off before the usage came: nobody but the gateway knows what it costs.
              await ask(ledger, random(2) === 0 ? [sent, text] : [sent, text, broken], priced);
              unknown += 1;
            }
            await ask(
              ledger,
              random(8) === 0 ? [sent, text, end, broken] : [sent, text, end],
              priced,
            );
            charged += cost;
            before = prompt;
            prompt += 500 + random(8_000);
          }
        }
        const { costs, withoutCost } = costTotals(await open().load());
        assert.equal(withoutCost, unknown);
        assert.equal(costs.length, 1);
        const { amount = 0, currency } = costs[0] ?? {};
        assert.equal(currency, 'USD');
        const error = Math.abs(amount / charged - 1);
        assert.ok(error < 0.0001, `${amount} for ${charged}`);
      });
    }
  });

  /** What one of two windows does. */
  type Step = { readonly window: 0 | 1 } & (
    | { readonly type: 'send' | 'kill' | 'read' }
    /** Ends one of its running requests; without dollars at an unknown cost, with 0 before it could cost anything. */
    | { readonly type: 'end'; readonly which: number; readonly dollars: number | undefined }
    /** From now on, an appended text is cut off after so many characters, fewer than a line has; undefined: there is room again. */
    | { readonly type: 'fillDisk'; readonly cut: number | undefined }
    | { readonly type: 'moveClock'; readonly days: number }
  );

  const window = fc.constantFrom<0 | 1>(0, 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('send'), window }) },
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('end'),
        window,
        which: fc.nat(3),
        dollars: fc.option(fc.nat(9), { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('kill', 'read'), window }) },
    fc.record({
      type: fc.constant('fillDisk'),
      window,
      cut: fc.option(fc.nat(90), { nil: undefined }),
    }),
    fc.record({ type: fc.constant('moveClock'), window, days: fc.integer({ min: -40, max: 40 }) }),
  );

  it('counts nothing twice and loses nothing over two windows, kills, a full disk and a changed clock', async () => {
    await fc.assert(
      fc.asyncProperty(
        // The steps of an array run at once.
        fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 14 }),
        async (rounds) => {
          await rm(join(folder, 'costs'), { recursive: true, force: true });
          clock = new ManualClock(noon);
          let cut: number | undefined;
          const disk: Disk = {
            ...nodeDisk,
            open: async (path, flags, mode) => {
              const file = await nodeDisk.open(path, flags, mode);
              const writeFull = async (written: string): Promise<never> => {
                await file.writeFile(written.slice(0, Math.min(cut ?? 0, written.length - 1)));
                throw Object.assign(new Error('full'), { code: 'ENOSPC' });
              };
              return flags === 'a' && cut !== undefined
                ? ({ writeFile: writeFull, close: () => file.close() } as unknown as FileHandle)
                : file;
            },
          };
          const newWindow = () => ({
            ledger: open({ disk }),
            running: [] as { readonly name: string; readonly sent: ReturnType<typeof send> }[],
            /** What it knows and the disk does not, by the names of requests: `end` or `sent`. */
            unsaved: new Map<string, Expected>(),
          });
          type Expected = { readonly day: string; readonly dollars: number | undefined };
          const onDisk = new Map<string, Expected>();
          const windows = [newWindow(), newWindow()] as const;
          const states = [...windows];
          let count = 0;
          /** What the window knows is on disk, if there is room. */
          const save = ({ unsaved }: (typeof states)[number]): void => {
            if (cut === undefined) {
              unsaved.forEach((entry, name) => onDisk.set(name, entry));
              unsaved.clear();
            }
          };
          const dayOf = (): string => open().day;
          const run = async (one: Step): Promise<void> => {
            const state = states[one.window];
            assert.ok(state);
            switch (one.type) {
              case 'send': {
                const name = `request ${(count += 1)}`;
                const running = send(state.ledger, name);
                state.running.push({ name, sent: running });
                state.unsaved.set(name, { day: dayOf(), dollars: undefined });
                save(state);
                while (running.model.requests.length === 0) {
                  await new Promise(setImmediate);
                }
                return;
              }
              case 'end': {
                const [ended] = state.running.splice(one.which, 1);
                if (ended !== undefined) {
                  const { day } = state.unsaved.get(ended.name) ?? onDisk.get(ended.name) ?? {};
                  assert.ok(day);
                  state.unsaved.set(ended.name, { day, dollars: one.dollars });
                  save(state);
                  const parts =
                    one.dollars === 0 ? [] : [sent, ...(one.dollars ? [usage(one.dollars)] : [])];
                  await ended.sent.model.end(...parts);
                  await ended.sent.ended;
                }
                return;
              }
              case 'kill':
                states[one.window] = newWindow();
                return;
              case 'read':
                await state.ledger.load();
                return;
              case 'fillDisk':
                ({ cut } = one);
                return;
              case 'moveClock':
                clock = new ManualClock(clock.now() + one.days * dayMs);
            }
          };
          for (const round of rounds) {
            // What moves the clock, fills the disk or kills a window does so between the steps of others.
            const isAlone = round.some(({ type }) => !['send', 'end', 'read'].includes(type));
            if (isAlone) {
              for (const one of round) {
                await run(one);
              }
            } else {
              await Promise.all(round.map(run));
            }
          }
          cut = undefined;
          for (const state of states) {
            await run({ type: 'send', window: states.indexOf(state) as 0 | 1 });
          }
          const months = new Set([...onDisk.values()].map(({ day }) => day.slice(0, 7)));
          const read = async (ledger: Ledger) => {
            const entries: (readonly [string, Expected])[] = [];
            for (const month of months) {
              for (const { gateway, day, cost } of await ledger.load(month)) {
                entries.push([gateway, { day, dollars: cost?.amount }]);
              }
            }
            return entries.toSorted(([a], [b]) => a.localeCompare(b));
          };
          const expected = [...onDisk]
            .filter(([, { dollars }]) => dollars !== 0)
            .toSorted(([a], [b]) => a.localeCompare(b));
          for (const { ledger, running } of [{ ledger: open(), running: [] }, ...states]) {
            const own = new Set(running.map(({ name }) => name));
            const ended = expected.filter(([name]) => !own.has(name));
            assert.deepEqual(await read(ledger), ended);
          }
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
