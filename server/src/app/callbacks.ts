import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { explainOffer } from '#lib/jurisdictions/may-offer';
import { type ConsoleStepSources, listSteps, takeStep, type IntakeStep } from '#modules/sandbox';
import { findLastAction } from '#modules/ledger';
import { listOperatorAddresses } from '#modules/agents';
import { type AppraisalSources } from '#modules/appraisals';
import { collectSubject } from '#modules/board';
import { lockPayments, lockClaimState, type DeliverySources, type CardEvents } from '#modules/checkout';
import {
  findHoldConsultation,
  findLastPayment,
  lookAtHold,
  recordCardEvent,
  type SettlementSources,
} from '#mount/checkout/workers';
import {
  getConsultation,
  listContacts,
  lockConsultation,
  recordParts,
  type ConsultationSources,
  type FactSources,
} from '#modules/consultations';
import { closeForErasure, type ClosingSources } from '#mount/consultations/workers';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import {
  findIntakeSubmission,
  listIntakeContacts,
  lockIntakeSubmission,
  prepareDelivery,
  prepareIntakeClose,
  takeIntakeNumber,
} from '#modules/intakes';
import { type NotifyOfCredential } from '#modules/credentials';
import { listNoticeRecipients } from '#modules/partners';
import { queueSecurityNotice } from '#modules/portal';
import { type CloseErased } from '#modules/privacy';
import {
  findMemberSubmission,
  listMemberContacts,
  lockMemberSubmission,
  prepareMemberClose,
  strikeMemberNumber,
  takeMemberNumber,
} from '#modules/memberships';
import {
  findBorrowerSubmission,
  listBorrowerContacts,
  lockBorrowerSubmission,
  prepareBorrowerDelivery,
  prepareDecline,
  prepareReferralClose,
  prepareSettlement,
  strikeBorrowerNumber,
  takeBorrowerNumber,
} from '#modules/referrals';
import { listReplies } from '#modules/replies';
import { type DeviceMail, type SetupMail } from '#modules/staff';
import { type NotifyOfEndpoints } from '#modules/webhooks';

/**
 * Whom to call about a consultation, and the effects of a decline or a wrong number. Calls about an intake are recorded at the intake,
 * where they decline it or remove its number; a member's redemption stays for staff to complete or cancel.
 */
export const consultationSources: ConsultationSources = {
  contacts: {
    agent_intake: listIntakeContacts,
    referral: listBorrowerContacts,
    membership: listMemberContacts,
  },
  noAnswers: { referral: prepareDecline },
  strikes: { referral: strikeBorrowerNumber, membership: strikeMemberNumber },
  numbers: { agent_intake: takeIntakeNumber, referral: takeBorrowerNumber, membership: takeMemberNumber },
};

/** The submitted facts of a case, and where the team's findings take effect. */
export const factSources: FactSources = {
  find: async (ctx, consultationId) => {
    const { source: origin, source_id: sourceId } = await getConsultation(ctx, consultationId);
    return { consultationId, origin, sourceId };
  },
  isClosed: async (tx, consultationId) => (await lockConsultation(tx, consultationId)).closedAt !== undefined,
  lockClaimState,
  async keepReportedValue(tx, consultationId, cents) {
    const locked = await lockConsultation(tx, consultationId);
    // A later valuation by the insurer must not replace the first one.
    if (locked.deliveredAt !== undefined && locked.offer.value !== undefined) return;
    const offer: OfferParts = cents === undefined ? {} : { value: { cents, from: 'report' } };
    recordParts(tx, locked, { offer, retold: 'report' });
  },
  async keepStatedOffer(tx, consultationId, cents) {
    const locked = await lockConsultation(tx, consultationId);
    recordParts(tx, locked, { offer: { stated: { cents, from: 'customer' } }, retold: 'customer' });
  },
  of: {
    agent_intake: { find: findIntakeSubmission, lock: lockIntakeSubmission },
    referral: { find: findBorrowerSubmission, lock: lockBorrowerSubmission },
    membership: { find: findMemberSubmission, lock: lockMemberSubmission },
  },
};

/**
 * Which consultations may be delivered, and with which checkout. Borrowers have one if their program makes them pay;
 * members have none, because their plan covers it.
 */
export const deliverySources: DeliverySources = {
  agent_intake: prepareDelivery,
  referral: prepareBorrowerDelivery,
  membership: async () => undefined,
};

/** The effect of a settlement on a consultation's source; an intake and a redemption continue unchanged. */
export const settlementSources: SettlementSources = { referral: prepareSettlement };

/** What ends together with a case, and events that its own module does not see. */
export const closingSources: ClosingSources = {
  lockMoney: lockPayments,
  sources: { agent_intake: prepareIntakeClose, referral: prepareReferralClose, membership: prepareMemberClose },
  async lastActivity(ctx, consultationId) {
    const [paid, [reply], done] = await Promise.all([
      findLastPayment(ctx, consultationId),
      listReplies(ctx, consultationId),
      findLastAction(ctx, consultationId),
    ]);
    const times = [paid, reply && new Date(reply.received_at), done].filter((time) => time !== undefined);
    return times.toSorted((a, b) => b.getTime() - a.getTime())[0];
  },
};

/** Closes a case before its customer is erased. */
export const closeErased: CloseErased = (tx, one) => closeForErasure(tx, one, closingSources);

/** The data for an appraisal, its license, and how its release delivers the case. */
export const appraisalSources: AppraisalSources = {
  collectSubject,
  licenceOf({ config, clock }, state) {
    const offer = explainOffer(config, 'research', { state, now: clock.now() });
    return offer.offered && offer.licence !== undefined ? { number: offer.licence, until: offer.endsOn } : undefined;
  },
  delivery: deliverySources,
};

/** The effects of the test card page; Stripe's events arrive signed instead. */
export const cardEvents: CardEvents = {
  record: recordCardEvent,
  look: lookAtHold,
  async findLanguage(ctx, holdId) {
    const consultationId = await findHoldConsultation(ctx, holdId);
    const [known] = consultationId === undefined ? [] : await listContacts(ctx, [consultationId]);
    return known?.language;
  },
};

/** The steps of test intakes, available in the agent console as in the sandbox. */
export const consoleSteps: ConsoleStepSources = {
  list: async (ctx, intakeId) => (await listSteps(ctx, intakeId)).steps,
  take: (ctx, intakeId, step) => {
    const sources = { closing: closingSources, delivery: deliverySources };
    return takeStep(ctx, { intakeId, step: step as IntakeStep, sources });
  },
};

/** Notifies the contacts that the institution chose for a failing endpoint, or the agent's operator. */
export const notifyTechnicalContacts: NotifyOfEndpoints = async (tx, notices) => {
  const accountsOf = (wanted: 'agent' | 'partner') => [
    ...new Set(notices.filter(({ audience }) => audience === wanted).map(({ accountId }) => accountId)),
  ];
  const [chosen, operators] = await Promise.all([
    listNoticeRecipients(tx, { notice: 'endpoint_warnings', institutionIds: accountsOf('partner') }),
    listOperatorAddresses(tx, accountsOf('agent')),
  ]);
  const recipients = new Map([...chosen, ...operators]);
  const messages = notices.flatMap((notice): NewMessage[] => {
    const { accountId, endpointId: subjectId, failingSince, purpose, sandbox, mail } = notice;
    const version = failingSince && { subjectVersion: failingSince.toISOString() };
    const addresses = recipients.get(accountId) ?? [];
    if (addresses.length === 0) tx.log.warn({ endpoint: subjectId }, 'webhooks.no-technical-contact');
    return addresses.map((to) => ({
      purpose,
      subjectId,
      ...version,
      sandbox,
      content: { channel: 'email', to, mail },
    }));
  });
  queueMessage(tx, ...messages);
};

/** Anyone with a live key acts for the institution, so its owners are notified of each new one. */
export const notifyOwners: NotifyOfCredential = async (tx, { institutionId, livemode, what }) => {
  if (!livemode) return;
  await queueSecurityNotice(tx, institutionId, {
    subject: `A live ${what} was added`,
    paragraphs: [
      `A live ${what} of your institution was added in the Makewhole partner portal.`,
      'Who did it is in the trail of the portal. If nobody of you meant to, revoke it there at once.',
    ],
  });
};

/** Queues the email with a setup link like any other message. */
export function queueSetupMail(tx: Tx, { staffId: subjectId, expiresAt, to, ...words }: SetupMail): void {
  const subjectVersion = expiresAt.toISOString();
  queueMessage(tx, {
    purpose: messagePurposes.staffSetup,
    subjectId,
    subjectVersion,
    content: { channel: 'email', to, ...words },
  });
}

/** Queues the email about a new device in the same way. */
export function queueDeviceMail(tx: Tx, { staffId: subjectId, deviceId, to, ...words }: DeviceMail): void {
  queueMessage(tx, {
    purpose: messagePurposes.staffDevice,
    subjectId,
    subjectVersion: deviceId,
    content: { channel: 'email', to, ...words },
  });
}
