import { computeEnvelopes, partnerEventTypes, type EventSetHead, type PartnerEventType } from './rules.ts';

type Sample = { readonly means: string; readonly data: Readonly<Record<string, unknown>> };

const at = (day: number): string => `2026-11-${day}T12:00:00.000Z`;
const id = (prefix: string): string => `${prefix}_0Ai1jZkB0000000000000000`;
const number = 'CN-T0000001';

const referral = (status: string, reached: Readonly<Record<string, string>> = {}) => ({
  id: id('ref'),
  object: 'gap.referral',
  status,
  external_ref: 'loan-1001',
  created_at: at(14),
  invited_at: at(14),
  invitation_expires_at: at(28),
  activated_at: null,
  settled_at: null,
  closed_at: null,
  ...reached,
});

const activated = { activated_at: at(15) };
const settled = { ...activated, settled_at: at(20) };

const enrollment = (status: string, canceledAt: string | null = null) => ({
  id: id('enr'),
  object: 'gap.enrollment',
  status,
  external_ref: 'loan-1001',
  test: true,
  created_at: at(14),
  effective_at: at(14),
  canceled_at: canceledAt,
});

const redemption = (status: string, completedAt: string | null = null) => ({
  id: id('rdm'),
  object: 'gap.redemption',
  status,
  consultation_number: number,
  created_at: at(15),
  completed_at: completedAt,
});

/** What each type means and the thin data it carries, of a synthetic object; compared with real events by a test. */
const eventSamples: Readonly<Record<PartnerEventType, Sample>> = {
  'referral.created': { means: 'A referral was created.', data: { referral: referral('invited') } },
  'referral.invited': { means: 'The borrower was invited.', data: { referral: referral('invited') } },
  'referral.activated': {
    means: 'The borrower said yes; a consultation began.',
    data: { referral: referral('activated', activated), consultation_number: number, via: 'simulation' },
  },
  'referral.settled': {
    means: 'The insurer settled.',
    data: { referral: referral('settled', settled), consultation_number: number },
  },
  'referral.closed': {
    means: 'The consultation ended.',
    data: { referral: referral('closed', { ...settled, closed_at: at(21) }), consultation_number: number },
  },
  'referral.canceled': { means: 'The referral was canceled.', data: { referral: referral('canceled') } },
  'referral.expired': { means: 'The invitation ran out.', data: { referral: referral('expired') } },
  'plan.enrollment.created': { means: 'A vehicle was enrolled.', data: { enrollment: enrollment('active') } },
  'plan.enrollment.updated': { means: 'An enrollment changed.', data: { enrollment: enrollment('active') } },
  'plan.enrollment.canceled': {
    means: 'An enrollment was canceled.',
    data: { enrollment: enrollment('canceled', at(20)) },
  },
  'plan.loss.reported': {
    means: 'A total loss of an enrolled vehicle was reported.',
    data: {
      enrollment: enrollment('loss_reported'),
      loss_notice: {
        id: id('lnt'),
        object: 'gap.loss_notice',
        status: 'received',
        external_ref: 'claim-2001',
        created_at: at(15),
      },
    },
  },
  'plan.redemption.created': {
    means: 'A consultation for a member began.',
    data: { enrollment: enrollment('loss_reported'), redemption: redemption('open') },
  },
  'plan.statement.issued': {
    means: 'A monthly statement was issued; statements are always live.',
    data: {
      statement: {
        id: id('stm'),
        object: 'gap.statement',
        number: 'ST-2026-10-0001',
        period: '2026-10',
        status: 'issued',
        issued_at: at(14),
      },
    },
  },
  'referral.declined': { means: 'The borrower said no.', data: { referral: referral('declined') } },
  'referral.updated': { means: 'A referral was changed.', data: { referral: referral('invited') } },
  'plan.redemption.completed': {
    means: 'The consultation of a member ended.',
    data: { enrollment: enrollment('redeemed'), redemption: redemption('completed', at(20)) },
  },
  'referral.review_updated': {
    means: 'The review of a referral changed.',
    data: {
      referral: referral('activated', activated),
      review_record: { id: id('rvr'), object: 'gap.review_record', status: 'in_review', updated_at: at(16) },
    },
  },
};

export type EventSample = { readonly type: string; readonly means: string; readonly body: string };

/** Every type of the partner interface with what it means and a synthetic body, in the form in which thin ones are delivered. */
export const listEventSamples = ({ accountId, livemode }: EventSetHead): EventSample[] =>
  partnerEventTypes.map((type) => {
    const { means, data } = eventSamples[type];
    const event = { audience: 'partner', type, accountId, livemode, subjectId: '', thin: data, full: data } as const;
    const { thin } = computeEnvelopes('evt_0Ai1jZkB0000000000000000', event, new Date('2026-11-15T12:00:00.000Z'));
    return { type, means, body: thin };
  });
