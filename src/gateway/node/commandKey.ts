// Replaces a key that a key command printed and the gateway rejected. The request is then sent again without a
// click: a 401 proves that nothing began.
import type { Connection } from '../common/gatewayPort';
import type { Failure } from '../common/failure';

/** The connection as it is now: a retry of the same question uses the replaced key. */
export function withCurrentKey(connection: Connection): Connection {
  const { commandKey } = connection;
  return commandKey === undefined ? connection : { ...connection, key: commandKey.current };
}

/** Whether another run of the key command may help. */
export function isKeyRejected({ commandKey }: Connection, { kind, status }: Failure): boolean {
  return commandKey !== undefined && kind === 'keyRejected' && status === 401;
}

/** Undefined if there is no other key for this question. Also forgets the rejected key. */
export async function replaceKey(
  connection: Connection,
): Promise<Connection | Failure | undefined> {
  const { commandKey, key = '' } = connection;
  const other = await commandKey?.replace(key);
  return typeof other === 'string' ? { ...connection, key: other } : other;
}
