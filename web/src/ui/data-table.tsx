import {
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns });

export type TableColumn<T> = {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** The sort key; without it the column cannot be sorted. */
  readonly sortBy?: (row: T) => string | number;
  /** Numbers that are compared stand under each other. */
  readonly align?: 'right';
};

type DataTableProps<T> = {
  readonly caption: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  readonly empty: string;
};

const toDefinition = <T extends RowData>({ title, cell, sortBy }: TableColumn<T>): ColumnDef<typeof features, T> => ({
  id: title,
  header: title,
  cell: ({ row }) => cell(row.original),
  ...(sortBy === undefined ? { enableSorting: false } : { accessorFn: sortBy }),
});

/** A table with sortable columns; on narrow screens each row becomes a block. */
export function DataTable<T extends RowData>({ caption, columns, rows, rowId, empty }: DataTableProps<T>) {
  const definitions = useMemo(() => columns.map(toDefinition), [columns]);
  const rightIds = new Set(columns.flatMap(({ title, align }) => (align === 'right' ? [title] : [])));
  const alignOf = (id: string): string => (rightIds.has(id) ? 'sm:text-right' : '');
  const table = useTable({ features, data: rows as T[], getRowId: rowId, columns: definitions });
  if (rows.length === 0) return <p className="p-3 text-soft">{empty}</p>;
  return (
    <div className="overflow-x-auto" role="group" aria-label={`${caption} table`} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b border-edge">
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={`px-3 py-2 font-semibold ${alignOf(header.id)}`}
                  aria-sort={ariaSortOf(header.column.getIsSorted())}
                >
                  {header.column.getCanSort() ? (
                    <button
                      type="button"
                      className="min-h-6 font-semibold hover:underline"
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      {header.id} <span aria-hidden>{arrows[String(header.column.getIsSorted())]}</span>
                    </button>
                  ) : (
                    header.id
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="border-b border-line align-top max-sm:block max-sm:py-2">
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={`px-3 py-1.5 max-sm:flex max-sm:gap-3 max-sm:py-0.5 ${alignOf(cell.column.id)}`}
                >
                  <span className="w-28 shrink-0 text-soft sm:hidden" aria-hidden>
                    {cell.column.id}
                  </span>
                  <span className="min-w-0">
                    <table.FlexRender cell={cell} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const arrows: Readonly<Record<string, string>> = { asc: '▲', desc: '▼', false: '' };
const ariaSortOf = (sorted: false | 'asc' | 'desc') =>
  sorted === false ? undefined : sorted === 'asc' ? ('ascending' as const) : ('descending' as const);
