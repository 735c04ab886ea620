import type { RowData } from '@tanstack/react-table';
import type { Pages } from '#api/pages.ts';
import { DataTable, type TableColumn } from './data-table.tsx';
import { Trouble } from './trouble.tsx';

type Shown<T> = {
  readonly caption: string;
  readonly columns: readonly TableColumn<T>[];
  readonly pages: Pages<T>;
  readonly id: (row: T) => string;
  readonly empty: string;
};

/** A table of a list that may be long: the newest first, older ones when somebody asks. */
export function PagedTable<T extends RowData>({ pages: { rows, error, more, isFetching }, ...table }: Shown<T>) {
  if (rows === undefined) return error === null ? <p className="p-3 text-soft">Loading…</p> : <Trouble error={error} />;
  return (
    <>
      {error !== null && <Trouble error={error} />}
      <DataTable {...table} rows={rows} />
      {more !== undefined && (
        <p className="flex items-center gap-3 p-3 text-soft">
          <button type="button" className="button" disabled={isFetching} onClick={more}>
            Show older ones
          </button>
          {rows.length.toLocaleString('en-US')} are shown.
        </p>
      )}
    </>
  );
}
