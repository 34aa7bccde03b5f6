// The thread that lists and searches: whatever it takes, the extension host goes on.
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { assertNever } from '../../base/assertNever';
import { HistoryList } from './historyList';
import { conversationFolders } from './conversationFolders';
import type { HistoryReply, HistoryRequest } from './historyMessages';

type FindRequest = HistoryRequest & { readonly type: 'find' };

const start = v.parse(
  v.object({ conversations: v.string(), index: v.string(), isIndexed: v.boolean() }),
  workerData,
);
const folders = conversationFolders(start.conversations);
const catalogue = new HistoryList(folders, start.index, start.isIndexed);
const finding = new Map<number, AbortController>();
/** What was asked for and is not answered yet. */
const running = new Set<Promise<void>>();

function reply(message: HistoryReply): void {
  parentPort?.postMessage(message);
}

async function answer(request: HistoryRequest): Promise<void> {
  const { number } = request;
  switch (request.type) {
    case 'find':
      return find(request);
    case 'cancel':
      finding.get(number)?.abort();
      return;
    case 'look':
      await catalogue.look(request.names);
      return reply({ type: 'done', number });
    case 'before':
      reply({
        type: 'ids',
        number,
        ids: await catalogue.before(request.changedAt, request.names),
      });
      return reply({ type: 'done', number });
    case 'clear':
      await catalogue.clear();
      return reply({ type: 'done', number });
    case 'close':
      for (const asked of finding.values()) {
        asked.abort();
      }
      await Promise.all(running);
      await catalogue.close();
      reply({ type: 'done', number });
      return parentPort?.close();
    default:
      return assertNever(request);
  }
}

async function find({ number, query }: FindRequest): Promise<void> {
  const asked = new AbortController();
  finding.set(number, asked);
  try {
    for await (const page of catalogue.find(query, asked.signal)) {
      reply({ type: 'page', number, page });
    }
  } finally {
    finding.delete(number);
  }
  reply({ type: 'done', number });
}

parentPort?.on('message', (request: HistoryRequest) => {
  const answered = answer(request).catch((error: unknown) => {
    reply({ type: 'failed', number: request.number, reason: String(error) });
  });
  if (request.type !== 'close') {
    running.add(answered);
    void answered.then(() => running.delete(answered));
  }
});
