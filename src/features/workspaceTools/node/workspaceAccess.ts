// What the user has allowed a model to read.
import type { WorkspaceAccess } from '../../../conversation/common/conversation';
import { workspaceTools, type ToolName } from '../common/workspaceTools';

/**
 * The tools that the user was asked about; none elsewhere. One that came with a later version waits until the switch is
 * turned on again, which asks: nothing that was allowed stops, and nothing more is read.
 *
 * @param folders the URIs of all folders that are open; there may be none
 */
export function toolsAllowedBy(
  access: WorkspaceAccess | undefined,
  folders: readonly string[],
  gateway: string,
): readonly ToolName[] {
  const isHere =
    access !== undefined &&
    folders.length > 0 &&
    access.gateway === gateway &&
    folders.every((uri) => access.folders.includes(uri));
  return isHere
    ? workspaceTools.map(({ name }) => name).filter((name) => access.tools.includes(name))
    : [];
}
