import type { Ctx } from '#context';
import { readPublicKey, type SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import type { OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import { listCredentialRows } from './store.ts';

/** Beside the one that is named: an institution signs with a few, and each is tried with every mistake. */
const othersMax = 20;

type Asked = {
  /** The credential that the request names. */
  readonly keyid: string | undefined;
  /** Default: of both modes. */
  readonly livemode?: boolean;
};

/** Public keys of one institution to look for a mistake with: the one that is named first, then the newest others. */
export async function listVerifyingKeys(
  { db }: Pick<Ctx, 'db'>,
  institutionId: string,
  { keyid, livemode }: Asked,
): Promise<OwnCredential[]> {
  const rows = await listCredentialRows(db, { institutionId, livemode: livemode ?? 'both' });
  const others = rows.filter(({ id }) => id !== keyid).slice(0, othersMax);
  return [...rows.filter(({ id }) => id === keyid), ...others].flatMap((row): OwnCredential[] => {
    const alg = row.alg as SignatureAlgorithm;
    const key = readPublicKey(alg, row.public_key);
    if (key === undefined) return [];
    const status = row.revoked_at ? 'revoked' : row.activated_at ? 'active' : 'pending';
    return [{ id: row.id, alg, key, status, livemode: row.livemode }];
  });
}
