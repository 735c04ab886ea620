import type { IntakeRequest, IntakeStatus } from './schemas.ts';

/** Statuses in which the customer can still answer the confirm link. */
const undecided: ReadonlySet<IntakeStatus> = new Set(['received', 'welcome_sent', 'contact_attempted']);

/** The link and the message that carries it are shown only while they work (decision 39). */
export const linkWorks = (status: IntakeStatus): boolean => undecided.has(status);

/** Whether messages may go out (decision 40): asked for, or the customer has been reached since. */
export function maySend(status: IntakeStatus, notifyCustomer: boolean): boolean {
  if (status === 'received' || status === 'welcome_sent') return notifyCustomer;
  return status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
}

const researchCents = 19_900;
const representationCents = 49_700;
export const discountCents = 2_500;

/** Prices as agents may quote them; list minus discount always equals the price. */
export function computePricing(discountApplied: boolean) {
  const amount = discountApplied ? discountCents : 0;
  return {
    currency: 'USD',
    research: { list_cents: researchCents, your_price_cents: researchCents },
    representation: { list_cents: representationCents, your_price_cents: representationCents - amount },
    discount: {
      applied: discountApplied,
      amount_cents: amount,
      applies_to: 'representation',
      note: discountApplied
        ? '2500 cents off representation for customers submitted by an agent; research stays at list price and the amount carries to an upgrade. One discount per customer.'
        : 'No agent discount applies to this customer; one discount per customer.',
    },
  } as const;
}

/** Table T2: what the caller could still send, in a fixed order. */
export function computeMissingFields(request: IntakeRequest): string[] {
  const { customer, vehicle = {}, loss = {}, offer = {} } = request;
  const fullVin = vehicle.vin?.length === 17;
  const noClaim = loss.insurance_path === 'none';
  const missing: readonly [name: string, absent: boolean][] = [
    ['vehicle.vin', !fullVin],
    ['vehicle.plate_state', vehicle.plate !== undefined && vehicle.plate_state === undefined && !fullVin],
    ['vehicle.year', vehicle.year === undefined],
    ['vehicle.make', vehicle.make === undefined],
    ['vehicle.model', vehicle.model === undefined],
    ['vehicle.odometer', vehicle.odometer === undefined],
    ['loss.date_of_loss', loss.date_of_loss === undefined],
    ['loss.loss_state', loss.loss_state === undefined],
    ['loss.zip', loss.zip === undefined],
    ['offer.insurer', offer.insurer === undefined && !noClaim],
    ['offer.acv_offer_cents', offer.acv_offer_cents === undefined && offer.acv_offer === undefined && !noClaim],
    ['customer.first_name', customer.first_name === undefined],
    ['customer.last_name', customer.last_name === undefined],
    ['customer.email', customer.email === undefined],
    ['customer.phone', customer.phone === undefined],
  ];
  return missing.filter(([, absent]) => absent).map(([name]) => name);
}
