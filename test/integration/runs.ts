// Lists the starts of VS Code that the integration ring makes, each with the tests that belong to it.
import type { HostRun } from '../support/extensionHost';

export const runs: readonly HostRun[] = [
  // On its own, since it looks at what activation alone has loaded.
  { name: 'right after activation', tests: /^extension\.test\.ts$/ },
  { name: 'an empty folder', tests: /^(?!extension\.)[^/]+\.test\.ts$/ },
];
