import { warningPurposes } from '#modules/webhooks';

/** Every reason for which the service writes to somebody, as it is stored with the message. */
export const messagePurposes = {
  welcome: 'intake.welcome',
  invitation: 'referral.invitation',
  registrationCode: 'agents.code',
  holdEnded: 'checkout.hold-ended',
  ...warningPurposes,
} as const;

export type MessagePurpose = (typeof messagePurposes)[keyof typeof messagePurposes];
