// Strangers who guess passwords: from thousands of networks, at a steady rate, whatever they are answered.
import { postForm, type Person } from './people.ts';

export const networks = 5_000;

export type Tally = {
  sent: number;
  /** By status. */
  readonly answers: Map<number, number>;
  /** How many passwords were looked at, by account. */
  readonly guesses: Map<string, number>;
  readonly times: number[];
  /** Without a Retry-After. */
  unhelpful: number;
};

export const newTally = (): Tally => ({ sent: 0, answers: new Map(), guesses: new Map(), times: [], unhelpful: 0 });

type Attack = {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly victims: readonly Person[];
  readonly random: () => number;
  /** A device cookie that was stolen, and whose it is; used in one of twenty posts. */
  readonly stolen: Person;
};

/** Half of the posts are for members, half for addresses that nobody has. */
export async function attack(tally: Tally, { perSecond, seconds, ...rest }: Attack): Promise<void> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const due = begun + (sent * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const one: Promise<void> = guess(tally, rest).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
}

async function guess(tally: Tally, { port, victims, random, stolen }: Omit<Attack, 'perSecond' | 'seconds'>) {
  const pick = (count: number) => Math.floor(random() * count);
  const network = pick(networks);
  const from = `${20 + (network >> 8)}.${network & 255}.7.${1 + pick(250)}`;
  const isThief = pick(20) === 0;
  const known = isThief ? stolen : victims[pick(victims.length * 2)];
  const email = known?.email ?? `nobody-${pick(1e9)}@example.com`;
  tally.sent += 1;
  const { status, retryAfter, ms } = await postForm({
    as: 'stranger',
    port,
    path: '/sign-in',
    fields: { email, password: `guess ${pick(1e9)}`, code: '000000' },
    from,
    ...(isThief ? { cookie: stolen.device } : {}),
  });
  tally.times.push(ms);
  tally.answers.set(status, (tally.answers.get(status) ?? 0) + 1);
  if (status === 403 && known !== undefined) tally.guesses.set(email, (tally.guesses.get(email) ?? 0) + 1);
  if ((status === 429 || status === 503) && retryAfter === undefined) tally.unhelpful += 1;
}
