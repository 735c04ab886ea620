// Whether everything that was to leave has left.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './clients.ts';

export type Sent = {
  readonly mailsMissing: number;
  readonly deliveriesMissing: number;
  readonly deliveriesForged: number;
};
type Arrived = {
  readonly mail: ReadonlyMap<string, unknown>;
  arrivals(): readonly { genuine: boolean; body: string }[];
};

/** Every owner got their mail and every referral was delivered, within a minute. */
export async function allSent(clients: Clients, { mail, arrivals }: Arrived): Promise<Sent> {
  const look = (): Sent => {
    const arrived = arrivals();
    const created = new Set(
      arrived
        .filter(({ genuine, body }) => genuine && body.includes('referral.'))
        .map(({ body }) => /ref_\w+/.exec(body)?.[0]),
    );
    return {
      mailsMissing: clients.submitted.filter((email) => !mail.has(email)).length,
      deliveriesMissing: Math.max(0, clients.referrals() - created.size),
      deliveriesForged: arrived.filter(({ genuine }) => !genuine).length,
    };
  };
  const until = performance.now() + 60_000;
  for (;;) {
    const sent = look();
    if (sent.mailsMissing + sent.deliveriesMissing === 0 || performance.now() > until) return sent;
    await pause(200);
  }
}
