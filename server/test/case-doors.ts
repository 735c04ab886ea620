import { givenIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenEnrollment } from '#testing/plans';
import { givenReferral, partnerCalls } from '#testing/referrals';
import type { Answer, Harness } from './harness.ts';

export type Owner = { readonly email?: string; readonly phone?: string };

let people = 0;

/** Somebody nobody else is: a number of New York as people type it, and an address. */
export function newOwner(): Required<Owner> & { readonly dialed: string } {
  people += 1;
  const last = String(people).padStart(4, '0');
  return { email: `Person-${people}@example.com`, phone: `(917) 555-${last}`, dialed: `+1917555${last}` };
}

export type OpenedCase = {
  /** The consultation. */
  readonly id: string;
  /** The intake, the referral or the enrollment. */
  readonly sourceId: string;
  readonly redemptionId?: string;
  /** Calls the partner interface as the institution it came from. */
  readonly partner: ReturnType<typeof partnerCalls>;
};

export const consultationOf = async ({ ctx }: Harness, sourceId: string): Promise<string> => {
  const text = 'select id from consultations.consultations where source_id = $1';
  const row = await ctx.db.find<{ id: string }>({ text, values: [sourceId] });
  if (row === undefined) throw new Error('nothing has a case with this id');
  return row.id;
};

type Wanted = { readonly owner: Owner; readonly livemode?: boolean; readonly token: string };

/** What an owner is known by, and nothing else of them. */
const contactOf = ({ email, phone }: Owner): Owner => ({
  ...(email === undefined ? {} : { email }),
  ...(phone === undefined ? {} : { phone }),
});

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`was answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** The case of an owner by each door, opened through the interface. */
export const doors = {
  async agent_intake(harness: Harness, { owner }: Wanted): Promise<OpenedCase> {
    const { intake_id: sourceId } = await givenIntake(harness, { customer: contactOf(owner), loss: { zip: '10001' } });
    return { id: await consultationOf(harness, sourceId), sourceId, partner: partnerCalls(harness, '') };
  },
  async referral(harness: Harness, { owner, livemode = true, token }: Wanted): Promise<OpenedCase> {
    const { key } = await givenPartner(harness, { livemode });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', ...contactOf(owner) };
    const { id: sourceId } = await givenReferral(harness, key, { borrower });
    expectStatus(await harness.call('POST', `/api/staff/v1/referrals/${sourceId}/activate`, { token }), 200);
    return { id: await consultationOf(harness, sourceId), sourceId, partner: partnerCalls(harness, key) };
  },
  async membership(harness: Harness, { owner, livemode = true }: Wanted): Promise<OpenedCase> {
    const { key } = await givenPartner(harness, { livemode });
    const partner = partnerCalls(harness, key);
    const member = { first_name: 'Synthetic', last_name: 'Member', ...contactOf(owner) };
    const { id: sourceId } = await givenEnrollment(harness, key, { member });
    const loss = { enrollment_id: sourceId, date_of_loss: harness.clock.now().toISOString(), loss_state: 'ny' };
    const { body } = expectStatus(await partner('POST /plans/loss-notices', loss), 201);
    const { redemption_id: redemptionId } = body;
    return { id: await consultationOf(harness, redemptionId), sourceId, redemptionId, partner };
  },
};

export type Door = keyof typeof doors;
