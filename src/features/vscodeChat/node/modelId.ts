// The ID of a gateway's model in VS Code: gateway and model ID, so that another gateway never answers for it.

/** A model of a gateway. */
export interface ModelRef {
  /** Its `gatewayId`. */
  readonly gateway: string;
  readonly model: string;
}

/** Base URLs and key labels in a `gatewayId` are URL-encoded, so neither contains a space. */
const separator = ' ';

export function vscodeModelId({ gateway, model }: ModelRef): string {
  return `${gateway}${separator}${model}`;
}

/** Undefined for an ID that `vscodeModelId` did not make. */
export function parseVscodeModelId(id: string): ModelRef | undefined {
  const end = id.indexOf(separator);
  return end <= 0 || end === id.length - 1
    ? undefined
    : { gateway: id.slice(0, end), model: id.slice(end + 1) };
}
