import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import { minimalIntake, newEmail, newPhone, submit } from '../testing.ts';

const harness = useHarness();

const missing = async (changes: Partial<IntakeRequest>): Promise<string[]> => {
  const { status, body } = await submit(harness.current, minimalIntake(changes));
  expect(status).toBe(201);
  return body.missing_fields;
};

const everything: Partial<IntakeRequest> = {
  vehicle: { vin: 'SYNTHET1CVN000001', year: 2003, make: 'Synthetic', model: 'Sedan', odometer: 1 },
  loss: { date_of_loss: '2026-09-01', loss_state: 'TX', zip: '78701' },
  offer: { insurer: 'Synthetic Mutual', acv_offer_cents: 1 },
};
const wholeCustomer = () => ({ first_name: 'Ann', last_name: 'Lee', email: newEmail(), phone: newPhone() });

describe('missing_fields', () => {
  it('missing_fields of the smallest body lists everything that would help, in a fixed order [A-RECEIPT-014]', async () => {
    expect(await missing({})).toEqual([
      'vehicle.vin',
      'vehicle.year',
      'vehicle.make',
      'vehicle.model',
      'vehicle.odometer',
      'loss.date_of_loss',
      'loss.loss_state',
      'loss.zip',
      'offer.insurer',
      'offer.acv_offer_cents',
      'customer.first_name',
      'customer.last_name',
      'customer.phone',
    ]);
  });

  it('missing_fields is empty when nothing is missing [A-RECEIPT-014]', async () => {
    expect(await missing({ ...everything, customer: wholeCustomer() })).toEqual([]);
  });

  it.each([
    ['vehicle', 'vin', ['vehicle.vin']],
    ['vehicle', 'odometer', ['vehicle.odometer']],
    ['loss', 'date_of_loss', ['loss.date_of_loss']],
    ['loss', 'loss_state', ['loss.loss_state']],
    ['loss', 'zip', ['loss.zip']],
    ['offer', 'insurer', ['offer.insurer']],
    ['offer', 'acv_offer_cents', ['offer.acv_offer_cents']],
  ] as const)('missing_fields names %s.%s when only that was not sent', async (object, name, names) => {
    const { [name as never]: _left, ...rest } = everything[object]!;
    expect(await missing({ ...everything, customer: wholeCustomer(), [object]: rest })).toEqual(names);
  });

  it.each(['first_name', 'last_name', 'email', 'phone'] as const)('missing_fields names customer.%s', async (name) => {
    const { [name]: _left, ...customer } = wholeCustomer();
    expect(await missing({ ...everything, customer })).toEqual([`customer.${name}`]);
  });

  it('missing_fields counts an offer in dollars as an offer, and requests none where there is no claim', async () => {
    const inDollars = { ...everything, offer: { insurer: 'Synthetic Mutual', acv_offer: 1 } };
    const noClaim = { ...everything, offer: {}, loss: { ...everything.loss, insurance_path: 'none' as const } };
    expect(await missing({ ...inDollars, customer: wholeCustomer() })).toEqual([]);
    expect(await missing({ ...noClaim, customer: wholeCustomer() })).toEqual([]);
  });

  it.each([
    ['11 characters', 'SYNTHET1CVN'],
    ['16 characters', 'SYNTHET1CVN00000'],
  ])('missing_fields requests the whole VIN when it has %s', async (_length, vin) => {
    const vehicle = { ...everything.vehicle, vin };
    expect(await missing({ ...everything, customer: wholeCustomer(), vehicle })).toEqual(['vehicle.vin']);
  });

  it('missing_fields accepts a plate alone, and requests its state and the VIN if it could not be looked up', async () => {
    const { vin, ...vehicle } = everything.vehicle!;
    const ask = (changes: object) =>
      missing({ ...everything, customer: wholeCustomer(), vehicle: { ...vehicle, ...changes } });
    expect(await ask({ plate: 'ABC123' })).toEqual(['vehicle.vin', 'vehicle.plate_state']);
    expect(await ask({ plate: 'ABC123', plate_state: 'TX' })).toEqual(['vehicle.vin']);
    expect(await ask({ plate: 'ABC123', vin })).toEqual([]);
  });
});
