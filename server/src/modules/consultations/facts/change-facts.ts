import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { dayOf } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { validationFailed } from '#platform/errors';
import type { FactSources, StatedContact } from './source-facts.ts';
import { factsChanged, refreshFacts, type RefreshedFacts } from './refresh-facts.ts';
import { type StaffSaid, isFullVin } from './facts.ts';
import { factsOf, type KnownFacts } from './known-facts.ts';
import { changeAad, isContact, partOf, readChanges, stateFacts, type Changes, type StaffField } from './rules.ts';
import { insertChanges } from './store.ts';
import { toFactsView, toMarketFigures } from './to-facts-view.ts';
import type { ChangedFacts, DecodedVinView } from './schemas.ts';
import { computeCheckDigit, decodeVin, toVehicleOfVin } from '#modules/vehicles';

/** Decodes a VIN while it is being typed. An incomplete or invalid one returns nothing, which is not an error. */
export async function decodeTypedVin(ctx: Ctx, typed: string): Promise<DecodedVinView> {
  requireStaff(ctx.actor);
  const vin = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const decoded = await decodeVin(ctx, vin);
  const told = decoded && toVehicleOfVin(vin, decoded);
  return {
    object: 'decoded_vin',
    vin,
    complete: isFullVin(vin),
    year: told?.year ?? null,
    make: told?.make ?? null,
    model: told?.model ?? null,
    series: told?.series ?? null,
    trims: told?.trims ?? [],
    body: told?.body ?? null,
    engine: told?.engine ?? null,
    displacement_l: told?.displacement_l ?? null,
    cylinders: told?.cylinders ?? null,
    fuel: told?.fuel ?? null,
    drive: told?.drive ?? null,
    check_digit: told?.check_digit ?? computeCheckDigit(vin),
    confidence: told?.confidence ?? null,
  };
}

/** The facts after a change, and the market read before it. */
export const toChangedFacts = async (ctx: Ctx, { before, after }: RefreshedFacts): Promise<ChangedFacts> => ({
  ...(await toFactsView(ctx, after)),
  market_before: toMarketFigures(before.kept.preliminary),
});

type ChangeFacts = {
  readonly consultationId: string;
  /** The version that the author of a change has seen. */
  readonly seen: number;
  readonly changes: Changes;
  /** Fields whose team statements are withdrawn; the other sources count again. */
  readonly withdrawn: readonly StaffField[];
};

/**
 * Records what a staff member learned about a case. A change based on an old version is refused with the newest one,
 * so that two people cannot overwrite each other unknowingly.
 */
export async function changeFacts(ctx: Ctx, sources: FactSources, change: ChangeFacts): Promise<RefreshedFacts> {
  const { staffId: by } = requireStaff(ctx.actor);
  const at = ctx.clock.now();
  // A loss may be of today in the westernmost state while it is still yesterday there.
  const { values, issues } = readChanges(change.changes, dayOf(at));
  if (issues.length > 0) throw validationFailed(issues);
  const said = { values, withdrawn: change.withdrawn };
  return refreshFacts(ctx, sources, {
    consultationId: change.consultationId,
    learn: ({ staff = {}, ...known }) => ({ ...known, staff: partOf(stateFacts(staff, said, { by, at }), false) }),
    within: async (tx, locked) => {
      if (locked.version !== change.seen) throw factsChanged(await toFactsView(tx, locked));
      const before = { ...locked.kept.lookedUp.staff, ...locked.person };
      const after = stateFacts(before, said, { by, at });
      const version = locked.version + 1;
      const fields = [...Object.keys(values), ...change.withdrawn] as StaffField[];
      recordChanges(tx, locked, { fields, after, version });
      if (fields.some(isContact)) await locked.submission.updateContact(toContact(after), change.withdrawn);
      return { version, person: partOf(after, true) };
    },
  });
}

type Recorded = { readonly fields: readonly StaffField[]; readonly after: StaffSaid; readonly version: number };

/** Stores each statement with the value it replaced and that value's source. */
function recordChanges(tx: Tx, locked: KnownFacts, { fields, after, version }: Recorded): void {
  const at = tx.clock.now();
  const known = factsOf(locked);
  const changes = fields.map((field) => {
    const id = newId('fct', at);
    const [stated, before] = [after[field], known[field]];
    const change = { value: stated?.value ?? null, withdrawn: stated === undefined, before: before ?? null };
    return { id, field, sealedChange: tx.vault.encrypt(JSON.stringify(change), changeAad(id)) };
  });
  const { staffId } = requireStaff(tx.actor);
  insertChanges(tx.db, { consultationId: locked.case.consultationId, version, staffId, at, changes });
}

function toContact({ phone, email, zip, loss_state: state }: StaffSaid): StatedContact {
  const stated = { phone, email, zip, state };
  return Object.fromEntries(
    Object.entries(stated).flatMap(([name, one]) => (one === undefined ? [] : [[name, one.value]])),
  );
}
