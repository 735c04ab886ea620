import { prepared, preparedInsert, type DB, type Db, type Selectable, type TxDb } from '#platform/db';
import type { Preliminary } from '#modules/vehicles';
import type { LookedUp } from '#modules/consultations';
import { computeFacts } from './facts.ts';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import { isExpired } from './transitions.ts';

/** An intake as verbs use it: the request as submitted, contacts normalized. */
export type Intake = {
  readonly id: string;
  readonly status: IntakeStatus;
  readonly agentTier: 'anonymous' | 'registered';
  readonly principalId: string | undefined;
  readonly request: IntakeRequest;
  /** The findings in addition to the request. */
  readonly lookedUp: LookedUp;
  readonly preliminary: Preliminary | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** From the agent sandbox: its contacts belong to no live customer, and nothing about it is sent. */
  readonly test: boolean;
  /** Wrong numbers. */
  readonly struckPhones: readonly string[];
  readonly attestationVersion: string;
  readonly discountApplied: boolean;
  readonly priorityCallback: boolean;
  readonly consultationId: string | undefined;
  readonly caseClosedAt?: Date | undefined;
  /** The limit on welcome messages stopped this intake's welcome. */
  readonly welcomeCapped: boolean;
  /** Channels whose welcome waits for staff, because a cap or a budget holds it. */
  readonly heldChannels: readonly ('email' | 'text')[];
  readonly confirmation: Confirmation | undefined;
  /** When the customer was proven to be reached, by channel. */
  readonly proofs: Proofs;
  readonly createdAt: Date;
  readonly statusAt: Date;
  readonly expiresAt: Date;
};

export type Confirmation = {
  readonly at: string;
  readonly attestation_version: string;
  /** By a tap on the page, or by telling a staff member. */
  readonly by: 'customer' | 'staff';
  /** How it came: by the link relayed in the receipt, the mailed or the texted one, or a call. */
  readonly via: LinkVia | 'call';
  /** Which link, by the beginning of its fingerprint. */
  readonly token?: string;
  readonly wording_version?: string;
  readonly wording_hash?: string;
  /** Reported by the visitor's browser. */
  readonly ip?: string;
  readonly user_agent?: string;
  readonly staff_id?: string;
};

/** How a link was delivered: in the receipt, for the agent to relay, or by us. */
export type LinkVia = 'relayed' | 'email' | 'text';

/** The proof of a contact: the emailed link for its address, the texted link or an answered call for its number. */
export type ProofKind = 'email' | 'text' | 'call';

export type Proofs = Readonly<Record<ProofKind, Date | undefined>>;

/** The confirm link's token as stored: a hash to find it by, and the encrypted text to show it again. */
type StoredLink = { readonly hash: Buffer; readonly encrypted: Buffer };

/** Written with the intake and read back with it. */
const columns = [
  'id',
  'status',
  'agent_tier',
  'principal_id',
  'external_ref',
  'agent',
  'customer',
  'consent',
  'vehicle',
  'loss',
  'offer',
  'email',
  'phone',
  'attestation_version',
  'discount_applied',
  'priority_callback',
  'consultation_id',
  'welcome_held',
  'messages_held',
  'found',
  'preliminary',
  'encrypted_link',
  'livemode',
  'created_at',
  'status_at',
  'expires_at',
] as const;
/** Found by, and never read back. */
const searched = ['vin', 'claim_number', 'link_hash', 'submitter_hash'] as const;
/** Set after the intake was written. */
const later = [
  'confirmation',
  'proven_by_email_at',
  'proven_by_text_at',
  'proven_by_call_at',
  'struck_phones',
  'case_closed_at',
] as const;

const insert = preparedInsert('intakes.intakes', [...columns, ...searched]);

type NewIntake = {
  /** The receipt's link; undefined for a neutral intake. */
  readonly link: StoredLink | undefined;
  /** Fingerprint of the address of a client without a key. */
  readonly submitterHash: Buffer | undefined;
};

export function insertIntake(db: TxDb, intake: Intake, { link, submitterHash }: NewIntake): void {
  const { request } = intake;
  db.write(
    insert({
      id: intake.id,
      status: intake.status,
      agent_tier: intake.agentTier,
      principal_id: intake.principalId ?? null,
      external_ref: request.external_ref ?? null,
      agent: request.agent,
      customer: request.customer,
      consent: request.consent,
      vehicle: request.vehicle ?? {},
      loss: request.loss ?? {},
      offer: request.offer ?? {},
      email: intake.email ?? null,
      phone: intake.phone ?? null,
      attestation_version: intake.attestationVersion,
      discount_applied: intake.discountApplied,
      priority_callback: intake.priorityCallback,
      consultation_id: intake.consultationId ?? null,
      welcome_held: intake.welcomeCapped,
      messages_held: intake.heldChannels.length > 0,
      found: intake.lookedUp,
      preliminary: intake.preliminary ?? null,
      ...searchColumns(intake),
      link_hash: link?.hash ?? null,
      encrypted_link: link?.encrypted ?? null,
      submitter_hash: submitterHash ?? null,
      livemode: !intake.test,
      created_at: intake.createdAt,
      status_at: intake.statusAt,
      expires_at: intake.expiresAt,
    }),
  );
}

/** Facts that staff search by, as columns. */
function searchColumns({ request, lookedUp }: Pick<Intake, 'request' | 'lookedUp'>) {
  const { vin, claimNumber } = computeFacts(request, lookedUp);
  return { vin: vin ?? null, claim_number: claimNumber ?? null };
}

const setLookedUp = prepared<
  [id: string, found: LookedUp, preliminary: Preliminary | null, vin: string | null, claimNumber: string | null],
  never
>(
  'intakes.set-looked-up',
  'update intakes.intakes set found = $2, preliminary = $3, vin = $4, claim_number = $5 where id = $1',
);

export function updateLookedUp(db: TxDb, intake: Pick<Intake, 'id' | 'request' | 'lookedUp' | 'preliminary'>): void {
  const { vin, claim_number: claimNumber } = searchColumns(intake);
  db.write(setLookedUp(intake.id, intake.lookedUp, intake.preliminary ?? null, vin, claimNumber));
}

export const readColumns = [...columns, ...later].join(', ');

type Stored = Pick<Selectable<DB['intakes.intakes']>, (typeof columns | typeof later)[number]>;

/** What the schema knows only as text or JSON. */
type Narrowed = Pick<IntakeRequest, 'agent' | 'customer' | 'consent'> &
  Required<Pick<IntakeRequest, 'vehicle' | 'loss' | 'offer'>> & {
    status: IntakeStatus;
    agent_tier: Intake['agentTier'];
    found: LookedUp;
    preliminary: Preliminary | null;
    confirmation: Confirmation | null;
  };

/** A row as `readColumns` lists it. */
export type IntakeRow = Omit<Stored, keyof Narrowed> & Narrowed;

const byId = prepared<[id: string], IntakeRow>(
  'intakes.find',
  `select ${readColumns} from intakes.intakes where id = $1`,
);

const byIdPolled = prepared<[id: string], IntakeRow & { token_hashes: Buffer[] }>(
  'intakes.find-polled',
  `select ${readColumns}, array(select t.token_hash from intakes.poll_tokens t where t.intake_id = i.id) as token_hashes
   from intakes.intakes i where i.id = $1`,
);

const byIdLocked = prepared<[id: string], IntakeRow>(
  'intakes.lock',
  `select ${readColumns} from intakes.intakes where id = $1 for update`,
);

export type StoredIntake = { readonly intake: Intake; readonly encryptedLink: Buffer | undefined };

export const toStored = (row: IntakeRow | undefined, now: Date): StoredIntake | undefined =>
  row && { intake: asOf(toIntake(row), now), encryptedLink: row.encrypted_link ?? undefined };

/** The intake as of that time, and its encrypted confirm link. */
export const findIntake = async (db: Db, id: string, now: Date) => toStored(await db.find(byId(id)), now);

export type PolledIntake = StoredIntake & {
  /** Fingerprints of its poll token; empty if it came from a phone call or got a neutral response. */
  readonly tokenHashes: readonly Buffer[];
};

/** The same, with its poll credentials. */
export async function findPolledIntake(db: Db, id: string, now: Date): Promise<PolledIntake | undefined> {
  const row = await db.find(byIdPolled(id));
  const stored = toStored(row, now);
  return row && stored && { ...stored, tokenHashes: row.token_hashes };
}

/** The same, locked until the transaction ends. */
export const lockIntake = async (db: TxDb, id: string, now: Date) => toStored(await db.find(byIdLocked(id)), now);

const lockMany = prepared<[ids: readonly string[]], IntakeRow>(
  'intakes.lock-many',
  `select ${readColumns} from intakes.intakes where id = any($1::text[]) order by id for update`,
);

/** These intakes as of that time, locked in the order of their ids until the transaction ends. */
export const lockIntakes = async (db: TxDb, ids: readonly string[], now: Date): Promise<Intake[]> =>
  (await db.many(lockMany(ids))).map((row) => asOf(toIntake(row), now));

/** An intake expires by time, whether or not a sweep has recorded it. */
const asOf = (intake: Intake, now: Date): Intake =>
  isExpired(intake, now) ? { ...intake, status: 'expired', statusAt: intake.expiresAt } : intake;

function toIntake(row: IntakeRow): Intake {
  const { agent, customer, consent, vehicle, loss, offer } = row;
  return {
    id: row.id,
    status: row.status,
    agentTier: row.agent_tier,
    principalId: row.principal_id ?? undefined,
    request: {
      agent,
      customer,
      consent,
      vehicle,
      loss,
      offer,
      ...(row.external_ref === null ? {} : { external_ref: row.external_ref }),
    },
    lookedUp: row.found,
    preliminary: row.preliminary ?? undefined,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    test: !row.livemode,
    struckPhones: row.struck_phones,
    attestationVersion: row.attestation_version,
    discountApplied: row.discount_applied,
    priorityCallback: row.priority_callback,
    consultationId: row.consultation_id ?? undefined,
    caseClosedAt: row.case_closed_at ?? undefined,
    welcomeCapped: row.welcome_held,
    // Both, until the channels still held are looked up.
    heldChannels: row.messages_held ? ['email', 'text'] : [],
    confirmation: row.confirmation ?? undefined,
    proofs: {
      email: row.proven_by_email_at ?? undefined,
      text: row.proven_by_text_at ?? undefined,
      call: row.proven_by_call_at ?? undefined,
    },
    createdAt: row.created_at,
    statusAt: row.status_at,
    expiresAt: row.expires_at,
  };
}
