import { warningPurposes } from '#modules/webhooks';

/** All purposes of messages, as stored with the message. */
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
 * `unasked`: an unauthenticated client can cause it, so caps and budgets apply. `own`: only a customer's own affairs or staff cause it;
 * it is counted separately, so that unasked messages cannot use up its allowance. `at_once`: answers what the customer has just written
 * or done; it is never held and uses up no allowance, since each such purpose has its own limit.
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
  // Each reports once what the customer or their money just did, so sending it causes nothing further. The messages
  // they wait for, such as the appraisal or a receipt, must not be held because of it.
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
  // Each has its own limit, by network, by mailbox and globally; held back, it would lock its reader out.
  [messagePurposes.portalSignUp]: 'at_once',
  [messagePurposes.portalAccountExists]: 'at_once',
  [messagePurposes.portalReset]: 'at_once',
  [messagePurposes.portalNoAccount]: 'at_once',
  [messagePurposes.portalInvitation]: 'unasked',
  [messagePurposes.portalDevice]: 'own',
  [messagePurposes.portalLiveOpened]: 'own',
  [messagePurposes.passwordReset]: 'own',
  // Held back, it would lock its reader out, or keep them from stopping it.
  [messagePurposes.authenticatorReset]: 'at_once',
  [messagePurposes.authenticatorNews]: 'own',
  [messagePurposes.liveRequested]: 'own',
  [messagePurposes.statement]: 'own',
  // To a typed address, which may belong to anyone.
  [messagePurposes.contactConfirm]: 'unasked',
  [messagePurposes.contactChanged]: 'own',
  [messagePurposes.securityNotice]: 'own',
  [messagePurposes.passkeyNotice]: 'own',
  [messagePurposes.endpointFailing]: 'unasked',
  [messagePurposes.deliveriesExhausted]: 'unasked',
};

/** A purpose that is not in the table counts as unasked. */
export const allowanceOf = (purpose: MessagePurpose): MessageAllowance => allowances[purpose] ?? 'unasked';

/**
 * A single text that answers the customer's own text: that they are unsubscribed, or who we are. It is sent even if
 * they are on the do-not-contact list, and at any hour.
 */
export const answersAtOnce: ReadonlySet<MessagePurpose> = new Set([
  messagePurposes.stopConfirmed,
  messagePurposes.help,
]);

/** Written or sent by a staff member: the timeline names them and shows the text. */
export const staffPurposes: ReadonlySet<string> = new Set([
  messagePurposes.answer,
  messagePurposes.caseVoicemail,
  messagePurposes.caseMissedCall,
  messagePurposes.caseOptionsReady,
]);

/** To the team, agents and institutions about their own accounts; all other email is to customers and has a stop link. */
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
