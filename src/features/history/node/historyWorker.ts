// The history's worker thread: lists and searches conversations without blocking the extension host.
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { assertNever } from '../../../base/assertNever';
import type { HistoryQuery } from '../../../conversation/node/historyPort';
import { createFolderReader } from './folderReader';
import { HistoryList } from './historyList';
import type { HistoryReply, HistoryRequest } from './historyThread';

const start = v.parse(
  v.object({ conversations: v.string(), index: v.string(), isIndexed: v.boolean() }),
  workerData,
);
const folders = createFolderReader(start.conversations);
const list = new HistoryList(folders, start.index, start.isIndexed);
/** The keys are request numbers. */
const searches = new Map<number, AbortController>();
const running = new Set<Promise<void>>();

function reply(message: HistoryReply): void {
  parentPort?.postMessage(message);
}

async function answer(request: HistoryRequest): Promise<void> {
  const { number } = request;
  switch (request.type) {
    case 'find':
      await find(number, request.query);
      break;
    case 'cancel':
      searches.get(number)?.abort();
      return;
    case 'refresh':
      await list.refresh(request.names);
      break;
    case 'inactiveSince': {
      const ids = await list.inactiveSince(request.time, request.names);
      reply({ type: 'ids', number, ids });
      break;
    }
    case 'clearIndex':
      await list.clearIndex();
      break;
    case 'close':
      await close();
      break;
    default:
      return assertNever(request);
  }
  reply({ type: 'done', number });
}

async function find(number: number, query: HistoryQuery): Promise<void> {
  const controller = new AbortController();
  searches.set(number, controller);
  try {
    for await (const page of list.find(query, controller.signal)) {
      reply({ type: 'page', number, page });
    }
  } finally {
    searches.delete(number);
  }
}

async function close(): Promise<void> {
  for (const search of searches.values()) {
    search.abort();
  }
  await Promise.all(running);
  await list.close();
}

parentPort?.on('message', (request: HistoryRequest) => {
  const answered = answer(request).catch((error: unknown) => {
    reply({ type: 'failed', number: request.number, reason: String(error) });
  });
  if (request.type === 'close') {
    void answered.then(() => parentPort?.close());
  } else {
    running.add(answered);
    void answered.then(() => running.delete(answered));
  }
});
