import { type Db, prepared, type TxDb } from '#platform/db';

const window = prepared<[key: string, state: string | null, zones: readonly string[]], never>(
  'consultations.insert-window',
  'insert into consultations.call_windows (key, state, zones) values ($1, $2, $3) on conflict (key) do nothing',
);

export type WindowRow = { readonly key: string; readonly state: string | undefined; readonly zones: readonly string[] };

export function insertWindow(db: TxDb, { key, state, zones }: WindowRow): void {
  db.write(window(key, state ?? null, zones));
}

const windows = prepared<[], { key: string; state: string | null; zones: string[] }>(
  'consultations.list-windows',
  `select key, state, zones from consultations.call_windows `,
);

/** The windows of this version. A window of an earlier version is recomputed before any call. */
export const listWindows = async (db: Db): Promise<WindowRow[]> =>
  (await db.many(windows())).map(({ state, ...row }) => ({ ...row, state: state ?? undefined }));
