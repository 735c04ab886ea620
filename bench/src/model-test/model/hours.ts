export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
export const monthOf = (at: number): string => iso(at).slice(0, 7);
export const startOfDay = (at: number): number => at - (at % dayMs);

export const startOfMonth = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`);

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

// When a customer may be called or texted: the states of this test, their zones and hours. None of them has holidays.

type Place = {
  readonly zones: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly sundays: boolean;
};

const usual = { from: 8, to: 21, sundays: true };

/** Hours of 47 CFR 64.1200(c)(1), and two states with stricter rules. */
const places: Readonly<Record<string, Place>> = {
  NY: { ...usual, zones: ['America/New_York'] },
  CA: { ...usual, zones: ['America/Los_Angeles'] },
  HI: { ...usual, zones: ['Pacific/Honolulu'] },
  FL: { ...usual, zones: ['America/New_York', 'America/Chicago'], to: 20 },
  MS: { ...usual, zones: ['America/Chicago'], to: 20, sundays: false },
};

export const areaCodes = { NY: '212', CA: '415', HI: '808', FL: '305', MS: '601' } as const;

type State = keyof typeof areaCodes;
export const states = Object.keys(areaCodes) as State[];

const stateOfPhone = (phone: string): string | undefined =>
  states.find((state) => phone.slice(2, 5) === areaCodes[state]);

const clocks = new Map(
  [...new Set(Object.values(places).flatMap(({ zones }) => zones))].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', weekday: 'short', hour: '2-digit' }),
  ]),
);

/** All hours begin and end on the hour, so the local hour decides. */
function isOpenIn(zone: string, { from, to, sundays }: Omit<Place, 'zones'>, at: number): boolean {
  const parts = clocks.get(zone)?.formatToParts(at) ?? [];
  const told = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const hour = Number(told('hour'));
  return hour >= from && hour < to && (sundays || told('weekday') !== 'Sun');
}

/**
 * Whether calling is allowed now in each place where the customer may be: the state of the case and that of the area
 * code.
 */
export function mayCall(phone: string, state: string | undefined, at: number): boolean {
  const known = [...new Set([state, stateOfPhone(phone)])].flatMap((name) => places[name ?? ''] ?? []);
  if (known.length === 0) throw new Error('a place that the model does not know');
  const hours = {
    from: Math.max(...known.map(({ from }) => from)),
    to: Math.min(...known.map(({ to }) => to)),
    sundays: known.every(({ sundays }) => sundays),
  };
  return known.flatMap(({ zones }) => zones).every((zone) => isOpenIn(zone, hours, at));
}

/** A phone number, and the state of the case that the message is about. */
export type Whereabouts = { readonly phone: string; readonly state: string | undefined };

/** More than the longest night and a Sunday. */
const hoursMax = 100;

/** Now, or the hour at which a text may leave: when it is allowed in every place where its recipient may be. */
export function nextTextAt(all: readonly Whereabouts[], now: number): number {
  const allowed = (at: number) => all.every(({ phone, state }) => mayCall(phone, state, at));
  if (allowed(now)) return now;
  const first = Math.ceil(now / hourMs) * hourMs;
  for (let hour = 0; hour < hoursMax; hour += 1) if (allowed(first + hour * hourMs)) return first + hour * hourMs;
  throw new Error('nobody may ever be texted');
}
