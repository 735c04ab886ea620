import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';

/** An intake as verbs know it: the request as submitted, contacts normalised. */
export type Intake = {
  readonly id: string;
  readonly status: IntakeStatus;
  readonly agentTier: 'anonymous' | 'registered';
  readonly principalId: string | undefined;
  readonly request: IntakeRequest;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly attestationVersion: string;
  readonly discountApplied: boolean;
  readonly priorityCallback: boolean;
  readonly consultationId: string | undefined;
  readonly createdAt: Date;
  readonly statusAt: Date;
  readonly expiresAt: Date;
};

/** The confirm link's token as it is kept: to be found by, and to be shown again. */
export type StoredLink = { readonly hash: Buffer; readonly sealed: Buffer };

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
  'link_hash',
  'sealed_link',
  'created_at',
  'status_at',
  'expires_at',
] as const;

const insert = preparedInsert('intakes.intakes', columns);

export function insertIntake(db: TxDb, intake: Intake, link: StoredLink): void {
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
      link_hash: link.hash,
      sealed_link: link.sealed,
      created_at: intake.createdAt,
      status_at: intake.statusAt,
      expires_at: intake.expiresAt,
    }),
  );
}

type IntakeRow = {
  id: string;
  status: IntakeStatus;
  agent_tier: 'anonymous' | 'registered';
  principal_id: string | null;
  external_ref: string | null;
  agent: IntakeRequest['agent'];
  customer: IntakeRequest['customer'];
  consent: IntakeRequest['consent'];
  vehicle: NonNullable<IntakeRequest['vehicle']>;
  loss: NonNullable<IntakeRequest['loss']>;
  offer: NonNullable<IntakeRequest['offer']>;
  email: string | null;
  phone: string | null;
  attestation_version: string;
  discount_applied: boolean;
  priority_callback: boolean;
  consultation_id: string | null;
  sealed_link: Buffer | null;
  created_at: Date;
  status_at: Date;
  expires_at: Date;
};

const byId = prepared<[id: string], IntakeRow>(
  'intakes.find',
  `select ${columns.filter((column) => column !== 'link_hash').join(', ')} from intakes.intakes where id = $1`,
);

/** The intake and its sealed confirm link. */
export async function findIntake(
  db: Db,
  id: string,
): Promise<{ intake: Intake; sealedLink: Buffer | undefined } | undefined> {
  const row = await db.find(byId(id));
  return row === undefined ? undefined : { intake: toIntake(row), sealedLink: row.sealed_link ?? undefined };
}

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
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    attestationVersion: row.attestation_version,
    discountApplied: row.discount_applied,
    priorityCallback: row.priority_callback,
    consultationId: row.consultation_id ?? undefined,
    createdAt: row.created_at,
    statusAt: row.status_at,
    expiresAt: row.expires_at,
  };
}

// Rows are locked in the order of their ids, so that two batches that share intakes cannot wait for each other.
const move = prepared<
  [ids: readonly string[], from: readonly IntakeStatus[], to: IntakeStatus, now: Date],
  { id: string; principal_id: string | null }
>(
  'intakes.move',
  `with due as (
     select id from intakes.intakes where id = any($1::text[]) and status = any($2::text[]) order by id for update
   )
   update intakes.intakes i set status = $3, status_at = $4 from due where i.id = due.id
   returning i.id, i.principal_id`,
);

export type Move = {
  readonly ids: readonly string[];
  readonly from: readonly IntakeStatus[];
  readonly to: IntakeStatus;
  readonly now: Date;
};

/** Moves the intakes that are in one of the `from` statuses; the others stay as they are. */
export async function updateStatus(db: TxDb, { ids, from, to, now }: Move) {
  const rows = await db.many(move(ids, from, to, now));
  return rows.map((row) => ({ id: row.id, principalId: row.principal_id ?? undefined }));
}
