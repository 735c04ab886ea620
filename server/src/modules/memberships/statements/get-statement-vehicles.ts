import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { vehiclesNotListed } from '../errors.ts';
import { getStatement } from './get-statement.ts';
import { listVehicleRows } from './paper-store.ts';
import type { StatementView } from './schemas.ts';

/** The vehicles that a statement bills, as they were when it was issued. */
export async function getStatementVehicles(ctx: Ctx, institutionId: string, id: string) {
  const { statement } = await getStatement(ctx, institutionId, id);
  const billed = await listVehicleRows(ctx.db, institutionId, id);
  // Statements of earlier versions stored only how many there were.
  if (billed.length === 0 && statement.enrollment_count > 0) throw vehiclesNotListed();
  return { number: statement.number, csv: writeVehicleCsv(statement, billed) };
}

type Billed = { readonly plan: string; readonly vins: readonly string[] };

/** One row for each vehicle that a statement bills; as many rows of a plan as its line says. */
function writeVehicleCsv({ number, period, lines }: StatementView, billed: readonly Billed[]): string {
  const prices = new Map(lines.map(({ plan, unit_price_cents: price }) => [plan, centsToText(price)]));
  return toCsv([
    ['statement', 'period', 'plan', 'vin', 'unit_price', 'currency'],
    ...billed.flatMap(({ plan, vins }) =>
      vins.map((vin) => [number, period, plan, vin, prices.get(plan) ?? '', 'USD']),
    ),
  ]);
}
