import { warningPurposes } from '#modules/webhooks';

/** Every reason for which the service writes to somebody, as it is stored with the message. */
export const messagePurposes = {
  welcome: 'intake.welcome',
  invitation: 'referral.invitation',
  registrationCode: 'agents.code',
  agentRecovery: 'agents.recovery',
  agentNotice: 'agents.notice',
  checkoutLink: 'checkout.link',
  confirmed: 'consultation.confirmed',
  settled: 'consultation.settled',
  holdPlaced: 'checkout.hold-placed',
  released: 'checkout.released',
  refunded: 'checkout.refunded',
  holdEnded: 'checkout.hold-ended',
  chargeFailed: 'checkout.charge-failed',
  receipt: 'checkout.receipt',
  numberWanted: 'consultation.number-wanted',
  stopConfirmed: 'customers.stop-confirmed',
  help: 'customers.help',
  answer: 'case.answer',
  appraisalReleased: 'appraisal.released',
  caseVoicemail: 'case.voicemail',
  caseMissedCall: 'case.missed-call',
  caseOptionsReady: 'case.options-ready',
  pageLink: 'page.link',
  staffSetup: 'access.set-up',
  staffDevice: 'access.new-device',
  portalSignUp: 'portal.sign-up',
  portalAccountExists: 'portal.account-exists',
  portalReset: 'portal.reset',
  portalNoAccount: 'portal.no-account',
  portalInvitation: 'portal.invitation',
  portalDevice: 'portal.new-device',
  portalLiveOpened: 'portal.live-opened',
  passwordReset: 'portal.password-reset',
  authenticatorReset: 'portal.authenticator-reset',
  authenticatorNews: 'portal.authenticator-news',
  liveRequested: 'portal.live-requested',
  statement: 'plans.statement',
  contactConfirm: 'partners.contact-confirm',
  contactChanged: 'partners.contact-changed',
  securityNotice: 'partners.security-notice',
  passkeyNotice: 'portal.passkey-notice',
  ...warningPurposes,
} as const;

export type MessagePurpose = (typeof messagePurposes)[keyof typeof messagePurposes];

/**
 * `unasked`: strangers can cause it, so caps and budgets hold it back. `own`: only a customer's own affairs or staff
 * cause it; it counts apart, so that messages which strangers cause cannot use up its place. `at_once`: answers what the
 * person has just written or done; nothing holds it and it takes nobody's place, since each has a bound of its own.
 */
export type MessageAllowance = 'unasked' | 'own' | 'at_once';

const allowances: Readonly<Record<MessagePurpose, MessageAllowance>> = {
  [messagePurposes.welcome]: 'unasked',
  [messagePurposes.invitation]: 'unasked',
  [messagePurposes.registrationCode]: 'unasked',
  // One code at a time, for six hours; held back, it would lock the owner out.
  [messagePurposes.agentRecovery]: 'at_once',
  [messagePurposes.agentNotice]: 'own',
  [messagePurposes.checkoutLink]: 'own',
  // Each tells once what the person or their money just did, so nothing is caused by sending it, and what they wait for,
  // such as the appraisal or a receipt, must not be held because of it.
  [messagePurposes.confirmed]: 'at_once',
  [messagePurposes.holdPlaced]: 'at_once',
  [messagePurposes.released]: 'at_once',
  [messagePurposes.refunded]: 'at_once',
  [messagePurposes.settled]: 'at_once',
  [messagePurposes.holdEnded]: 'own',
  [messagePurposes.chargeFailed]: 'own',
  [messagePurposes.receipt]: 'own',
  [messagePurposes.numberWanted]: 'own',
  [messagePurposes.stopConfirmed]: 'at_once',
  [messagePurposes.help]: 'at_once',
  [messagePurposes.answer]: 'own',
  [messagePurposes.appraisalReleased]: 'own',
  [messagePurposes.caseVoicemail]: 'own',
  [messagePurposes.caseMissedCall]: 'own',
  [messagePurposes.caseOptionsReady]: 'own',
  [messagePurposes.pageLink]: 'unasked',
  [messagePurposes.staffSetup]: 'own',
  [messagePurposes.staffDevice]: 'own',
  // Each has a bound of its own, by network, by mailbox and for all; held back, it would lock its reader out.
  [messagePurposes.portalSignUp]: 'at_once',
  [messagePurposes.portalAccountExists]: 'at_once',
  [messagePurposes.portalReset]: 'at_once',
  [messagePurposes.portalNoAccount]: 'at_once',
  [messagePurposes.portalInvitation]: 'unasked',
  [messagePurposes.portalDevice]: 'own',
  [messagePurposes.portalLiveOpened]: 'own',
  [messagePurposes.passwordReset]: 'own',
  // Held back, it would lock its reader out, or not let them stop it.
  [messagePurposes.authenticatorReset]: 'at_once',
  [messagePurposes.authenticatorNews]: 'own',
  [messagePurposes.liveRequested]: 'own',
  [messagePurposes.statement]: 'own',
  // To an address that somebody typed, whosever it is.
  [messagePurposes.contactConfirm]: 'unasked',
  [messagePurposes.contactChanged]: 'own',
  [messagePurposes.securityNotice]: 'own',
  [messagePurposes.passkeyNotice]: 'own',
  [messagePurposes.endpointFailing]: 'unasked',
  [messagePurposes.deliveriesExhausted]: 'unasked',
};

/** A purpose that is not in the table counts as what strangers cause. */
export const allowanceOf = (purpose: MessagePurpose): MessageAllowance => allowances[purpose] ?? 'unasked';

/**
 * One text that answers what the person has just written: that they are unsubscribed, or who we are. It leaves although
 * they are on the do-not-contact list, and at any hour.
 */
export const answersAtOnce: ReadonlySet<MessagePurpose> = new Set([
  messagePurposes.stopConfirmed,
  messagePurposes.help,
]);

/** Written or sent by a member of the team: the timeline names them and has the words. */
export const staffPurposes: ReadonlySet<string> = new Set([
  messagePurposes.answer,
  messagePurposes.caseVoicemail,
  messagePurposes.caseMissedCall,
  messagePurposes.caseOptionsReady,
]);

/** To the team, agents and institutions about their own accounts; all other mail is to customers and has a stop link. */
export const servicePurposes: ReadonlySet<MessagePurpose> = new Set([
  messagePurposes.registrationCode,
  messagePurposes.agentRecovery,
  messagePurposes.agentNotice,
  messagePurposes.staffSetup,
  messagePurposes.staffDevice,
  messagePurposes.portalSignUp,
  messagePurposes.portalAccountExists,
  messagePurposes.portalReset,
  messagePurposes.portalNoAccount,
  messagePurposes.portalInvitation,
  messagePurposes.portalDevice,
  messagePurposes.portalLiveOpened,
  messagePurposes.passwordReset,
  messagePurposes.authenticatorReset,
  messagePurposes.authenticatorNews,
  messagePurposes.liveRequested,
  messagePurposes.statement,
  messagePurposes.contactConfirm,
  messagePurposes.contactChanged,
  messagePurposes.securityNotice,
  messagePurposes.passkeyNotice,
  ...Object.values(warningPurposes),
]);
