// Lists the starts of VS Code that the integration ring makes, each with the tests that belong to it.
import type { HostRun } from '../../support/extensionHost';
import { startRecordingProxy } from '../../support/recordingProxy';

export const hostRuns: readonly HostRun[] = [
  // The long ones first.
  { name: 'every fault', tests: /^faults\// },
  { name: 'an empty folder', tests: /^(?!extension\.)[^/]+\.test\.ts$/ },
  // Not with the others, since the first file looks at what activation alone has loaded.
  {
    name: 'right after activation, behind a proxy',
    tests: /^(extension\.test\.ts$|proxy\/)/,
    prepare: behindProxy,
  },
];

/** Every variable that some library takes for a proxy's address names one that lets nothing through. */
async function behindProxy(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly after: () => Promise<void>;
}> {
  const proxy = await startRecordingProxy();
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'FTP_PROXY', 'npm_config_proxy'];
  const variables = [...names, ...names.map((name) => name.toLowerCase())];
  return {
    env: {
      ...Object.fromEntries(variables.map((name) => [name, proxy.url])),
      NO_PROXY: '',
      no_proxy: '',
      PORTICO_PROXY_SEEN: proxy.seenUrl,
    },
    after: () => proxy.close(),
  };
}
