import { givenIntake, bringTo, newEmail, type CreatedReceipt } from '#testing/intakes';
import { type GivenCheckout } from '#testing/checkout';
import { givenListings } from '#testing/vehicles/market';
import { givenStaffToken } from '#testing/staff';
import type { Answer, Harness } from '#test/harness';
import type { AppraisalView, DraftBody } from './schemas.ts';

/** Prices and miles of listings of one kind of car, with a distinct slope. */
export const listingsOf = (count: number, model: string) =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `${model}-${index}`,
    vin: undefined,
    model,
    price: 21_000 - 300 * index,
    miles: 30_000 + 4_000 * index,
    dealer: `Dealer ${index}`,
  }));

export type GivenAppraisal = {
  readonly consultationId: string;
  readonly receipt: CreatedReceipt;
  readonly token: string;
  readonly email: string;
  get(): Promise<AppraisalView>;
  compose(changes?: Partial<DraftBody>): Promise<Answer>;
  release(body?: object): Promise<Answer>;
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
};

let models = 0;

type Wanted = {
  readonly listings?: number;
  readonly email?: string;
  /** Used in place of an email address. */
  readonly phone?: string;
  readonly names?: [string, string];
  readonly state?: string;
  /** Whether neither the odometer nor the offer is known. */
  readonly bare?: boolean;
};

/** A case with a market read, whose consultation is in progress. */
export async function givenAppraisal(harness: Harness, wanted: Wanted = {}): Promise<GivenAppraisal> {
  const { listings = 14, email = newEmail(), names = ['Zoë', 'Nguyễn'], state = 'TX' } = wanted;
  const model = `Synthia${models++}`;
  await givenListings(harness.ctx, listingsOf(listings, model));
  const receipt = await givenIntake(harness, {
    customer: {
      ...(wanted.phone === undefined ? { email } : { phone: wanted.phone }),
      first_name: names[0],
      last_name: names[1],
    },
    vehicle: { year: 2019, make: 'Honda', model, trim: 'EX', ...(wanted.bare === true ? {} : { odometer: 50_000 }) },
    loss: { zip: '78701', loss_state: state },
    offer: {
      insurer: 'Synthetic Mutual',
      claim_number: 'CL-1',
      ...(wanted.bare === true ? {} : { acv_offer_cents: 1_650_000 }),
    },
  });
  await bringTo(harness, receipt, 'consultation_active');
  const token = await givenStaffToken(harness, 'caller');
  const { rows } = await harness.ctx.db.pool.query('select id from consultations.consultations where source_id = $1', [
    receipt.intake_id,
  ]);
  const consultationId = String(rows[0].id);
  const path = `/api/staff/v1/cases/${consultationId}/appraisal`;
  const get = async () => (await harness.call('GET', path, { token })).body as AppraisalView;
  const post = (at: string, body?: unknown, by = token) => harness.call('POST', `${path}${at}`, { token: by, body });
  return {
    consultationId,
    receipt,
    token,
    email,
    get,
    post,
    compose: async (changes = {}) => {
      const { revision } = await get();
      const body = { revision, left_out: [], signer_name: 'Robin Synthetic', ...changes };
      return harness.call('PUT', `${path}/draft`, { token, body });
    },
    release: async (body = { reason: 'goodwill' }) => post('/release', { revision: (await get()).revision, ...body }),
  };
}

/** Delivers the case and returns its checkout, so that a hold can be placed. */
export async function deliverGiven(
  harness: Harness,
  { consultationId, token, email }: GivenAppraisal,
): Promise<GivenCheckout> {
  const answer = await harness.call('POST', `/api/staff/v1/consultations/${consultationId}/deliver`, { token });
  const [, link = ''] = /\/checkout\/([0-9A-Za-z]{32})\//.exec(answer.body.checkout.research_url ?? '') ?? [];
  return { consultationId, contacts: { email, phone: undefined }, path: (product) => `/checkout/${link}/${product}` };
}
