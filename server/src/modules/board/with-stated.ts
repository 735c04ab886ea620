import type { Ctx } from '#context';
import { decryptStated, type StaffSaid } from '#modules/consultations';
import type { CardRow } from './store.ts';

/** A row with the team's statements about the customer, decrypted. */
export const withStated = <Row extends CardRow>(ctx: Pick<Ctx, 'vault'>, row: Row): Row & { person: StaffSaid } => ({
  ...row,
  person: decryptStated(ctx, { consultationId: row.id, sealedPerson: row.encrypted_person }),
});
