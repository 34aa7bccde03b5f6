// A redirect followed would carry the key or the whole prompt to a place that nobody agreed to.
import { failed, type Fault } from './fault';

const statuses = [301, 302, 303, 307, 308] as const;

export const redirectFaults: readonly Fault[] = statuses.flatMap((status) =>
  (['same', 'cross'] as const).map((where): Fault => ({
    id: `fault-redirect-${status}-${where}`,
    about: `${status} to ${where === 'same' ? 'another path of this gateway' : 'another origin'}.`,
    streamed: true,
    unstreamed: true,
    refuses: true,
    expected: failed('redirected', { status }),
    serve: async ({ exchange }, places) => {
      const origin = where === 'same' ? '' : places.elsewhere;
      await exchange.whole(status, 'text/html', '', {
        Location: `${origin}/proxy${exchange.request.path}`,
      });
    },
  })),
);
