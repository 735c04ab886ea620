import { eventDays, deliveryTerms, historyDays } from '#modules/webhooks';
import { registeredMultiplier } from '#modules/agents';
import { intakeStepsShown, sampleReports } from '#modules/sandbox';
import { prices, ruleWords } from '#modules/checkout';
import { documentsMax } from '#modules/documents';
import { consentWords } from '#modules/intakes';
import { thresholdPercent } from '#modules/memberships';
import { bulkMaxRows } from '#modules/partners';
import { logDays } from '#modules/portal';
import {
  agentSandboxCode,
  agentSandboxDomain,
  agentSandboxPath,
  magicAddresses,
  sandboxGapCents,
  sandboxVehicles,
} from '#lib/api/agent-sandbox';
import { bodyLimits, rosterLimits } from '#lib/api/body-limits';
import { callCaps } from '#lib/calling/call-caps';
import { pageRows } from '#lib/api/pagination';
import { jsonDepthMax, jsonValuesMax } from '#lib/json/json-depth';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import { centsToPrint } from '#lib/numbers/money';
import type { Config } from '#platform/config';
import type { DayPartitions } from '#platform/db';
import { noticeMonths, uploadMaxBytes } from '#platform/http';
import { deprecations } from '#app/descriptions/deprecations';

/** Prices, limits, periods and versions that pages insert with `{{fact:name}}`. */
export const docFacts = (config: Config): Readonly<Record<string, string>> => ({
  ...priceFacts,
  ...agentFacts(config),
  ...partnerFacts(config),
  ...contactFacts(config),
  ...deliveryFacts,
  ...sandboxFacts,
  ...sharedFacts(config),
});

const count = (value: number): string => value.toLocaleString('en-US');
const dollars = (cents: number): string => `$${centsToPrint(cents).replace(/\.00$/, '')}`;
const mebibytes = (bytes: number): string => `${count(bytes / 1_048_576)} MiB`;
const megabytes = (bytes: number): string => `${count(Math.round(bytes / 1_048_576))} MB`;

const { researchCents, representationCents, discountCents } = prices;

const priceFacts = {
  'research-price': dollars(researchCents),
  'research-cents': String(researchCents),
  'representation-price': dollars(representationCents),
  'representation-cents': String(representationCents),
  'discounted-price': dollars(representationCents - discountCents),
  'discounted-cents': String(representationCents - discountCents),
  'discount-price': dollars(discountCents),
  'discount-cents': String(discountCents),
  'representation-rule': `a hold, ${ruleWords.en.captured}; otherwise nothing is charged`,
};

const agentFacts = (config: Config) => ({
  'intakes-per-minute': count(config.intakeAnonPerMin),
  'registered-intakes-per-minute': count(config.intakeAnonPerMin * registeredMultiplier),
  'mcp-messages-per-minute': count(config.mcpAnonPerMin),
  'registered-mcp-messages-per-minute': count(config.mcpAnonPerMin * registeredMultiplier),
  'agent-changes-per-minute': count(config.agentChangesPerMin),
  'registered-multiplier': String(registeredMultiplier),
  'market-reads-per-day': count(config.prelimAnonPerDay),
  'intake-days': count(config.intakeTtlDays),
  'registrations-per-minute': count(config.registerPerMin),
  'pending-registrations': count(config.registerPendingMax),
  'code-minutes': count(config.codeTtlMin),
  'code-tries': count(config.codeMaxWrong),
  'agreement-version': config.agreementVersion,
  'attestation-version': config.attestationVersion,
  'consent-wording-en': consentWords.consentWording.en.readOut,
  'consent-wording-es': consentWords.consentWording.es.readOut,
  'agent-body-bytes': count(bodyLimits.agent),
  'report-bytes': count(uploadMaxBytes),
  'reports-per-intake': count(documentsMax),
  'upload-address-mb-per-day': megabytes(config.uploads.addressBytes),
  'upload-agent-mb-per-day': megabytes(config.uploads.agentBytes),
});

const partnerFacts = (config: Config) => ({
  'partner-requests-per-minute': count(config.gapRequestsPerMin),
  'auth-failures-per-minute': count(config.authFailPerMin),
  'signature-window-seconds': count(config.signatureWindowS),
  'nonce-seconds': count(config.nonceTtlS),
  'invitation-days': count(config.invitationTtlDays),
  'bulk-rows': count(bulkMaxRows),
  'roster-json-rows': count(rosterLimits.json.rows),
  'roster-json-size': mebibytes(rosterLimits.json.bytes),
  'roster-line-rows': count(rosterLimits.lines.rows),
  'roster-line-size': mebibytes(rosterLimits.lines.bytes),
  'roster-cancel-percent': `${thresholdPercent} %`,
  'partner-body-size': mebibytes(bodyLimits.partner),
  'bulk-body-size': mebibytes(bodyLimits.partnerBulk),
  'request-log-days': count(logDays[0]?.retentionDays ?? 0),
  'request-body-days': count(logDays[1]?.retentionDays ?? 0),
  'full-payload-end': config.fullPayloadSunset ?? 'not yet decided',
});

const contactFacts = ({ budgets }: Config) => ({
  'mails-per-recipient-day': count(budgets.email.recipientDay),
  'mails-per-recipient-month': count(budgets.email.recipientMonth),
  'texts-per-recipient-day': count(budgets.text.recipientDay),
  'texts-per-recipient-month': count(budgets.text.recipientMonth),
  'calls-per-day': count(callCaps.per24h),
  'calls-per-month': count(callCaps.per30d),
});

/** Seconds in the largest unit that divides them. */
function duration(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, 'hour'] : [60, 'minute'];
  return `${seconds / size} ${unit}${seconds === size ? '' : 's'}`;
}

/** A partition holds a whole day, so it is retained for one day longer than promised for its first row. */
const daysOf = (partitions: DayPartitions | undefined): string => count((partitions?.retentionDays ?? 1) - 1);

const { retryDelaysS, jitter, attemptMs } = deliveryTerms;
const delays = retryDelaysS.map(duration);

const deliveryFacts = {
  'ack-seconds': String(attemptMs / 1000),
  'delivery-attempts': String(retryDelaysS.length + 1),
  'retry-delays': `${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}`,
  'retry-hours': String(Math.round(retryDelaysS.reduce((sum, delay) => sum + delay, 0) / 3600)),
  'retry-jitter': `${jitter * 100} %`,
  'delivery-days': daysOf(historyDays[0]),
  'event-days': daysOf(eventDays),
};

/** Where each sandbox address takes effect, as a sentence before its table. */
const magicUses = {
  'POST /intakes': 'As `customer.email` in `POST /intakes`:',
  'POST /intakes/{intake_id}/documents':
    'As `customer.email` of an intake to which you then upload a report with `POST /intakes/{intake_id}/documents`:',
  'POST /register': 'As `operator.email` in `POST /register`:',
} as const;

const magicTables = Object.entries(magicUses).map(([operation, sentence]) => {
  const rows = magicAddresses
    .filter((one) => one.operation === operation)
    .map(({ name, status, means }) => `| \`${name}@${agentSandboxDomain}\` | \`${status}\` | ${means} |`);
  return [sentence, '', '| Address | Response | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
});

const vehicleRows = sandboxVehicles.map((one) => {
  const { vin, year, make, model, coverage, offerCents, means } = one;
  return `| \`${vin}\` | ${year} ${make} ${model}: ${means} | \`${offerCents}\` | \`${coverage}\` | \`${sandboxGapCents(one)}\` |`;
});

const stepRows = intakeStepsShown.map(
  ({ step, does, causes }) => `| \`${step}\` | ${does} | ${causes === null ? 'no event' : `\`${causes}\``} |`,
);

const reportRows = Object.entries(sampleReports).map(
  ([file, { status, means }]) => `| [${file}](${agentSandboxPath}/reports/${file}) | \`${status}\` | ${means} |`,
);

const sandboxFacts = {
  'sample-reports': ['| File | Response | Description |', '| --- | --- | --- |', ...reportRows].join('\n'),
  'sandbox-code': agentSandboxCode,
  'sandbox-domain': agentSandboxDomain,
  'sandbox-steps': ['| Step | What happens | Event |', '| --- | --- | --- |', ...stepRows].join('\n'),
  'sandbox-vehicles': [
    '| VIN | Vehicle | Offer | Coverage | Gap |',
    '| --- | --- | --- | --- | --- |',
    ...vehicleRows,
  ].join('\n'),
  'magic-addresses': magicTables.join('\n\n'),
};

const deprecatedToday =
  deprecations.length === 0
    ? 'Nothing is currently deprecated.'
    : deprecations
        .map(({ operation, member, sunset, page }) => {
          const what = member === undefined ? operation : `${member} of ${operation}`;
          return `- [${what}](${page}) may be removed on or after ${sunset}.`;
        })
        .join('\n');

const sharedFacts = (config: Config) => ({
  'deprecated-today': deprecatedToday,
  'idempotency-hours': count(config.idempotencyTtlHours),
  'idempotency-key-length': count(idempotencyKeyMaxLength),
  'page-rows': String(pageRows.usual),
  'page-rows-max': String(pageRows.most),
  'json-depth': count(jsonDepthMax),
  'json-values': count(jsonValuesMax),
  'notice-months': String(noticeMonths),
});
