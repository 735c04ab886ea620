// A client of another institution that enrolls vehicles at a steady rate and reads the log until it lists each of
// them.
import { setTimeout as pause } from 'node:timers/promises';
import { answerStartAndStop, atRate, sharedNow } from '#bench/service/child';

export type Neighborhood = { readonly baseUrl: string; readonly key: string; readonly everyMs: number };

/** On the clock of `sharedNow`. */
export type Enrolled = { readonly eventId: string; readonly answeredAtMs: number; readonly listedAtMs: number };

let vehicles = 0;

async function call({ baseUrl, key }: Neighborhood, path: string, body?: object) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return response.json();
}

type EventList = { readonly data: readonly { readonly id: string; readonly data: { enrollment: { id: string } } }[] };

/** Time between two reads of the log, and so the precision of a delay. */
const lookMs = 10;

async function enroll(place: Neighborhood): Promise<Enrolled> {
  vehicles += 1;
  const { id } = (await call(place, '/plans/enrollments', {
    member: { first_name: 'Synthetic', last_name: 'Neighbor', email: 'neighbor@example.com' },
    vehicle: { vin: `3G${String(vehicles).padStart(15, '0')}` },
  })) as { id: string };
  const answeredAtMs = sharedNow();
  for (;;) {
    const { data } = (await call(place, '/events?limit=20')) as EventList;
    const found = data.find((event) => event.data.enrollment.id === id);
    if (found !== undefined) return { eventId: found.id, answeredAtMs, listedAtMs: sharedNow() };
    await pause(lookMs);
  }
}

answerStartAndStop<Neighborhood, Enrolled[]>((place, stopped) =>
  atRate({ everyMs: place.everyMs, stopped }, () => enroll(place)),
);
