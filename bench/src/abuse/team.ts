// Callers press next and log how it went; one call each in a step.
import { stop, type Customer } from './customers.ts';
import type { World } from './world.ts';

/** From eight in the morning in New York to eight in the evening in California, with the night between. */
export const isOnDuty = ({ now }: World): boolean => {
  const hour = new Date(now).getUTCHours();
  return hour >= 13 || hour < 4;
};

export async function callNext(world: World, customers: readonly Customer[]): Promise<void> {
  const byPhone = new Map(customers.map((one) => [one.person.phone, one]));
  for (const index of world.staffTokens.keys()) {
    const { status, body } = await world.staff(index, 'POST /queue/next');
    if (status !== 200) throw new Error(`next was answered ${status}`);
    if (body.none === true) continue;
    const { id, source, source_id: sourceId } = body.consultation;
    if (body.phone === null) {
      await world.staff(index, `POST /queue/${id}/release`, {});
      continue;
    }
    world.ledger.offers.push({ at: world.now, to: body.phone });
    const customer = byPhone.get(body.phone);
    if (customer !== undefined) customer.offeredAt ??= world.now;
    const route = source === 'agent_intake' ? `POST /intakes/${sourceId}/calls` : `POST /queue/${id}/calls`;
    await logOutcome(world, { index, route, customer });
    // A lease that no outcome ended is given back, as at the end of a shift.
    await world.staff(index, `POST /queue/${id}/release`, {});
  }
}

type Call = { readonly index: number; readonly route: string; readonly customer: Customer | undefined };

/** Strangers to the service never answer; honest people mostly do. */
async function logOutcome(world: World, { index, route, customer }: Call): Promise<void> {
  const log = async (outcome: string, more: object = {}) =>
    (await world.staff(index, route, { outcome, ...more })).status === 200;
  if (customer === undefined || world.random() < 0.3) return void (await log('no_answer'));
  if (world.random() < 0.1 && (await log('do_not_contact'))) return stop(world, customer, false);
  if (await log('confirmed')) {
    customer.provenAt ??= world.now;
    world.reached.add(customer.person.phone);
    return;
  }
  // Whoever has confirmed already is asked when to go on: tomorrow, in the middle of everybody's day.
  const callbackAt = new Date(Math.ceil(world.now / 86_400_000) * 86_400_000 + 18 * 3_600_000).toISOString();
  if (!(await log('callback_requested', { callback_at: callbackAt }))) await log('no_answer');
}
