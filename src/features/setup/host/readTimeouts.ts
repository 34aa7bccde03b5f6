// Reads `portico.timeouts`.
import * as v from 'valibot';
import type { Timeouts } from '../../../gateway/common/gatewayPort';
import { settingDefaults } from '../../../platform/host/contributions';

const timeoutDefaults = settingDefaults['portico.timeouts'];
/** A model on this machine may load for minutes, and read a long prompt for longer. */
const loopbackTimeouts = { ...timeoutDefaults, firstTokenSeconds: 0, totalSeconds: 0 };
const seconds = v.pipe(v.number(), v.minValue(0));

/**
 * What the user did not set has a default, which is no limit for the first token and in total on loopback.
 * @param setting The user's own value; undefined if there is none.
 */
export function readTimeouts(setting: unknown, isLoopback: boolean): Timeouts {
  const defaults: Timeouts = isLoopback ? loopbackTimeouts : timeoutDefaults;
  const timeouts = v.object({
    firstTokenSeconds: v.fallback(seconds, defaults.firstTokenSeconds),
    idleSeconds: v.fallback(seconds, defaults.idleSeconds),
    totalSeconds: v.fallback(seconds, defaults.totalSeconds),
  });
  return v.parse(v.fallback(timeouts, defaults), setting ?? {});
}
