import type { Ctx } from '#context';
import { listRows, type ListedRows } from '#platform/personal-data';
import { nobodyFound } from '../errors.ts';
import { findDataSubject } from '../find-data-subject.ts';
import { allPersonalData } from '../tables-data.ts';

export type CustomerExport = {
  readonly exported_at: string;
  readonly contacts: readonly string[];
  readonly cases: readonly { readonly number: string; readonly id: string; readonly source_id: string }[];
  /** Rows by table, decrypted. */
  readonly data: ListedRows;
};

/** Everything that is stored about somebody, found by a contact, or about one case, found by any of its names. */
export async function exportCustomer(ctx: Ctx, name: string): Promise<CustomerExport> {
  const found = await findDataSubject(ctx, name);
  const data = await listRows(ctx, allPersonalData, found);
  if (Object.keys(data).length === 0) throw nobodyFound();
  return {
    exported_at: ctx.clock.now().toISOString(),
    contacts: found.contacts,
    cases: found.cases.map(({ number, id, source_id: sourceId }) => ({ number, id, source_id: sourceId })),
    data,
  };
}
