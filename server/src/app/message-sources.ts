import { getConsultation, listContacts, type ConsultationSources } from '#modules/consultations';
import { codeMessages, isRecoveryOpen } from '#modules/agents';
import { isReleaseCurrent } from '#modules/appraisals';
import {
  findHoldConsultation,
  isCheckoutLinkWanted,
  isHoldMessageTrue,
  isRenewalWanted,
  isSettled,
  listRenewalContacts,
} from '#mount/checkout/workers';
import { findCallWindow, isCallAhead, isNumberWanted } from '#mount/consultations/workers';
import { messagePurposes, type MessageSource } from '#modules/customers';
import type { MessageSources } from '#mount/customers/workers';
import { isWelcomeWanted, recordWelcomeSent } from '#modules/intakes';
import { isStatementOpen } from '#modules/memberships';
import { findInstitutionAccess, isContactChangeOpen } from '#modules/partners';
import { isInvitationOpen } from '#modules/referrals';
import { isAnswerWanted, isReplyRecent, isTemplateWanted } from '#modules/replies';
import { isPageLinkWanted, recordLinkSent } from '#modules/owner-page';
import { isAuthenticatorResetOpen, isPortalInvitationOpen, isResetOpen, isSignUpOpen } from '#modules/portal';
import { isSetupOpen } from '#modules/staff';
import { isWarningTrue } from '#modules/webhooks';
import { consultationSources } from './callbacks.ts';

/** All contacts of the case, by its own id or that of its intake. */
const contactsOfCase: MessageSource['contacts'] = async (ctx, { subjectId }) =>
  (await listContacts(ctx, [subjectId])).map(({ contacts }) => contacts);

/** Channels on which the customer has stopped contact about the case; the subject is the case, its source or one of its holds. */
const channelsOfCase: NonNullable<MessageSource['stoppedChannels']> = async (ctx, { subjectId }) => {
  const id = subjectId.startsWith('hld_') ? ((await findHoldConsultation(ctx, subjectId)) ?? subjectId) : subjectId;
  return (await listContacts(ctx, [id])).flatMap(({ stoppedChannels }) => stoppedChannels);
};

/** The consultation, by its own id or that of its intake. */
const consultationOfCase: NonNullable<MessageSource['consultation']> = async (ctx, { subjectId }) => {
  const [found] = await listContacts(ctx, [subjectId]);
  return found && { id: found.id, number: found.number };
};

const consultationOfHold: MessageSource['consultation'] = async (ctx, subject) => {
  const subjectId = await findHoldConsultation(ctx, subject.subjectId);
  return subjectId === undefined ? undefined : consultationOfCase(ctx, { ...subject, subjectId });
};

/** Checks for a message about a case or one of its holds. */
const ofCase = { contacts: contactsOfCase, consultation: consultationOfCase, stoppedChannels: channelsOfCase };
const ofHoldsCase = {
  contacts: listRenewalContacts,
  consultation: consultationOfHold,
  stoppedChannels: channelsOfCase,
};

const days = 86_400;

type FindWindow = NonNullable<MessageSource['window']>;

/** Where a message's recipient may be, by its subject's current contact. */
const windowOf =
  (source: keyof ConsultationSources['contacts']): FindWindow =>
  (ctx, { subjectId }) =>
    findCallWindow(ctx, consultationSources.contacts, { source, sourceId: subjectId });

const windowOfHold: FindWindow = async (ctx, subject) => {
  const subjectId = await findHoldConsultation(ctx, subject.subjectId);
  return subjectId === undefined ? { state: undefined, zones: [] } : windowOfCase(ctx, { ...subject, subjectId });
};

const windowOfCase: FindWindow = async (ctx, { subjectId: consultationId }) => {
  const { source, source_id: sourceId } = await getConsultation(ctx, consultationId);
  return findCallWindow(ctx, consultationSources.contacts, { source, sourceId });
};

/** A message that a staff member sent from a case; its statement about the last call is soon out of date. */
const fromTemplate: MessageSource = {
  isTrue: isTemplateWanted,
  ...ofCase,
  window: windowOfCase,
  usefulForS: 2 * days,
};

/** What happened to a hold or a saved card. */
const ofHold: MessageSource = {
  isTrue: isHoldMessageTrue,
  ...ofHoldsCase,
  window: windowOfHold,
  usefulForS: 7 * days,
};

/** Administrators are asked to open live mode while it is closed. */
const isLiveClosed: MessageSource['isTrue'] = async (ctx, { subjectId }) =>
  (await findInstitutionAccess(ctx, subjectId))?.liveOpenedAt === undefined;

/**
 * Calls against the order of modules: before a message is sent, the module that queued it is asked whether it is still
 * true, and where its recipient may be; afterwards it gets the outcome.
 */
export const messageOwners: MessageSources = {
  [messagePurposes.welcome]: {
    isTrue: isWelcomeWanted,
    ...ofCase,
    sent: recordWelcomeSent,
    window: windowOf('agent_intake'),
    usefulForS: 7 * days,
  },
  [messagePurposes.invitation]: { isTrue: isInvitationOpen, window: windowOf('referral'), usefulForS: 7 * days },
  [messagePurposes.registrationCode]: codeMessages,
  [messagePurposes.agentRecovery]: { isTrue: isRecoveryOpen },
  // Events that have happened stay true.
  [messagePurposes.agentNotice]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.numberWanted]: {
    isTrue: isNumberWanted,
    ...ofCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.checkoutLink]: {
    isTrue: isCheckoutLinkWanted,
    ...ofCase,
    window: windowOfCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.confirmed]: {
    isTrue: isCallAhead,
    ...ofCase,
    window: windowOfCase,
    usefulForS: 2 * days,
  },
  [messagePurposes.settled]: {
    isTrue: isSettled,
    ...ofCase,
    window: windowOfCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.holdPlaced]: ofHold,
  [messagePurposes.released]: ofHold,
  [messagePurposes.refunded]: ofHold,
  [messagePurposes.holdEnded]: {
    isTrue: isRenewalWanted,
    ...ofHoldsCase,
    window: windowOfHold,
    usefulForS: 3 * days,
  },
  [messagePurposes.chargeFailed]: { ...ofHold, usefulForS: 3 * days },
  [messagePurposes.receipt]: ofHold,
  [messagePurposes.stopConfirmed]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.help]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.answer]: {
    isTrue: isAnswerWanted,
    ...ofCase,
    window: windowOfCase,
    usefulForS: 2 * days,
  },
  [messagePurposes.appraisalReleased]: {
    isTrue: isReleaseCurrent,
    ...ofCase,
    window: windowOfCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.caseVoicemail]: fromTemplate,
  [messagePurposes.caseMissedCall]: fromTemplate,
  [messagePurposes.caseOptionsReady]: fromTemplate,
  [messagePurposes.pageLink]: {
    isTrue: isPageLinkWanted,
    ...ofCase,
    sent: recordLinkSent,
    window: windowOfCase,
    usefulForS: days,
  },
  [messagePurposes.staffSetup]: { isTrue: isSetupOpen, usefulForS: days },
  [messagePurposes.staffDevice]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.portalSignUp]: { isTrue: isSignUpOpen, usefulForS: days },
  [messagePurposes.portalAccountExists]: { isTrue: async () => true, usefulForS: days },
  [messagePurposes.portalReset]: { isTrue: isResetOpen, usefulForS: days },
  [messagePurposes.portalNoAccount]: { isTrue: async () => true, usefulForS: days },
  [messagePurposes.portalInvitation]: { isTrue: isPortalInvitationOpen, usefulForS: 7 * days },
  [messagePurposes.portalDevice]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.portalLiveOpened]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.passwordReset]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.authenticatorReset]: { isTrue: isAuthenticatorResetOpen, usefulForS: 3 * days },
  [messagePurposes.authenticatorNews]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.liveRequested]: { isTrue: isLiveClosed, usefulForS: 7 * days },
  [messagePurposes.statement]: { isTrue: isStatementOpen },
  [messagePurposes.contactConfirm]: { isTrue: isContactChangeOpen, usefulForS: 3 * days },
  [messagePurposes.contactChanged]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.securityNotice]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.passkeyNotice]: { isTrue: async () => true, usefulForS: 7 * days },
  [messagePurposes.endpointFailing]: { isTrue: isWarningTrue, usefulForS: 3 * days },
  [messagePurposes.deliveriesExhausted]: { isTrue: isWarningTrue, usefulForS: 3 * days },
};
