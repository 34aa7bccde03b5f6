// The log of requests in VS Code's output channel: one line each, without any content.
import type * as vscode from 'vscode';
import type { RequestRecord } from '../../gateway/common/gatewayAccess';

/** Makes characters visible that a terminal or an editor would act on, or not show at all. */
export function visibleLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

export function requestLine(record: RequestRecord): string {
  const parts = [
    record.method,
    record.path,
    record.model === undefined ? undefined : `model=${JSON.stringify(record.model)}`,
    record.status === undefined ? 'no response' : `status=${record.status}`,
    `${Math.round(record.durationMs)} ms`,
    record.requestId === undefined ? undefined : `request=${JSON.stringify(record.requestId)}`,
    record.failureKind,
  ];
  return visibleLine(parts.filter((part) => part !== undefined).join(' '));
}

export function logRequest(log: vscode.LogOutputChannel, record: RequestRecord): void {
  if (record.failureKind === undefined) {
    log.info(requestLine(record));
  } else {
    log.warn(requestLine(record));
  }
}
