import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { AnswerMarkup } from '../../../../../src/gateway/node/formats/answerMarkup';
import { spellings } from '../../../../../src/gateway/node/formats/reasoningSpellings';
import { propertyRuns } from '../../../../support/propertyRuns';
import { cutAt, textsOf, type Texts } from '../../../../support/streams/textsOf';

function read(deltas: readonly string[], before?: string, isNormal = true): Texts {
  const markup = new AnswerMarkup(before);
  return textsOf([...deltas.flatMap((delta) => markup.push(delta)), ...markup.end(isNormal)]);
}

/** The reasoning and the text of an answer with `<think>` and `</think>`, without code. */
function expected(answer: string): Texts {
  const opened = /^\s*<think\s*>(.*?)<\/think\s*>\s*(.*)$/s.exec(answer);
  const [, alone, rest = ''] = /^((?:(?!<think\s*>).)*?)<\/think\s*>\s*(.*)$/s.exec(answer) ?? [];
  if (opened === null && alone === undefined) {
    const [, unclosed] = /^\s*<think\s*>(.*)$/s.exec(answer) ?? [];
    return unclosed?.trim() === ''
      ? { text: '', reasoning: unclosed }
      : { text: unclosed?.trimStart() ?? answer, reasoning: '' };
  }
  // Blanks before a closing tag at the start are dropped.
  const blocks = opened === null ? [alone?.trim() === '' ? '' : (alone ?? '')] : [opened[1] ?? ''];
  let text = opened === null ? rest : (opened[2] ?? '');
  for (let isBlock = true; isBlock;) {
    const [, block, after = ''] =
      /^\s*(?:<think\s*>(.*?)<\/think\s*>|<\/think\s*>)\s*(.*)$/s.exec(text) ?? [];
    const [, unclosed] = /^<think\s*>(.*)$/s.exec(text) ?? [];
    isBlock = /^\s*<\/think\s*>/.test(text) || block !== undefined;
    if (block !== undefined) {
      blocks.push(block);
    }
    if (!isBlock && unclosed !== undefined) {
      blocks.push(...(unclosed.trim() === '' ? [unclosed] : []));
      text = unclosed.trimStart();
    }
    text = isBlock ? after : text;
  }
  const [first = '', ...others] = blocks.filter((block) => block !== '');
  return { text, reasoning: others.reduce((all, block) => `${all}\n\n${block}`, first) };
}

describe('AnswerMarkup', function () {
  this.timeout(30_000);

  const table: readonly (readonly [answer: string, reasoning: string, text: string])[] = [
    ...spellings.map(({ sample }) => {
      const quote = sample.includes('“') ? '“why”' : 'why';
      return [sample, quote, 'so'] as const;
    }),

    ['', '', ''],
    ['Hello', '', 'Hello'],
    ['  Hello', '', '  Hello'],
    ['<think>why</think>so', 'why', 'so'],
    ['\n <think>why</think>\n\nso', 'why', 'so'],
    ['<think></think>so', '', 'so'],
    ['<think>why', '', 'why'],
    ['<think>why</thin', '', 'why</thin'],
    ['<think>a < b </ c</think>so', 'a < b </ c', 'so'],
    ['<think>a<think>b</think>c</think>d', 'a<think>b', 'c</think>d'],
    ['<thinking> why </thinking>\n\nso', ' why ', 'so'],
    ['<thought>why</thought>so', 'why', 'so'],
    ['<thinking>a</think>b</thinking>c', 'a</think>b', 'c'],
    ['<thinkers>are</thinkers>', '', '<thinkers>are</thinkers>'],
    ['so <thinking>a</thinking>', '', 'so <thinking>a</thinking>'],
    ['why</think>so', 'why', 'so'],
    ['\nwhy\n</think>\n\nso', '\nwhy\n', 'so'],
    ['why</think>', 'why', ''],
    ['</think>so', '', 'so'],
    ['why</think>a</think>b', 'why', 'a</think>b'],
    ['why</think><think>a</think>b', 'why\n\na', 'b'],
    ['1 < 2 </ think> </think', '', '1 < 2 </ think> </think'],
    ['Write `</think>`.', '', 'Write `</think>`.'],
    ['Use ``a ` </think>`` here.', '', 'Use ``a ` </think>`` here.'],
    ['With `<think>` and `</think>`.</think>so', 'With `<think>` and `</think>`.', 'so'],
    ['Not `closed\nwhy</think>so', 'Not `closed\nwhy', 'so'],
    ['```\n</think>\n```\n', '', '```\n</think>\n```\n'],
    ['1. a\n   ~~~xml\n   </think>', '', '1. a\n   ~~~xml\n   </think>'],
    ['```\na\n```\nwhy</think>so', '```\na\n```\nwhy', 'so'],
    ['so <think>why</think>', '', 'so <think>why</think>'],
    ['<thin', '', '<thin'],
    ['<thinker>x', '', '<thinker>x'],
    ['<thinking>x', '', 'x'],
    ['<think>why</think>  ', 'why', ''],
    ['<think>why</think>a <think>b</think>', 'why', 'a <think>b</think>'],
    ['   ', '', '   '],

    // Names, letter case, prefixes and attributes.
    ['<Reasoning>why</Reasoning>so', 'why', 'so'],
    ['<thoughts>why</thoughts>\nso', 'why', 'so'],
    ['<REFLECTION>why</reflection>so', 'why', 'so'],
    ['<seed:think>why</seed:think>so', 'why', 'so'],
    ['<thinking>why</thinking>so', 'why', 'so'],
    ['<scratchpad lang="en" depth=2>why</scratchpad>so', 'why', 'so'],
    ["<think time='3 s'>why</think >so", 'why', 'so'],
    ['<REASONING_SCRATCHPAD>why</REASONING_SCRATCHPAD>so', 'why', 'so'],
    ['<|think|>why<|/think|>so', 'why', 'so'],
    ['[THINK]why[/THINK]so', 'why', 'so'],
    ['<think hidden>why</think>so', 'why', 'so'],
    ['<thinking open time="3">why</thinking>so', 'why', 'so'],
    ['<|think hidden|>why<|/think|>so', 'why', 'so'],
    ['<seed:think  collapsed \n>why</seed:think>so', 'why', 'so'],
    ['<Reasoning data-x hidden=hidden>why</Reasoning>so', 'why', 'so'],
    ['<thought experiment>\nso', '', '<thought experiment>\nso'],
    ['<think about it> I say', '', '<think about it> I say'],
    ['[THINK] so', '', 'so'],
    ['[Thought] why [/Thought]\n\nso', ' why ', 'so'],
    ['◁think▷why◁/think▷so', 'why', 'so'],
    ['◁Thinking mode="x"▷why◁/Thinking▷so', 'why', 'so'],
    ['why[/think]so', 'why', 'so'],
    ['why◁/think▷so', 'why', 'so'],
    ['why</seed:think>so', 'why', 'so'],

    // Another name of the family in the closing marker, where the right one never comes.
    ['<think>why</thinking>so', 'why', 'so'],
    ['<thinking>why</think>\n\nso', 'why', 'so'],
    ['<thought>why</thoughts>so', 'why', 'so'],
    ['<reasoning>why</seed:think>so `</reasoning>`', 'why', 'so `</reasoning>`'],
    ['[THINK]why[/THINKING]so', 'why', 'so'],
    ['◁think▷why◁/thinking▷so', 'why', 'so'],
    ['<think>a</thinking>b</thought>c', 'a', 'b</thought>c'],
    ['<think>Not `</thinking>` here', '', 'Not `</thinking>` here'],
    ['<think>why[/think]so', '', 'why[/think]so'],
    ['<think>why</thinkers>so', '', 'why</thinkers>so'],
    ['<think>```\n</thinking>\n```\nso', '', '```\n</thinking>\n```\nso'],

    // Channels.
    [
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>so<|return|>',
      'why',
      'so',
    ],
    [
      '<|start|>assistant<|channel|>analysis<|message|>why<|end|>\n<|start|>assistant<|channel|>commentary to=functions.a <|constrain|>json<|message|>{"a":1}<|call|><|start|>assistant<|channel|>final<|message|>so',
      'why\n\n{"a":1}',
      'so',
    ],
    [
      '<|channel|>analysis<|message|>why<|start|>assistant<|channel|>final<|message|>so',
      'why',
      'so',
    ],
    ['<|channel|>final <|constrain|>json<|message|>{"a":1}', '', '{"a":1}'],
    ['why<|end|><|start|>assistant<|channel|>final<|message|>so<|end|>', 'why', 'so'],
    ['<|start|>assistant<|message|>so<|end|>', '', 'so'],
    ['<|channel|>analysis<|message|>all', '', 'all'],
    ['<|channel>thought\nwhy<channel|>so<turn|>', 'why', 'so'],
    ['<|channel>thought\n<channel|>so', '', 'so'],
    ['<|channel>thought so', '', 'so'],
    ['<|channel>thought\nwhy<channel|><|channel>final\nso<channel|>', 'why', 'so'],
    ['why<channel|>so', 'why', 'so'],
    [
      '<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>so<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
      'why',
      'so',
    ],
    ['<|START_THINKING|>why<|END_THINKING|>\n<|START_TEXT|>so<|END_TEXT|>', 'why', 'so'],
    ['why<|END_THINKING|><|START_RESPONSE|>so', 'why', 'so'],
    ['<|START_THINKING|>all', '', 'all'],

    [
      '<|begin_of_thought|>\n\nwhy\n\n<|end_of_thought|>\n\n<|begin_of_solution|>\n\nso\n\n<|end_of_solution|>',
      'why\n\n',
      'so\n\n',
    ],
    ['why<|end_of_thought|><|begin_of_solution|>so', 'why', 'so'],
    ['<|begin_of_text|>so', '', 'so'],
    ['so <|begin_of_thought|>', '', 'so <|begin_of_thought|>'],

    // Channels whose markers a server has removed.
    ['analysisThe user greets.assistantfinalHello', 'The user greets.', 'Hello'],
    ['analysisNeed `x < 3`.\n\nassistantfinal\n```\na\n```', 'Need `x < 3`.\n\n', '```\na\n```'],
    ['\nanalysis"Hi" is a greeting.assistantfinal**Hi!**', '"Hi" is a greeting.', '**Hi!**'],
    ['analysis用户说你好。assistantfinal你好！<|end|>', '用户说你好。', '你好！'],
    ['analysisSo.assistantfinalThe word assistantfinal', 'So.', 'The word assistantfinal'],
    ['analysisAn assistant.assistantfinalA', 'An assistant.', 'A'],
    ['analysisThe user greets.', '', 'analysisThe user greets.'],
    [
      'analysis The user greets.assistantfinalHello',
      '',
      'analysis The user greets.assistantfinalHello',
    ],
    ['analysis\nThe user.assistantfinalHello', '', 'analysis\nThe user.assistantfinalHello'],
    ['analysisResult = 7', '', 'analysisResult = 7'],
    ['analysisresult = assistantfinal', '', 'analysisresult = assistantfinal'],
    ['AnalysisResult = assistantfinal', '', 'AnalysisResult = assistantfinal'],
    ['analysis_result = assistantfinal', '', 'analysis_result = assistantfinal'],
    ['Analyses differ', '', 'Analyses differ'],
    ['analysisUse `assistantfinal`.', '', 'analysisUse `assistantfinal`.'],
    ['The word assistantfinal', '', 'The word assistantfinal'],
    ['`analysisThe…assistantfinalHello`', '', '`analysisThe…assistantfinalHello`'],

    // What templates put before the answer.
    [
      '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>so<|END_RESPONSE|>',
      'why',
      'so',
    ],
    ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>so', '', 'so'],
    ['<start_of_turn>model\nso<end_of_turn>\n', '', 'so'],
    ['<|im_start|>assistant\n<think>why</think>\n\nso<|im_end|>', 'why', 'so'],
    ['<|start_header_id|>assistant<|end_header_id|>\n\nso<|eot_id|>', '', 'so'],
    ['<|turn>model\n<|channel>thought\nwhy<channel|>so<turn|>', 'why', 'so'],
    ['<|assistant|>\nso<|user|>', '', 'so'],
    ['<|start_of_role|>assistant<|end_of_role|>so<|end_of_text|>', '', 'so'],
    ['<bos>so', '', 'so'],
    ['<｜begin▁of▁sentence｜>so', '', 'so'],
    ['[/INST]\nso', '', 'so'],
    ['[/INST] ends a question', '', '[/INST] ends a question'],
    ['<|assistant|> is the token of a role', '', '<|assistant|> is the token of a role'],
    ['<start_of_turn> opens it', '', '<start_of_turn> opens it'],
    ['<start_of_turn>modeling\nso', '', '<start_of_turn>modeling\nso'],
    ['<|im_start|>user\nso', '', '<|im_start|>user\nso'],
    ['`<bos>` is a token', '', '`<bos>` is a token'],
    ['so <|im_start|>assistant\nso', '', 'so <|im_start|>assistant\nso'],
    ['```\n<|assistant|>\n```', '', '```\n<|assistant|>\n```'],

    // Several blocks.
    ['<think>a</think>\n<think>b</think>\n\nc', 'a\n\nb', 'c'],
    ['<think>a</think><reflection>b</reflection>c', 'a\n\nb', 'c'],
    ['<think></think></think>so', '', 'so'],
    ['<think>why</think><think>so', 'why', 'so'],

    // What ends an answer in templates.
    ['so<|im_end|>', '', 'so'],
    ['so.<|eot_id|>\n', '', 'so.'],
    ['so</s>', '', 'so'],
    ['so<|im_end|>\n<|endoftext|>', '', 'so'],
    ['<think>why</think>so<end_of_turn>', 'why', 'so'],
    ['<think>so<|end_of_text|>', '', 'so'],
    ['so<｜end▁of▁sentence｜>', '', 'so'],
    ['```\nso\n```<|return|>', '', '```\nso\n```'],
    ['so<|END_OF_TURN_TOKEN|>', '', 'so'],
    ['so[/INST]', '', 'so'],
    ['so</s>\n[/INST]', '', 'so'],
    ['so<|observation|>', '', 'so'],
    ['It ends with `[/INST]`', '', 'It ends with `[/INST]`'],
    ['so [/INST] so', '', 'so [/INST] so'],
    ['<|user|> so', '', '<|user|> so'],
    ['so<seed:eos>', '', 'so'],
    ['so<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n', '', 'so'],
    ['so<|im_end|>\n<|im_start|>user', '', 'so'],
    ['so<end_of_turn>\n<start_of_turn>', '', 'so'],
    ['It goes on with <|im_start|>assistant', '', 'It goes on with <|im_start|>assistant'],
    ['so<eos> and so on', '', 'so<eos> and so on'],
    ['<s>old</s>', '', '<s>old</s>'],
    ['a </s> b', '', 'a </s> b'],

    // Markers in code.
    ['<think>The tag `</think>` ends it.</think>so', 'The tag `</think>` ends it.', 'so'],
    ['<think>It`s so.</think>Use `x` here.', 'It`s so.', 'Use `x` here.'],
    ['<think>```\n</think>\n```\nwhy</think>so', '```\n</think>\n```\nwhy', 'so'],
    ['<think>```js\nlet a;\n```</think>so', '```js\nlet a;\n```', 'so'],
    ['<think>```js\nlet a;\n</think>so `b`', '```js\nlet a;\n', 'so `b`'],
    ['<think>See:\n```\n</think>\n```\nSo.', '', 'See:\n```\n</think>\n```\nSo.'],
    ['[THINK]`[/THINK]`[/THINK]so', '`[/THINK]`', 'so'],
    ['<|channel|>final<|message|>It ends with `<|end|>`.<|end|>', '', 'It ends with `<|end|>`.'],
    ['```xml\n<think>a</think>\n```', '', '```xml\n<think>a</think>\n```'],
    ['`<|channel|>final<|message|>` opens it', '', '`<|channel|>final<|message|>` opens it'],
    ['Close it: `◁/think▷`', '', 'Close it: `◁/think▷`'],

    // Text that looks like a marker.
    ['[reasoning](https://a.example) is a link', '', '[reasoning](https://a.example) is a link'],
    ['[Thinking]: https://a.example', '', '[Thinking]: https://a.example'],
    ['[thought][1] and [2]', '', '[thought][1] and [2]'],
    ['[Thinking] about it, I agree.', '', '[Thinking] about it, I agree.'],
    ['[thinking]\nbudget = 1', '', '[thinking]\nbudget = 1'],
    ['[thinking about it] I agree.', '', '[thinking about it] I agree.'],
    ['I was [thinking] and [/thinking]', '', 'I was [thinking] and [/thinking]'],
    ['Wrap <reflection>a</reflection> in it', '', 'Wrap <reflection>a</reflection> in it'],
    ['Models write <think> and </think>.', '', 'Models write <think> and </think>.'],
    ['<thought-process>a</thought-process>', '', '<thought-process>a</thought-process>'],
    ['<thought experiment>', '', '<thought experiment>'],
    ['[ ] think\n[x] done', '', '[ ] think\n[x] done'],
    ['◁ left, right ▷', '', '◁ left, right ▷'],
    ['<|user|>hello', '', '<|user|>hello'],
    ['a <|end|> of it', '', 'a <|end|> of it'],
    [
      'gpt-oss writes <|channel|>analysis<|message|>a<|end|><|start|>assistant',
      '',
      'gpt-oss writes <|channel|>analysis<|message|>a<|end|><|start|>assistant',
    ],
    [`${' '.repeat(3000)}<think>x`, '', `${' '.repeat(3000)}<think>x`],
  ];
  for (const [answer, reasoning, text] of table) {
    const shown = answer.length > 60 ? 'many blanks' : JSON.stringify(answer);
    it(`reads ${shown}, however it is split`, () => {
      if (answer.length < 100) {
        assert.deepEqual(read([answer]), { text, reasoning });
      }
      assert.deepEqual(read(Array.from(answer)), { text, reasoning });
      for (let first = 0; first <= Math.min(answer.length, 100); first++) {
        for (let second = first; second <= Math.min(answer.length, 100); second++) {
          if (answer.length < 100) {
            assert.deepEqual(read(cutAt(answer, [first, second])), { text, reasoning });
          }
        }
      }
    });
  }

  it('gives the same result however an answer with <think> is split', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<', '>', '/', 'think', 'x', ' ', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(80)), (pieces, splits) => {
        const answer = pieces.join('');
        // The table has attributes.
        fc.pre(!/<think\s+[^\s>]/.test(answer));
        const once = read([answer]);
        assert.deepEqual(read(cutAt(answer, splits)), once);
        assert.deepEqual(once, expected(answer));
      }),
      { numRuns: 5000 },
    );
  });

  it('gives the same result however an answer is split, with the markers of all models', () => {
    const markers = table
      .filter(([answer]) => answer.length < 300)
      .flatMap(([answer]) => answer.match(/<[^<>]*>?|\[[^\]]*\]|◁[^▷]*▷?|`+|\n|[^<[◁`\n]+/g) ?? []);
    const piece = fc.constantFrom(...new Set(markers));
    const pieces = fc.array(piece, { maxLength: 12 });
    const run = (parts: readonly string[], splits: readonly number[], isNormal: boolean): void => {
      const answer = parts.join('');
      const once = read([answer], undefined, isNormal);
      assert.deepEqual(read(cutAt(answer, splits), undefined, isNormal), once, answer);
      assert.deepEqual(read(Array.from(answer), undefined, isNormal), once, answer);
    };
    fc.assert(fc.property(pieces, fc.array(fc.nat(200)), fc.boolean(), run), {
      numRuns: propertyRuns(5000),
    });
  });

  it('keeps every word of an answer, whatever is open at its end', () => {
    const openings = [
      '<think>',
      '<seed:think>',
      '<thought a="b">',
      '[THINK]',
      '◁think▷',
      '<|channel|>analysis<|message|>',
      '<|channel|>final<|message|>',
      '<|channel>thought\n',
      '<|START_THINKING|>',
      '<|START_RESPONSE|>',
    ];
    const words = fc.array(fc.constantFrom('a', 'b ', '`', '\n', '```\n', '</think', '<|', '[x]'));
    fc.assert(
      fc.property(fc.constantFrom(...openings), words, fc.boolean(), (opening, rest, isNormal) => {
        const said = rest.join('');
        const { text, reasoning } = read([opening, said], undefined, isNormal);
        const shown = (reasoning + text).replace(/\s/g, '');
        const isCut = !isNormal && shown !== said.replace(/\s/g, '');
        assert.ok(isCut || shown.endsWith(said.replace(/\s/g, '')), shown);
        assert.ok(!isNormal || said.trim() === '' || text.trim() !== '', shown);
      }),
    );
  });

  it('keeps reasoning that is cut off as reasoning', () => {
    for (const opening of ['<think>', '[THINK]', '<|channel|>analysis<|message|>']) {
      const texts = read([opening, 'why'], undefined, false);
      assert.deepEqual(texts, { text: '', reasoning: 'why' }, opening);
    }
  });

  it('shows reasoning that is never closed while it streams', () => {
    const markup = new AnswerMarkup();
    assert.deepEqual(markup.push('<think>\nso '), [{ type: 'reasoning', text: '\nso ' }]);
    assert.deepEqual(markup.push('and so'), [{ type: 'reasoning', text: 'and so' }]);
    assert.deepEqual(markup.end(true), [
      { type: 'reasoningRetracted', length: 10 },
      { type: 'text', text: 'so and so' },
    ]);
  });

  it('leaves reasoning that also arrives in its own field where it is', () => {
    const markup = new AnswerMarkup();
    markup.noteReasoning();
    assert.deepEqual(markup.push('<think>why', true), []);
    assert.deepEqual(markup.end(true), []);
  });

  it('drops the start of a tag at the end of an interrupted answer', () => {
    for (const start of ['<thi', '\n<think', '<']) {
      const markup = new AnswerMarkup();
      assert.deepEqual([...markup.push(start), ...markup.end(false)], []);
    }
    assert.deepEqual(read(['an'], undefined, false), { text: 'an', reasoning: '' });
    const markup = new AnswerMarkup();
    assert.deepEqual(
      [...markup.push('<think>why</th'), ...markup.end(false)],
      [{ type: 'reasoning', text: 'why' }],
    );
  });

  it('takes no tag for the end of reasoning that arrived in its own field', () => {
    for (const deltas of [[], ['Hello <']]) {
      const markup = new AnswerMarkup();
      const parts = [
        ...deltas.flatMap((delta) => markup.push(delta)),
        ...markup.noteReasoning(),
        ...markup.push('/think>so'),
        ...markup.push('</think>so'),
        ...markup.end(true),
      ];
      assert.ok(parts.every(({ type }) => type === 'text'));
      const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
      assert.equal(text, `${deltas.join('')}/think>so</think>so`);
    }
  });

  it('drops a closing tag before the answer whose reasoning arrived in its own field', () => {
    for (const text of ['</think>so', '\n</think>\n\nso']) {
      for (const deltas of [[text], Array.from(text)]) {
        const markup = new AnswerMarkup();
        const parts = [
          ...markup.noteReasoning(),
          ...deltas.flatMap((delta) => markup.push(delta)),
          ...markup.end(true),
        ];
        assert.equal(parts.map((part) => ('text' in part ? part.text : '')).join(''), 'so');
        assert.ok(parts.every(({ type }) => type === 'text'));
      }
    }
    const inCode = new AnswerMarkup('See:\n```xml\n');
    assert.deepEqual(
      [...inCode.noteReasoning(), ...inCode.push('</think>'), ...inCode.end(true)],
      [{ type: 'text', text: '</think>' }],
    );
  });

  it('knows the code that a continued answer is in', () => {
    const text = '</think>\n```\n';
    assert.deepEqual(read(Array.from(text), 'See:\n```xml\n<b>'), { text, reasoning: '' });
    assert.deepEqual(read([text], 'Write `'), { text, reasoning: '' });
    assert.deepEqual(read(['why</think>so'], 'The ans'), { text: 'so', reasoning: 'why' });
  });

  it('emits text as it arrives, except what may be a tag', () => {
    const markup = new AnswerMarkup();
    assert.deepEqual(markup.push('a <'), [{ type: 'text', text: 'a ' }]);
    assert.deepEqual(markup.push('b </th'), [{ type: 'text', text: '<b ' }]);
    assert.deepEqual(markup.end(false), [{ type: 'text', text: '</th' }]);
  });

  it('reads many tags in code in linear time', () => {
    const text = 'Write `</think>`. '.repeat(50_000);
    assert.deepEqual(read([text]), { text, reasoning: '' });
  });

  it('emits reasoning as it arrives', () => {
    const markup = new AnswerMarkup();
    assert.deepEqual(markup.push('<think>a'), [{ type: 'reasoning', text: 'a' }]);
    assert.deepEqual(markup.push('b</'), [{ type: 'reasoning', text: 'b' }]);
    assert.deepEqual(markup.push('c '), [{ type: 'reasoning', text: '</c ' }]);
  });
});
