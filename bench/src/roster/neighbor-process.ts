// A client of another institution that enrolls vehicles at a steady rate, and reads the log until it lists each of them.
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions, sharedNow } from '#bench/webhooks/child';

export type Neighborhood =
  | { readonly kind: 'start'; readonly baseUrl: string; readonly key: string; readonly everyMs: number }
  | { readonly kind: 'stop' };

/** On the clock of `sharedNow`. */
export type Enrolled = { readonly eventId: string; readonly answeredAtMs: number; readonly listedAtMs: number };

const neighbor = { stops: false, enrolled: 0 };
let living: Promise<Enrolled[]> = Promise.resolve([]);

type Place = Extract<Neighborhood, { kind: 'start' }>;

async function call({ baseUrl, key }: Place, path: string, body?: object) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return response.json();
}

type EventList = { readonly data: readonly { readonly id: string; readonly data: { enrollment: { id: string } } }[] };

/** Between two looks at the log; a delay is known as exactly as this. */
const lookMs = 10;

async function enroll(place: Place): Promise<Enrolled> {
  neighbor.enrolled += 1;
  const { id } = (await call(place, '/plans/enrollments', {
    member: { first_name: 'Synthetic', last_name: 'Neighbor', email: 'neighbor@example.com' },
    vehicle: { vin: `3G${String(neighbor.enrolled).padStart(15, '0')}` },
  })) as { id: string };
  const answeredAtMs = sharedNow();
  for (;;) {
    const { data } = (await call(place, '/events?limit=20')) as EventList;
    const found = data.find((event) => event.data.enrollment.id === id);
    if (found !== undefined) return { eventId: found.id, answeredAtMs, listedAtMs: sharedNow() };
    await pause(lookMs);
  }
}

async function live(place: Place): Promise<Enrolled[]> {
  const startAt = performance.now();
  const enrolled: Promise<Enrolled>[] = [];
  for (let turn = 0; !neighbor.stops; turn += 1) {
    const wait = startAt + turn * place.everyMs - performance.now();
    if (wait > 0) await pause(wait);
    enrolled.push(enroll(place));
  }
  return Promise.all(enrolled);
}

answerQuestions<Neighborhood, readonly Enrolled[]>(async (question) => {
  if (question.kind === 'stop') {
    neighbor.stops = true;
    return living;
  }
  neighbor.stops = false;
  living = live(question);
  living.catch(() => undefined);
  return [];
});
