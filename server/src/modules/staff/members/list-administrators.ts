import type { Ctx, Tx } from '#context';
import { listAdministratorRows } from '../store.ts';

type Administrator = { readonly id: string; readonly email: string };

/** Those who can sign in; to be told of what only they decide. */
export const listAdministrators = (ctx: Ctx | Tx): Promise<readonly Administrator[]> =>
  listAdministratorRows(ctx.db, administratorsMax);

/** A team has few. */
const administratorsMax = 20;
