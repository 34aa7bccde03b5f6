// The settings of the tools that read the workspace.
import * as v from 'valibot';
import { settingsReader } from '../../../platform/host/settings';
import { workspaceToolsContributions } from './workspaceToolsContributions';

const { userValue } = settingsReader(workspaceToolsContributions.settings);

const cost = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The cost at which reading pauses, in the currency of the price; undefined for none. */
export function maxToolCost(): number | undefined {
  const value = userValue('portico.tools.maxCost');
  return v.is(cost, value) ? value : undefined;
}
