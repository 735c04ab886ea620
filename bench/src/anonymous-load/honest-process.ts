// Honest callers in a process of their own: agents, an institution and the team, each at a steady rate.
import { answerQuestions, atRate } from '#bench/service/child';
import { intakeBody, intakesPath } from '#bench/intakes/request';

export type Callers = {
  readonly base: string;
  readonly intakeId: string;
  readonly pollToken: string;
  readonly partnerKey: string;
  readonly staffToken: string;
  /** Requests a second of each kind. */
  readonly perSecond: number;
  readonly seconds: number;
};

/** Milliseconds by kind; what was refused or failed is counted. */
export type Heard = { readonly latenciesMs: Readonly<Record<string, readonly number[]>>; readonly errors: number };

let submitted = 0;

const kinds: Readonly<Record<string, (callers: Callers) => Promise<Response>>> = {
  'agent posts': ({ base }) => {
    submitted += 1;
    return fetch(`${base}${intakesPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(intakeBody(`honest-${process.pid}-${submitted}@example.com`)),
    });
  },
  'agent polls': ({ base, intakeId, pollToken }) => read(`${base}${intakesPath}/${intakeId}`, pollToken),
  'partner lists': ({ base, partnerKey }) => read(`${base}/api/gap/v1/referrals`, partnerKey),
  'team lists': ({ base, staffToken }) => read(`${base}/api/staff/v1/board`, staffToken),
};

const read = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

async function call(callers: Callers): Promise<Heard> {
  const { perSecond, seconds } = callers;
  const latenciesMs: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  let errors = 0;
  const names = Object.entries(kinds);
  // Kinds take turns, so that they do not come all at once.
  const rate = { everyMs: 1000 / (perSecond * names.length), count: perSecond * seconds * names.length };
  await atRate(rate, async (turn) => {
    const [kind = '', send] = names[turn % names.length] ?? [];
    const dueAt = performance.now();
    const response = await send?.(callers).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok !== true) errors += 1;
    latenciesMs[kind]?.push(performance.now() - dueAt);
  });
  return { latenciesMs, errors };
}

answerQuestions<Callers, Heard>(call);
