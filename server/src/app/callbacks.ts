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
 * Whom to call about a consultation, and what else happens when they decline or their number is somebody else's. An
 * intake's calls are recorded at the intake, which declines it and strikes its number; a member's redemption stays for
 * staff to complete or to cancel.
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

/** What was submitted about a case, and where what the team learned takes effect. */
export const factSources: FactSources = {
  find: async (ctx, consultationId) => {
    const { source: origin, source_id: sourceId } = await getConsultation(ctx, consultationId);
    return { consultationId, origin, sourceId };
  },
  isClosed: async (tx, consultationId) => (await lockConsultation(tx, consultationId)).closedAt !== undefined,
  lockClaimState,
  async keepReportedValue(tx, consultationId, cents) {
    const locked = await lockConsultation(tx, consultationId);
    // A later valuation of the insurer must not take the place of the first.
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
 * Which consultations may be delivered, and with whose checkout. Borrowers have one where the program says that they
 * pay; members have none, since their plan covers it.
 */
export const deliverySources: DeliverySources = {
  agent_intake: prepareDelivery,
  referral: prepareBorrowerDelivery,
  membership: async () => undefined,
};

/** What a settlement changes where a consultation came from; an intake and a redemption go on as they are. */
export const settlementSources: SettlementSources = { referral: prepareSettlement };

/** What ends with a case, and what happened to it that its own module does not see. */
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

/** Closes a case whose customer is to be forgotten. */
export const closeErased: CloseErased = (tx, one) => closeForErasure(tx, one, closingSources);

/** What an appraisal is composed from, under which licence, and how its release delivers. */
export const appraisalSources: AppraisalSources = {
  collectSubject,
  licenceOf({ config, clock }, state) {
    const offer = explainOffer(config, 'research', { state, now: clock.now() });
    return offer.offered && offer.licence !== undefined ? { number: offer.licence, until: offer.endsOn } : undefined;
  },
  delivery: deliverySources,
};

/** What happens on the page of test cards; of Stripe's the events come signed. */
export const cardEvents: CardEvents = {
  record: recordCardEvent,
  look: lookAtHold,
  async findLanguage(ctx, holdId) {
    const consultationId = await findHoldConsultation(ctx, holdId);
    const [known] = consultationId === undefined ? [] : await listContacts(ctx, [consultationId]);
    return known?.language;
  },
};

/** The steps of test intakes, on the pages of the agents' console as in their sandbox. */
export const consoleSteps: ConsoleStepSources = {
  list: async (ctx, intakeId) => (await listSteps(ctx, intakeId)).steps,
  take: (ctx, intakeId, step) => {
    const sources = { closing: closingSources, delivery: deliverySources };
    return takeStep(ctx, { intakeId, step: step as IntakeStep, sources });
  },
};

/** An endpoint fails, and those whom its institution chose for it are notified, or the operator of the agent. */
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

/** Whoever has a live key acts for the institution, so its owners learn of each. */
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

/** A set-up link leaves as every message does. */
export function queueSetupMail(tx: Tx, { staffId: subjectId, expiresAt, to, ...words }: SetupMail): void {
  const subjectVersion = expiresAt.toISOString();
  queueMessage(tx, {
    purpose: messagePurposes.staffSetup,
    subjectId,
    subjectVersion,
    content: { channel: 'email', to, ...words },
  });
}

/** So does the news of a new device. */
export function queueDeviceMail(tx: Tx, { staffId: subjectId, deviceId, to, ...words }: DeviceMail): void {
  queueMessage(tx, {
    purpose: messagePurposes.staffDevice,
    subjectId,
    subjectVersion: deviceId,
    content: { channel: 'email', to, ...words },
  });
}
