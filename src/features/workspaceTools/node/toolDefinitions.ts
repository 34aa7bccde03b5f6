// The tools that read the workspace, as they are sent with every request of a chat that may read.
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import type { ToolDefinition } from '../../../gateway/common/tools';
import { workspaceTools, type ToolName, type WorkspaceTool } from '../common/workspaceTools';

export function toolDefinitions(names: readonly ToolName[]): readonly ToolDefinition[] {
  return workspaceTools.filter(({ name }) => names.includes(name)).map(definitionOf);
}

function definitionOf({ name, description, parameters }: WorkspaceTool): ToolDefinition {
  const all = Object.entries(parameters);
  const properties = Object.fromEntries(
    all.map(([key, { type, description: text }]) => [key, { type, description: text }]),
  );
  const required = all.flatMap(([key, { isRequired }]) => (isRequired === true ? [key] : []));
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

/** The estimated length of all definitions in a request, in tokens. */
export const toolTokens = Math.round(
  estimateTokens(JSON.stringify(workspaceTools.map(definitionOf))),
);
