import { addSeconds } from '#lib/time/dates';
import { usStates } from '#lib/calling/us-states';

const states: ReadonlySet<string> = new Set(usStates);

export type TypedPlate = { readonly plate: string; readonly state: string };

/** Capitals and digits, as providers ask for it; undefined when it cannot be looked up. */
export function readPlate({ plate, state }: TypedPlate): TypedPlate | undefined {
  const characters = plate.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const code = state.toUpperCase();
  if (characters === '' || characters.length > 8 || !states.has(code)) return undefined;
  return { plate: characters, state: code };
}

/** A call that was too slow for its client may still succeed; asked again before that, it would be paid for twice. */
export const firstRetryS = 25;

const retriesS = [120, 600, 3600];

/** When a look-up without an answer is retried, if at all. */
export function nextLookupAt(attempt: number, now: Date): Date | undefined {
  const delay = retriesS[attempt - 1];
  return delay === undefined ? undefined : addSeconds(now, delay);
}

export const lookupAad = (subjectId: string): string => `vehicles.plate_lookups/${subjectId}`;
