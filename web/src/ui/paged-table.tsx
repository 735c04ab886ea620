import type { RowData } from '@tanstack/react-table';
import { DataTable, type TableColumn } from './data-table.tsx';
import { ErrorMessage } from './error-message.tsx';

/** Pages of a list that were read so far. */
export type PagedList<T> = {
  readonly rows: readonly T[] | undefined;
  readonly error: Error | null;
  /** Undefined on the last page. */
  readonly loadMore: (() => void) | undefined;
  readonly isFetching: boolean;
};

type PagedTableProps<T> = {
  readonly caption: string;
  readonly columns: readonly TableColumn<T>[];
  readonly list: PagedList<T>;
  readonly rowId: (row: T) => string;
  readonly empty: string;
  /** What leads away from an error. */
  readonly back?: string;
};

/** A table of a long list, newest first, with a button that loads older entries. */
export function PagedTable<T extends RowData>({
  list: { rows, error, loadMore, isFetching },
  back = 'Go to the board',
  ...table
}: PagedTableProps<T>) {
  if (rows === undefined)
    return error === null ? <p className="p-3 text-soft">Loading…</p> : <ErrorMessage error={error} back={back} />;
  return (
    <>
      {error !== null && <ErrorMessage error={error} back={back} />}
      <DataTable {...table} rows={rows} />
      {loadMore !== undefined && (
        <p className="flex items-center gap-3 p-3 text-soft">
          <button type="button" className="button" disabled={isFetching} onClick={loadMore}>
            Show older
          </button>
          {rows.length.toLocaleString('en-US')} shown
        </p>
      )}
    </>
  );
}
