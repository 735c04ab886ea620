import type { Harness } from '#test/harness';
import { givenReferral } from '#testing/referrals';
import type { PartsBody } from '#lib/api/offer-parts';

type SettledReferral = {
  readonly payoffCents?: number;
  readonly deductibleCents?: number;
  readonly offer?: PartsBody;
  readonly settlement?: PartsBody;
};

/** A referral that staff activated; settled too where a settlement is given. */
export async function givenSettledReferral(
  harness: Harness,
  { key, token }: { readonly key: string; readonly token: string },
  { payoffCents = 1_800_000, deductibleCents = 50_000, offer, settlement }: SettledReferral = {},
): Promise<string> {
  const liability = { loan_payoff_cents: payoffCents, deductible_cents: deductibleCents };
  const { id } = await givenReferral(harness, key, { liability });
  const post = async (path: string, body?: unknown) => {
    const options = { token, ...(body === undefined ? {} : { body }) };
    const { status, text } = await harness.call('POST', `/api/staff/v1/referrals/${id}/${path}`, options);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  };
  await post('activate');
  if (settlement !== undefined) await post('settle', { settlement, ...(offer === undefined ? {} : { offer }) });
  return id as string;
}
