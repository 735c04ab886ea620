import type { Ctx } from '#context';
import { endpointNotFound } from '../errors.ts';
import { secretAad } from '../rules.ts';
import { listSecretRows } from './store.ts';

/** For whoever compares a signature with them; they are shown to nobody. */
export type SigningSecret = { readonly text: string; readonly of: 'current' | 'previous' | 'other' };

type Asked = { readonly accountId: string; readonly livemode: boolean; readonly id: string };

/** The secrets of an endpoint, and those of the account's other endpoints in the same mode; not found for another account. */
export async function listSigningSecrets(ctx: Ctx, { accountId, livemode, id }: Asked): Promise<SigningSecret[]> {
  const rows = await listSecretRows(ctx.db, accountId, livemode);
  if (!rows.some((row) => row.id === id)) throw endpointNotFound();
  const isNamed = (row: { id: string }) => row.id === id;
  return rows
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .flatMap((row): SigningSecret[] => {
      const decrypt = (encrypted: Buffer) => ctx.vault.decrypt(encrypted, secretAad(row.id));
      const { sealed_secret: current, sealed_previous: previous } = row;
      return [
        { text: decrypt(current), of: isNamed(row) ? 'current' : 'other' },
        ...(previous === null ? [] : [{ text: decrypt(previous), of: isNamed(row) ? 'previous' : 'other' } as const]),
      ];
    });
}
