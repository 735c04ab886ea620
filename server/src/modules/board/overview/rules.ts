import type { AccountRow } from './load-store.ts';
import type { Accounts } from '../overview-schemas.ts';

export const accountsPerPage = 50;

export function toAccountsPage(rows: readonly AccountRow[]): Accounts {
  const data = rows.slice(0, accountsPerPage).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const more = rows.length > accountsPerPage;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}
