// Newer files: what a newer Portico wrote before the user went back to this one. They are left as they are.
import { Emitter } from '../../base/emitter';

const found = new Emitter<string>();
/** Their paths. */
const reported = new Set<string>();

/** Fires once for each file, with its path. No file is read before the extension has subscribed. */
export const onDidFindNewerFile = found.event;

/** A file of version 1 may have no `version`. Reports a newer one. */
export function isNewerFile(path: string, json: unknown): boolean {
  const isNewer =
    typeof json === 'object' && json !== null && 'version' in json && json.version !== 1;
  if (isNewer) {
    reportNewerFile(path);
  }
  return isNewer;
}

export function reportNewerFile(path: string): void {
  if (!reported.has(path)) {
    reported.add(path);
    found.fire(path);
  }
}
