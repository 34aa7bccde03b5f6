// What the user has allowed a model to read.
import type { WorkspaceAccess } from '../../../conversation/common/conversation';

/** @param folders the URIs of all folders that are open; there may be none */
export function holdsFor(
  access: WorkspaceAccess | undefined,
  folders: readonly string[],
  gateway: string,
): boolean {
  return (
    access !== undefined &&
    folders.length > 0 &&
    access.gateway === gateway &&
    folders.every((uri) => access.folders.includes(uri))
  );
}
