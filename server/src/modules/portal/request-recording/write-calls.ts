import type { Ctx } from '#context';
import { listCredentialHolders } from '#modules/credentials';
import { transact } from '#platform/db';
import { requestLogMetrics } from '../request-log/metrics.ts';
import {
  contentAad,
  toContent,
  type AnsweredCall,
  type CallOrigin,
  type UnrecordedReason,
} from '../request-log/rules.ts';
import {
  addUnrecorded,
  insertRequests,
  type LogKey,
  type NewContentRow,
  type NewRequestRow,
  type UnrecordedRow,
} from '../request-log/store.ts';

/** Answered calls of one owner that were left out, for one minute and reason. */
export type LeftOut = {
  readonly owner: CallOrigin;
  readonly minute: Date;
  readonly reason: UnrecordedReason;
  readonly calls: number;
};

type Owner = LogKey & { readonly credentialId: string };

/**
 * Writes answered calls in one transaction. A call known only by the keyid of a refused signature belongs to the institution
 * of that credential. If there is none, the call has no owner and is not written.
 */
export async function writeCalls(ctx: Ctx, calls: readonly AnsweredCall[], leftOut: readonly LeftOut[]): Promise<void> {
  const keyids = [...calls, ...leftOut].flatMap(({ owner }) => ('keyid' in owner ? [owner.keyid] : []));
  // Sees all institutions, since each row names its own.
  const db = ctx.db.seeing('all');
  const owners = await listCredentialHolders({ ...ctx, db }, [...new Set(keyids)]);
  const ownerOf = (owner: CallOrigin): Owner | undefined => ('keyid' in owner ? owners.get(owner.keyid) : owner);
  const owned = calls.flatMap((call) => {
    const owner = ownerOf(call.owner);
    return owner === undefined ? [] : [{ call, owner }];
  });
  const contents = owned.flatMap(({ call, owner }): NewContentRow[] =>
    // Contents of live calls are never stored, whatever their headers said.
    call.content === undefined || owner.livemode
      ? []
      : [
          {
            institutionId: owner.institutionId,
            id: call.id,
            at: call.at,
            encrypted: ctx.vault.encrypt(JSON.stringify(toContent(call.content)), contentAad(call.id)),
          },
        ],
  );
  const missed = leftOut.flatMap(({ owner, ...count }): UnrecordedRow[] => {
    const found = ownerOf(owner);
    return found === undefined ? [] : [{ ...count, institutionId: found.institutionId, livemode: found.livemode }];
  });
  await transact({ ...ctx, db }, async (tx) => {
    if (owned.length > 0) await insertRequests(tx.db, owned.map(toRow), contents);
    addUnrecorded(tx.db, sumUp(missed));
  });
  const { calls: counted } = ctx.metrics.of(requestLogMetrics);
  counted.inc({ outcome: 'recorded' }, owned.length);
  counted.inc({ outcome: 'nobodys' }, calls.length - owned.length);
}

/** Two keyids may belong to one institution, and one statement cannot update the same row twice. */
function sumUp(rows: readonly UnrecordedRow[]): UnrecordedRow[] {
  const sums = new Map<string, UnrecordedRow>();
  for (const row of rows) {
    const name = `${row.institutionId} ${row.livemode} ${row.minute.getTime()} ${row.reason}`;
    sums.set(name, { ...row, calls: row.calls + (sums.get(name)?.calls ?? 0) });
  }
  return [...sums.values()];
}

const toRow = ({ call, owner }: { call: AnsweredCall; owner: Owner }): NewRequestRow => ({
  institution_id: owner.institutionId,
  livemode: owner.livemode,
  id: call.id,
  at: call.at,
  method: call.method,
  route: call.route,
  path: call.path,
  query_names: call.queryNames,
  status: call.status,
  code: call.code ?? null,
  issue_paths: call.issuePaths,
  credential_id: owner.credentialId,
  duration_ms: Math.round(call.durationMs),
  client_address: call.clientAddress,
  replayed: call.replayed,
  object_ids: call.objectIds,
});
