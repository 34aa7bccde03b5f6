// Writes conversations as the store does, the same ones each time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecord } from '../../src/storage/node/journal/record';
import { folderName, storagePaths } from '../../src/storage/node/storagePaths';

/** About 20 kB for each conversation. */
const turns = 10;
const deltasPerAnswer = 2;
const wordsPerDelta = 140;

const syllables = 'ka lo mi ter van su pre don ex al ri po ge nu fi sha bel cor'.split(' ');
const han = '会话历史搜索记录模型回答问题文件代码错误服务连接消息窗口设置数据时间';

/** A repeatable sequence of numbers from 0 to 1. */
type Random = () => number;

function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A word: some are in every text, most in few. */
function word(random: Random): string {
  const rank = Math.floor(random() ** 9 * 60_000);
  const first = syllables[rank % syllables.length] ?? '';
  return `${first}${rank.toString(36)}`;
}

function words(random: Random, count: number, chinese: boolean): string {
  return Array.from({ length: count }, () =>
    chinese && random() < 0.3
      ? Array.from({ length: 6 }, () => han[Math.floor(random() * han.length)]).join('')
      : word(random),
  ).join(' ');
}

/** A word in the middle of an answer of this conversation alone. */
export function rareWord(conversation: number): string {
  return `zebra${conversation}q`;
}

/** Writes `count` conversations. @returns their size in bytes. */
export function writeConversations(root: string, count: number, now: number): number {
  let bytes = 0;
  for (let at = 0; at < count; at += 1) {
    const id = `conversation-${at}`;
    const folder = join(storagePaths(root).conversations, folderName(id));
    const segment = Buffer.concat(recordsOf(id, at, now - (count - at) * 600_000));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'writer-0.jsonl'), segment);
    bytes += segment.length;
  }
  return bytes;
}

function recordsOf(id: string, at: number, startedAt: number): readonly Buffer[] {
  const random = randomFrom(at + 1);
  const chinese = at % 5 === 0;
  const lines: Buffer[] = [];
  const add = (type: string, data: object): void => {
    const seq = lines.length;
    const head = {
      version: 1,
      conversation: id,
      writer: 'writer',
      seq,
      lamport: seq,
      time: startedAt + seq * 250,
      type,
    };
    lines.push(encodeRecord(head, JSON.stringify(data)));
  };
  add('header', {
    id,
    createdAt: startedAt,
    model: 'demo',
    workspace: `file:///projects/${at % 7}`,
  });
  for (let turn = 0; turn < turns; turn += 1) {
    const [questionId, answerId] = [`${id}-q${turn}`, `${id}-a${turn}`];
    add('asked', {
      question: {
        kind: 'question',
        id: questionId,
        text: words(random, 20, chinese),
        askedAt: startedAt,
      },
      answer: {
        kind: 'answer',
        id: answerId,
        questionId,
        model: 'demo',
        state: 'waiting',
        text: '',
        reasoning: '',
        startedAt,
      },
    });
    for (let delta = 0; delta < deltasPerAnswer; delta += 1) {
      const rare = turn === 5 && delta === 1 ? ` ${rareWord(at)} ` : ' ';
      add('textAppended', {
        answerId,
        text: `${words(random, wordsPerDelta, chinese)}${rare}`,
        reasoning: '',
      });
    }
    add('ended', { answerId, state: 'complete', outcome: { endedAt: startedAt } });
  }
  return lines;
}
