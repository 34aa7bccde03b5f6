// Redirects. A client that follows them could send the key or the prompt to another server.
import { failed, type Fault } from './fault';

const statuses = [301, 302, 303, 307, 308] as const;

export const redirectFaults: readonly Fault[] = statuses.flatMap((status) =>
  (['same', 'cross'] as const).map((where): Fault => ({
    id: `fault-redirect-${status}-${where}`,
    description: `${status} to ${where === 'same' ? 'another path of this gateway' : 'another origin'}.`,
    refuses: true,
    expected: failed('redirected', { status }),
    serve: async ({ exchange }, targets) => {
      const origin = where === 'same' ? '' : targets.otherOrigin;
      await exchange.send(status, 'text/html', '', {
        Location: `${origin}/proxy${exchange.request.path}`,
      });
    },
  })),
);
