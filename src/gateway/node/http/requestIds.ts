// Fills in the IDs that stand in the headers and query parameters of a request.
import { createHash, randomUUID } from 'node:crypto';
import type { Connection } from '../../common/connection';
import { chatPlaceholder, machinePlaceholder } from '../../common/placeholders';

/**
 * The connection with the chat's and the machine's ID in place of their placeholders. A gateway gets no ID that another
 * one gets too: the chat's is derived from the machine's, which each origin has its own of.
 * @param chatId undefined for a request that belongs to no chat: its ID is random
 */
export function withRequestIds(connection: Connection, chatId?: string): Connection {
  const { machineId = randomUUID(), headers, queryParameters = {} } = connection;
  const ownId =
    chatId === undefined
      ? randomUUID()
      : createHash('sha256').update(`${machineId} ${chatId}`).digest('hex').slice(0, 32);
  const fill = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.replaceAll(chatPlaceholder, ownId).replaceAll(machinePlaceholder, machineId),
      ]),
    );
  return { ...connection, headers: fill(headers), queryParameters: fill(queryParameters) };
}
