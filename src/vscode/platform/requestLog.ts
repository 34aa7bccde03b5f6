// The log of requests in VS Code's output channel: one line each, without any content.
import type * as vscode from 'vscode';
import type { RequestRecord } from '../../chat/gatewayPort';

function requestLine(record: RequestRecord): string {
  return [
    record.method,
    record.path,
    record.model === undefined ? undefined : `model=${JSON.stringify(record.model)}`,
    record.status === undefined ? 'no response' : `status=${record.status}`,
    `${Math.round(record.durationMs)} ms`,
    record.requestId === undefined ? undefined : `request=${JSON.stringify(record.requestId)}`,
    record.failureKind,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

export function logRequest(log: vscode.LogOutputChannel, record: RequestRecord): void {
  if (record.failureKind === undefined) {
    log.info(requestLine(record));
  } else {
    log.warn(requestLine(record));
  }
}
