import type { EgressGateway, PostOutcome } from '#gateways/egress';
import { addDays } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import { GatewayError } from '#platform/errors';

/** Where institutions and the agent receive webhooks; `.invalid` never resolves, so nothing is ever reached there. */
export const receivers = {
  creditUnion: 'https://hooks.credit-union.invalid/makewhole',
  autoFinance: 'https://hooks.auto-finance.invalid/makewhole',
  agent: 'https://hooks.companion.invalid/makewhole',
} as const;

/** Nothing leaves this process: each receiver responds as the story needs. */
export function createDemoReceivers(clock: Clock, end: Date): EgressGateway {
  return {
    async post({ url }) {
      const now = clock.now();
      if (url !== receivers.autoFinance) return answer(200, '{"received":true}');
      // Broken for days, so that deliveries failed permanently; fixed; and down again since yesterday.
      if (now >= addDays(end, -20) && now < addDays(end, -9)) return answer(500, 'no route for this path');
      if (now >= addDays(end, -1)) return answer(503, 'down for maintenance');
      return answer(204, '');
    },
    ask: () => Promise.reject(new GatewayError('unavailable', 'the demo asks nobody')),
    close: async () => undefined,
  };
}

const answer = (status: number, text: string): PostOutcome => ({
  status,
  cause: status < 300 ? 'acknowledged' : `answered ${status}`,
  durationMs: 40,
  timings: { dns: 4, connect: 5, tls: 7, firstByte: 38 },
  address: undefined,
  answer: text,
});
