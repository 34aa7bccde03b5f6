// What a gateway's model list says about its models.
import type { Failure } from './failure';
import type { Price } from './usage';

/** A model as described by the gateway's model list; fields that the list omits are absent. */
export interface ModelRecord {
  /** Byte for byte as listed, at most 256 characters. */
  readonly id: string;
  readonly name?: string;
  readonly owner?: string;
  /** The version in Gemini's and GitHub's lists, for example `001`, cut off after 256 characters. */
  readonly version?: string;
  /** Cut off after 256 characters. */
  readonly description?: string;
  /** When the model was released or added, in ms since 1970. */
  readonly created?: number;
  /** The context window in tokens. */
  readonly contextLength?: number;
  /** The most tokens that it writes. */
  readonly maxOutputTokens?: number;
  /** The names are those of new-api, such as "openai-response"; types that new-api lacks keep the list's name or path. */
  readonly endpointTypes?: readonly string[];
  readonly price?: Price;
  /** Whether the model accepts images. */
  readonly imageInput?: boolean;
  /** Whether the model accepts tools. */
  readonly toolCalling?: boolean;
  /** The list says that the model does not run at the moment. */
  readonly offline?: boolean;
  /** False only if the list says that the model is not for chat. */
  readonly chat: boolean;
}

/** Software whose balance Portico can read. */
export const gatewaySoftware = ['new-api', 'one-api', 'litellm', 'sub2api', 'openrouter'] as const;

export type GatewaySoftware = (typeof gatewaySoftware)[number];

export interface ModelList {
  readonly models: readonly ModelRecord[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Absent if the gateway does not name its software. */
  readonly software?: GatewaySoftware;
  /** Some pages of the list could not be fetched. */
  readonly isPartial?: true;
}

export type ModelListResult =
  | { readonly ok: true; readonly list: ModelList }
  | { readonly ok: false; readonly failure: Failure };
