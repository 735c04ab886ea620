import type { Tx } from '#context';
import { intakeNotFound } from '../errors.ts';
import { computeFacts } from '../facts.ts';
import { listIdsOfNumber, listOfSubmitter } from '../number-store.ts';
import { areTwoVehicles } from '../rules.ts';
import { lockIntakes, type Intake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

/** More than may be open for one number; beyond it the number is shared by many. */
const tiedMax = 50;

type TiedIntakes = {
  readonly called: Intake;
  readonly tied: readonly Intake[];
  /** Ids of the tied ones that came from the same submitter. */
  readonly ofSubmitter: readonly string[];
};

/**
 * The intake that was called about and every other open one of the same number that is not about another vehicle: the
 * team takes them for one customer. All are locked, in the order of their ids.
 */
export async function lockTiedIntakes(tx: Tx, id: string): Promise<TiedIntakes> {
  const ids = await listIdsOfNumber(tx.db, id, tiedMax);
  const intakes = await lockIntakes(tx.db, [id, ...ids], tx.clock.now());
  const called = intakes.find((intake) => intake.id === id);
  if (called === undefined) throw intakeNotFound();
  const tied = intakes.filter((intake) => isTied(called, intake));
  const tiedIds = tied.map((intake) => intake.id);
  return { called, tied, ofSubmitter: tied.length === 0 ? [] : await listOfSubmitter(tx.db, id, tiedIds) };
}

/** Asked of the locked rows: a number may have changed before the lock was granted. */
const isTied = (called: Intake, { id, phone, status, ...intake }: Intake): boolean =>
  id !== called.id &&
  phone !== undefined &&
  phone === called.phone &&
  unfinishedStatuses.includes(status) &&
  !areTwoVehicles(vinOf(called), vinOf(intake));

const vinOf = ({ request, lookedUp }: Pick<Intake, 'request' | 'lookedUp'>): string | undefined =>
  computeFacts(request, lookedUp).vin;
