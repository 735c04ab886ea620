import type { RunStack } from '#bench/instrument';
import { type LoadGenerator, type RequestTemplate, startLoadGenerator } from '#bench/load/measure';
import { type Stage, setStage } from '#bench/service/stage';

export type Lab = Stage & { readonly load: LoadGenerator };

/**
 * Anonymous submissions get a market read only until their address has used its few of the day, so within a run some
 * would
 * search and most would not; here none does.
 */
export const withoutMarketReads = { prelimAnonPerDay: 0 };

/** A migrated database on its own server, and a load generator. */
export const createLab = async (closing: RunStack): Promise<Lab> => ({
  ...(await setStage(closing)),
  load: startLoadGenerator(closing),
});

export const intakesPath = '/api/agent/v1/intakes';

/** What an agent with a total-loss letter submits; the customer differs in every request. */
export const intakeBody = (email: string) => ({
  agent: {
    name: 'Synthetic Agent',
    platform: 'synthetic-agent',
    version: '4.2.0',
    operator_url: 'https://agent.example.com/about',
  },
  customer: { first_name: 'Dana', last_name: 'Example', email },
  consent: {
    mode: 'customer_directed',
    attestation: 'The customer asked me to submit this claim for review and expects a call.',
    attestor_name: 'Synthetic Agent',
  },
  vehicle: { vin: '1HGCM82633A004352', year: 2021, make: 'Honda', model: 'Accord', trim: 'EX-L', odometer: 48_210 },
  loss: { date_of_loss: '2026-10-28', loss_state: 'OH', zip: '43215', insurance_path: 'own' },
  offer: { insurer: 'Example Mutual', claim_number: 'CLM-2026-118842', acv_offer_cents: 2_145_000 },
  external_ref: 'case-118842',
});

export const intakeRequest: RequestTemplate = {
  path: intakesPath,
  body: JSON.stringify(intakeBody('owner-{unique}@example.com')),
};

export const keyedIntakeRequest: RequestTemplate = {
  ...intakeRequest,
  headers: { 'Idempotency-Key': 'bench-{unique}' },
};

export type Submitted = {
  readonly intakeId: string;
  readonly token: string;
  readonly receipt: Readonly<Record<string, unknown>>;
};

/** An intake of a new customer. */
export async function submit(base: string, email: string): Promise<Submitted> {
  const response = await fetch(`${base}${intakesPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(intakeBody(email)),
  });
  if (response.status !== 201) throw new Error(`an intake was answered ${response.status}`);
  const receipt = (await response.json()) as Record<string, unknown>;
  return { intakeId: String(receipt['intake_id']), token: String(receipt['poll_token']), receipt };
}
