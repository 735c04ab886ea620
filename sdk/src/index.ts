// The client library of the Makewhole APIs.
// SPDX-License-Identifier: Apache-2.0
import { createAgentClient } from './agent-client.ts';
import { createSigner } from './create-signer.ts';
import { createPartnerClient } from './partner-client.ts';
import { memoryStore, receiveWebhooks } from './receiving/receive-webhooks.ts';
import { createTestHeaders, verifyDelivery } from './receiving/verify-delivery.ts';

/** Clients of both APIs. */
export const Makewhole = { agent: createAgentClient, partner: createPartnerClient, signer: createSigner };

/** Webhook deliveries: a whole receiver, or only the verification. */
export const webhooks = {
  receive: receiveWebhooks,
  verify: verifyDelivery,
  testHeaders: createTestHeaders,
  memoryStore,
};

export { isMakewholeError, MakewholeError } from './calling/errors.ts';
export { CannotSign } from './signature-base.ts';
export { WebhookRefused } from './receiving/webhook-headers.ts';
export type { AgentCode, AgentError, ClientCode, Issue, PartnerCode, PartnerError } from './calling/errors.ts';
export type { Signer, SigningKey } from './create-signer.ts';
export type { List, Page } from './calling/list.ts';
export type { AgentEvent, Event, EventOf, EventType, PartnerEvent, UnknownEvent } from './types/events.ts';
export type {
  Enrollment,
  EnrollmentRequest,
  IntakeAnswer,
  IntakeReceipt,
  IntakeRequest,
  LossNotice,
  Redemption,
  Referral,
  ReferralRequest,
  RosterSync,
  Statement,
} from './types/types.ts';
