import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { findPrincipalMode, replaceAgentKeys } from '#modules/agent-keys';
import { transact } from '#platform/db';
import { recoveryRefused } from '../errors.ts';
import type { Recovered } from '../schemas.ts';
import { queueAgentNotice } from './queue-agent-notice.ts';
import { useRecovery } from './store.ts';

/** The code of a mail for a new key: every other key of the agent stops working, a thief's included. */
export async function recoverKey(ctx: Ctx, code: string): Promise<Recovered> {
  return transact(ctx, async (tx) => {
    const used = await useRecovery(tx.db, tx.vault.fingerprints(code, 'token'), tx.clock.now());
    // One of the other mode opens nothing here, and stays as it is.
    if (used && (await findPrincipalMode(tx, used.principal_id)) === isInAgentSandbox(tx.actor))
      throw recoveryRefused();
    const issued = used && (await replaceAgentKeys(tx, used.principal_id));
    if (used === undefined || issued === undefined) throw recoveryRefused();
    await queueAgentNotice(tx, used.principal_id, 'key recovered');
    return {
      principal_id: used.principal_id,
      api_key: issued.key,
      key_prefix: issued.prefix,
      revoked_previous: true,
    };
  });
}
