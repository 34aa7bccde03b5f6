// The tools of a request as an API format sends them: names and schemas that it accepts, and the IDs of calls.
import type { JsonRecord } from '../../../base/mergeObjects';
import type { CompletionRequest } from '../../common/chatModel';
import { sentToolNames, type ToolNameRule } from './toolNames';
import type { ReducedSchema } from './toolSchema';

/** What an API format accepts. */
export interface ToolDialect {
  readonly names: ToolNameRule;
  /** Reduces a schema to what the format accepts. */
  readonly reduceSchema: (schema: JsonRecord | undefined) => ReducedSchema;
  /** The ID that is sent for a call; always the same for the same ID. The same ID if absent. */
  readonly sentCallId?: (id: string, request: CompletionRequest) => string;
}

interface SentTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonRecord;
}

export interface SentTools {
  /** Empty if the request offers none. */
  readonly tools: readonly SentTool[];
  readonly isRequired: boolean;
  readonly nameOf: (name: string) => string;
  readonly callIdOf: (id: string) => string;
}

export function sentTools(request: CompletionRequest, dialect: ToolDialect): SentTools {
  const { definitions = [], mode } = request.tools ?? {};
  const names = sentToolNames(request, dialect.names);
  const nameOf = (name: string): string => names.get(name) ?? name;
  // Servers refuse two tools with one name.
  const unique = new Map(definitions.toReversed().map((tool) => [tool.name, tool]));
  return {
    tools: [...unique.values()].toReversed().map(({ name, description, inputSchema }) => ({
      name: nameOf(name),
      description,
      schema: dialect.reduceSchema(inputSchema).schema,
    })),
    isRequired: mode === 'required',
    nameOf,
    callIdOf: (id) => dialect.sentCallId?.(id, request) ?? id,
  };
}

/** The names of the tools whose schema lost something that restricts their input. */
export function reducedSchemas(
  { tools }: CompletionRequest,
  { reduceSchema }: ToolDialect,
): readonly string[] {
  return (tools?.definitions ?? [])
    .filter(({ inputSchema }) => reduceSchema(inputSchema).isReduced)
    .map(({ name }) => name);
}
