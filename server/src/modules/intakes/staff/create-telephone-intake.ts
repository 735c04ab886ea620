import { requireRole, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { nameSubject, recordConsent, recordWording } from '#modules/ledger';
import { createConsultation, recheckSuppression } from '#modules/consultations';
import { findCustomer, liftStopReply, listSuppressed, listSuppressions } from '#modules/customers';
import { isEnabled } from '#modules/feature-flags';
import { computePreliminary, storeSnapshot } from '#modules/vehicles';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { enrichRequest, type Enrichment } from '../enrichment/enrichment.ts';
import { programClosed } from '../errors.ts';
import { intakeEvent } from '../events.ts';
import { moveIntakes, recordProof } from '../lifecycle/lifecycle.ts';
import { toCallContact } from '../rules.ts';
import type { IntakeRequest } from '../schemas.ts';
import { listOpenIntakes, updateConfirmation, updateTakenBy } from '../status-store.ts';
import { findIntake, insertIntake, type Intake } from '../store.ts';
import { findOwnIntake, findTelephoneIssues, telephoneWording, telephoneWords } from './telephone-rules.ts';
import type { MadeIntake, TelephoneIntake } from './schemas.ts';

/**
 * Creates a case for an owner who calls us and says yes to the wording read to them. An owner with an open case gets
 * no second one. No agent is involved: nothing is sent, no discount is promised, no one is notified.
 */
export async function createTelephoneIntake(ctx: Ctx, request: TelephoneIntake): Promise<MadeIntake> {
  const actor = requireStaff(ctx.actor);
  const issues = findTelephoneIssues(request, ctx.config);
  if (issues.length > 0) throw validationFailed(issues);
  const submission = toSubmission(request);
  // Other services may be called here, so no transaction is open.
  const enrichment = await enrichRequest(ctx, submission, { known: {} });
  return transact(ctx, async (tx) => {
    const draft = draftIntake(tx, submission, enrichment);
    const [accepting, customer, { open, expiredIds }] = await Promise.all([
      isEnabled(tx, 'intake_program_open'),
      findCustomer(tx, draft),
      listOpenIntakes(tx.db, { ...draft, submitterHashes: [] }, draft.createdAt),
    ]);
    if (!accepting) throw programClosed();
    await moveIntakes(tx, expiredIds, 'expired');
    const existing = await findExisting(tx, findOwnIntake(open, enrichment.facts.vin)?.id);
    const consultationId =
      existing ?? (await createCase(tx, draft, { request, enrichment, listed: customer.suppressed }));
    nameSubject(actor, consultationId);
    const [listed] = await listSuppressed(tx, [draft]);
    return {
      object: 'telephone_case',
      created: existing === undefined,
      consultation_id: consultationId,
      do_not_contact: listed === true,
    };
  });
}

/** In the form of an agent's submission; the staff member who took the call is stored separately. */
const toSubmission = ({ customer, vehicle = {}, loss = {}, offer = {} }: TelephoneIntake): IntakeRequest => ({
  agent: { name: 'By telephone', platform: 'telephone' },
  customer,
  consent: {
    mode: 'customer_directed',
    attestation: 'Telephoned in, and said yes to the words that were read to them.',
    notify_customer: false,
  },
  vehicle,
  loss,
  offer,
});

function draftIntake(tx: Tx, request: IntakeRequest, { lookedUp }: Enrichment): Intake {
  const now = tx.clock.now();
  const { email, phone } = request.customer;
  return {
    id: newId('int', now),
    status: 'received',
    agentTier: 'anonymous',
    principalId: undefined,
    request,
    lookedUp,
    preliminary: undefined,
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    test: false,
    struckPhones: [],
    attestationVersion: tx.config.attestationVersion,
    discountApplied: false,
    priorityCallback: false,
    consultationId: undefined,
    welcomeCapped: false,
    heldChannels: [],
    confirmation: undefined,
    proofs: { email: undefined, text: undefined, call: undefined },
    createdAt: now,
    statusAt: now,
    expiresAt: addDays(now, tx.config.intakeTtlDays),
  };
}

const findExisting = async (tx: Tx, intakeId: string | undefined): Promise<string | undefined> =>
  intakeId === undefined ? undefined : (await findIntake(tx.db, intakeId, tx.clock.now()))?.intake.consultationId;

type Made = { readonly request: TelephoneIntake; readonly enrichment: Enrichment; readonly listed: boolean };

/** Received and confirmed in one step, because the owner says yes while the case is created. */
async function createCase(tx: Tx, draft: Intake, { request, enrichment, listed }: Made): Promise<string> {
  const { staffId } = requireStaff(tx.actor);
  const lifts = listed && request.lift_do_not_contact === true;
  const phoneAlone = { email: undefined, phone: draft.phone };
  // The number only, because the address is merely stated.
  if (lifts) {
    const [kind] = await listSuppressions(tx, [phoneAlone]);
    // A caller lifts a STOP by text; only a lead lifts a stop that was told to the team, like one from an unclear reply.
    if (kind === 'stays') requireRole(tx.actor, 'lead');
    await recheckSuppression(tx, [phoneAlone], () => liftStopReply(tx, phoneAlone, 'call'));
  }
  const consultationId = createConsultation(tx, {
    source: 'agent_intake',
    sourceId: draft.id,
    priority: false,
    endsAt: draft.expiresAt,
    spokenTo: true,
    contact: toCallContact(draft),
  });
  const intake = { ...draft, consultationId, preliminary: readPreliminary(tx, enrichment) };
  insertIntake(tx.db, intake, { link: undefined, submitterHash: undefined });
  updateTakenBy(tx.db, intake.id, staffId);
  publishEvent(tx, intakeEvent(intake, 'received'));
  await moveIntakes(tx, [intake.id], 'confirmed');
  recordYes(tx, intake, lifts);
  if (request.number_read_back) {
    recordConsent(tx, {
      kind: 'proven',
      contacts: { ...phoneAlone, test: intake.test },
      subjectId: intake.id,
      details: { by: 'call', read_back: true, staff_id: staffId },
    });
    await recordProof(tx, intake, 'call');
  }
  // Helped, and not called: a contact that is on the list keeps the case out of the queue.
  if (listed) await recheckSuppression(tx, [intake], () => undefined);
  return consultationId;
}

const readPreliminary = (tx: Tx, { read, facts }: Enrichment): Intake['preliminary'] =>
  read && computePreliminary(read, { snapshotId: storeSnapshot(tx, read), offerCents: facts.offerCents });

/** Records the wording and who read it, on a call that the owner made. */
function recordYes(tx: Tx, intake: Intake, lifts: boolean): void {
  const { staffId } = requireStaff(tx.actor);
  const { version } = telephoneWording;
  const words = telephoneWords(lifts);
  const of = { contacts: { email: intake.email, phone: intake.phone, test: intake.test }, subjectId: intake.id };
  const shown = {
    via: 'call' as const,
    wording_version: version,
    wording_hash: recordWording(tx, { version, words, of }).toString('hex'),
    staff_id: staffId,
  };
  recordConsent(tx, {
    kind: 'answered',
    ...of,
    details: { decision: 'yes', ...shown, call_id: null, telephoned_in: true },
  });
  updateConfirmation(tx.db, intake.id, {
    ...shown,
    at: tx.clock.now().toISOString(),
    attestation_version: intake.attestationVersion,
    by: 'staff',
  });
}
