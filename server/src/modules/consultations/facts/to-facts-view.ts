import type { Ctx, Tx } from '#context';
import { maskPhone } from '#lib/text/phone';
import { listStaffNames } from '#modules/staff';
import type { FactSource, StaffSaid, CustomerSaid, DecodedVehicle, SourcedFacts } from './facts.ts';
import { factsOf, type KnownFacts, getKnownFacts } from './known-facts.ts';
import { changeAad, staffFields, type StaffField } from './rules.ts';
import type { FactsView } from './schemas.ts';
import { listChangeRows, type ChangeRow } from './store.ts';
import type { Preliminary } from '#modules/vehicles';
import { requireStaff } from '#actor';
import type { FactSources, ConsultationRef } from './source-facts.ts';

/** The facts of a case by the one rule of precedence, each with its source, and the market read based on them. */
export type ConsultationFacts = ConsultationRef & {
  /** Increases with every change by staff. */
  readonly version: number;
  readonly facts: SourcedFacts;
  readonly preliminary: Preliminary | undefined;
  /** The data decoded from the current VIN, never typed. */
  readonly decoded: DecodedVehicle | undefined;
  /** The customer's statements from their own page. */
  readonly customer: CustomerSaid;
};

/** The known facts of a case, for any module of origin; `sources` are bound in app/callbacks.ts (`factSources`). */
export async function listConsultationFacts(
  ctx: Ctx,
  sources: FactSources,
  consultationId: string,
): Promise<ConsultationFacts> {
  const known = await getKnownFacts(ctx, sources, consultationId);
  const facts = factsOf(known);
  const { decoded, customer = {} } = known.kept.lookedUp;
  return {
    ...known.case,
    version: known.version,
    facts,
    decoded: decoded?.vin === facts.vin?.value ? decoded : undefined,
    customer,
    preliminary: known.kept.preliminary,
  };
}

export async function getFactsView(ctx: Ctx, sources: FactSources, consultationId: string): Promise<FactsView> {
  requireStaff(ctx.actor);
  return toFactsView(ctx, await getKnownFacts(ctx, sources, consultationId));
}

/** The figures by which two market reads are compared. */
export const toMarketFigures = (read: Preliminary | undefined): FactsView['market'] =>
  read === undefined
    ? null
    : {
        label: read.vehicle_label,
        coverage: read.coverage,
        sample_size: read.sample_size,
        mid: read.market.mid,
        adjusted_mid: read.adjusted_mid,
        gap_cents: read.gap_vs_offer_cents,
        snapshot_id: read.snapshot_id,
      };

/** The most changes shown; a case has a few dozen. */
const changesMax = 200;

type Value = string | number | null;
type StoredChange = {
  readonly value: Value;
  readonly withdrawn: boolean;
  readonly before: { readonly value: Value; readonly from: FactSource } | null;
};

/** The facts of a case for staff, with every change. A phone number is shown by its last digits only. */
export async function toFactsView(ctx: Ctx | Tx, known: KnownFacts): Promise<FactsView> {
  const { consultationId } = known.case;
  const rows = await listChangeRows(ctx.db, consultationId, changesMax);
  const staff: StaffSaid = { ...known.kept.lookedUp.staff, ...known.person };
  const ids = [...Object.values(staff).map(({ by }) => by), ...rows.flatMap(({ staffId }) => staffId ?? [])];
  const names = await listStaffNames(ctx, [...new Set(ids)]);
  const nameOf = (id: string): string => names.get(id) ?? 'somebody';
  return {
    object: 'case.facts',
    consultation_id: consultationId,
    version: known.version,
    fields: staffFields.map((field) => toFact(known, field, nameOf)),
    history: rows.map((row) => toChange(ctx, row, nameOf)),
    market: toMarketFigures(known.kept.preliminary),
  };
}

const shown = (field: string, value: Value | undefined): Value =>
  value === undefined || value === null ? null : field === 'phone' ? maskPhone(String(value)) : value;

function toFact(known: KnownFacts, field: StaffField, nameOf: (id: string) => string): FactsView['fields'][number] {
  const stated = { ...known.kept.lookedUp.staff, ...known.person }[field];
  const fact = factsOf(known)[field];
  const report: Readonly<Record<string, Value>> = known.kept.lookedUp.report ?? {};
  return {
    field,
    value: shown(field, fact?.value),
    from: stated === undefined ? (fact?.from ?? null) : 'staff',
    by: stated === undefined ? null : nameOf(stated.by),
    at: stated?.at ?? (fact?.from === 'customer' ? (findCustomerWord(known, field)?.at ?? null) : null),
    sent: shown(field, known.submission.sent[field]),
    report: shown(field, report[field]),
  };
}

const findCustomerWord = ({ kept }: KnownFacts, field: string): { readonly at: string } | undefined =>
  (kept.lookedUp.customer as Readonly<Record<string, { readonly at: string }>> | undefined)?.[field];

function toChange({ vault }: Pick<Ctx, 'vault'>, row: ChangeRow, nameOf: (id: string) => string) {
  const { value, withdrawn, before } = JSON.parse(vault.decrypt(row.sealedChange, changeAad(row.id))) as StoredChange;
  return {
    field: row.field as StaffField | 'offer_cents',
    value: shown(row.field, value),
    withdrawn,
    before: shown(row.field, before?.value),
    before_from: before?.from ?? null,
    by: row.staffId === null ? null : nameOf(row.staffId),
    at: row.at.toISOString(),
    version: row.version,
  };
}
