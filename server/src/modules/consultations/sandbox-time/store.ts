import { prepared, type TxDb } from '#platform/db';
import type { Candidate } from '../closing/store.ts';

// The source is part of the condition, so a client can reach a case only through its own object.
const ownTest = 'id = $1 and source_id = $2 and test and closed_at is null';

const settled = prepared<[id: string, sourceId: string, at: Date, now: Date], Candidate>(
  'consultations.age-settled',
  `update consultations.consultations set settled_at = least(settled_at, $3), reopened_at = least(reopened_at, $3),
     close_check_at = $4
   where ${ownTest} and settled_at is not null returning id, source, source_id`,
);

export type TestConsultation = { readonly id: string; readonly sourceId: string };

/** Moves the settlement of a test case back to that time. */
export const updateSettledAt = (db: TxDb, { id, sourceId }: TestConsultation, { at, now }: { at: Date; now: Date }) =>
  db.find(settled(id, sourceId, at, now));

const quiet = prepared<[id: string, sourceId: string, at: Date], Candidate>(
  'consultations.age-quiet',
  `update consultations.consultations set opened_at = least(opened_at, $3), last_call_at = least(last_call_at, $3),
     callback_at = least(callback_at, $3), delivered_at = least(delivered_at, $3),
     reopened_at = least(reopened_at, $3), active_at = least(active_at, $3)
   where ${ownTest} and settled_at is null returning id, source, source_id`,
);

/** Moves everything that happened to a test case back to that time. */
export const updateQuietSince = (db: TxDb, { id, sourceId }: TestConsultation, at: Date) =>
  db.find(quiet(id, sourceId, at));
