import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from './sources.ts';

/**
 * A new engineer's questions, with the file below server/src and the function that decides. Update a row when the
 * code moves.
 */
const rows: readonly (readonly [question: string, path: string, name: string])[] = [
  ['that a submission is a duplicate, or its customer not eligible', 'modules/intakes/rules.ts', 'decideIntake'],
  [
    "that the customer's link still takes an answer, so that nobody consents twice or too late",
    'modules/intakes/confirmation/rules.ts',
    'decideLinkState',
  ],
  ['that an intake has expired, even if no sweep has recorded it yet', 'modules/intakes/transitions.ts', 'isExpired'],
  [
    'which source counts when the agent, the plate, the VIN and the report disagree',
    'modules/consultations/facts/facts.ts',
    'traceFacts',
  ],
  [
    "that a value read out of the insurer's report is certain, or for people to review",
    'modules/documents/extraction/extract-fields.ts',
    'extractFields',
  ],
  ['what the market figures are, with the odometer adjusted for', 'modules/vehicles/market/rules.ts', 'computeFigures'],
  ['what a customer pays at checkout, with and without the discount', 'modules/checkout/rules.ts', 'priceOf'],
  ["that a customer's one discount applies", 'modules/customers/rules.ts', 'discountApplies'],
  [
    'how much of a hold may be captured, and from which improvement on',
    'modules/checkout/capture-rules.ts',
    'decideCapture',
  ],
  [
    'that a message does not leave: do-not-contact, no longer true, past its use, or a text by night',
    'modules/customers/messages/attempt-message.ts',
    'attemptMessage',
  ],
  ['that a customer may be called or texted at this hour', 'lib/calling/calling-hours.ts', 'mayCall'],
  ['which consultation is called next', 'modules/consultations/queue/store.ts', 'firstFree'],
  [
    'that a number is not called now, because another caller has it or called it within the hour',
    'modules/consultations/queue/find-busy-caller.ts',
    'findBusyCaller',
  ],
  ['how long the pause is after each outcome of a call', 'modules/consultations/calls/log-call.ts', 'logCall'],
  ['that a lease can be renewed, and for how long at most', 'modules/consultations/leases/leases.ts', 'renewLease'],
  [
    'that a request gets its stored response, or is refused because its idempotency key had another body',
    'platform/idempotency/index.ts',
    'findStoredResponse',
  ],
  [
    'how many intakes a client may submit in a minute, with and without a key',
    'modules/intakes/agent-routes.ts',
    'admitSubmitter',
  ],
  ["that a partner's signature is good", 'modules/credentials/signatures/signatures.ts', 'authenticateSignature'],
  [
    "whose referrals, enrollments and statements a partner's request may see",
    'modules/partners/partners.ts',
    'tenantOf',
  ],
  ['when a failed delivery is retried', 'modules/webhooks/delivery/rules.ts', 'retryDelayS'],
  ['that an institution is warned of a failing endpoint', 'modules/webhooks/health/health.ts', 'warnOfEndpoints'],
  ["which vehicles a month's statement bills", 'modules/memberships/statements/store.ts', 'listInForce'],
  ['that a roster cancels so many enrollments that it must be confirmed', 'modules/memberships/rules.ts', 'mayCancel'],
  ["that a staff member's role is high enough", 'actor.ts', 'requireRole'],
  [
    'that there were too many tries to sign in with a password',
    'platform/sign-in/sign-in-tries.ts',
    'createSignInTries',
  ],
  [
    "that a staff member's change commits with its row in the audit trail, or not at all",
    'modules/ledger/audit/audit-record.ts',
    'createAuditedDatabase',
  ],
  ['which key of the key ring encrypts, and which ones decrypt', 'platform/crypto/index.ts', 'createVault'],
  ['that a feature flag is on when staff never set it', 'modules/feature-flags/rules.ts', 'enabledByDefault'],
  ["that a process's clock is too far off for its work", 'platform/db/clock-skew.ts', 'isSkewed'],
  [
    'for how many days events are stored, and how far ahead partitions are created',
    'modules/webhooks/events/rules.ts',
    'eventDays',
  ],
  ['that a reply to a text means stop, help, start or yes', 'modules/replies/reply-rules.ts', 'decideReply'],
  [
    'that a key is refused because of the address it came from',
    'modules/credentials/keys/keys.ts',
    'authenticatePartnerKey',
  ],
  ['that an institution may ask for live mode', 'modules/portal/go-live/go-live.ts', 'askForLive'],
  ['what of the path of a call the request log stores', 'modules/portal/request-log/rules.ts', 'writePath'],
  ['which mistake a refused signature was made with', 'lib/signature-diagnosis/diagnose-request.ts', 'diagnoseRequest'],
  [
    'that a roster file may be applied, and what must be confirmed for it',
    'modules/partner-files/roster-plans/apply-roster-file.ts',
    'applyRosterFile',
  ],
  [
    'that a row of a file is referred, is left out, or was referred before',
    'modules/partner-files/referral-checking/checking.ts',
    'checkRows',
  ],
  ['that the last owner of an institution stays', 'modules/portal/members/rules.ts', 'decideRoleChange'],
  ['how many mails strangers can cause from the portal', 'modules/portal/limit-rules.ts', 'countMail'],
  [
    'what a typed text may be when referrals are searched, and who finds by parts of it',
    'modules/referrals/portal/rules.ts',
    'toSearchKeys',
  ],
  [
    'that an edit of a referral was made on an older page',
    'modules/referrals/portal/portal-referrals.ts',
    'editSeenReferral',
  ],
];

describe('where is it decided', () => {
  it.each(rows)('%s: %s defines %s', (_question, path, name) => {
    const file = `server/src/${path}`;
    expect(existsSync(join(root, file))).toBe(true);
    expect(read(file)).toMatch(new RegExp(`(?:function\\*?|const|class|type) ${name}\\b`));
  });
});
