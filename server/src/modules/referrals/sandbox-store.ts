import { prepared, type TxDb } from '#platform/db';

const due = prepared<[institutionId: string, id: string, now: Date], never>(
  'referrals.end-test-invitation',
  `update referrals.referrals set invitation_expires_at = $3
   where institution_id = $1 and not livemode and id = $2 and status = 'invited' and invitation_expires_at > $3`,
);

/** An invitation of the sandbox ends now. */
export function updateInvitationEnd(db: TxDb, institutionId: string, { id, now }: { id: string; now: Date }): void {
  db.write(due(institutionId, id, now));
}
