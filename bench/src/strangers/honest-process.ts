// Honest callers in a process of their own: agents, an institution and the team, each at a steady rate.
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '#bench/webhooks/child';
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

/** Milliseconds by kind, from the moment in which each request was due; what was refused or failed is counted. */
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
  const all: Promise<void>[] = [];
  let errors = 0;
  const once = async (kind: string, send: (of: Callers) => Promise<Response>, dueAt: number) => {
    const response = await send(callers).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok !== true) errors += 1;
    latenciesMs[kind]?.push(performance.now() - dueAt);
  };
  const names = Object.entries(kinds);
  const startAt = performance.now();
  // Kinds take turns, so that they do not come all at once.
  for (let turn = 0; turn < perSecond * seconds * names.length; turn += 1) {
    const dueAt = startAt + (turn * 1000) / (perSecond * names.length);
    const wait = dueAt - performance.now();
    if (wait > 0) await pause(wait);
    const [kind, send] = names[turn % names.length] ?? [];
    if (kind !== undefined && send !== undefined) all.push(once(kind, send, Math.max(dueAt, performance.now() - 1)));
  }
  await Promise.all(all);
  return { latenciesMs, errors };
}

answerQuestions<Callers, Heard>(call);
