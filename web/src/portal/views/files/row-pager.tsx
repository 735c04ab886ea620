type RowPagerProps = {
  /** The rows after which the pages so far begin. */
  readonly after: readonly number[];
  readonly next: number | null;
  onMove(after: readonly number[]): void;
};

/** From one page of rows to the next and back. */
export function RowPager({ after, next, onMove }: RowPagerProps) {
  return (
    <p className="flex gap-2 px-3 py-2 empty:hidden">
      {after.length > 1 && (
        <button type="button" className="button" onClick={() => onMove(after.slice(0, -1))}>
          Previous rows
        </button>
      )}
      {next !== null && (
        <button type="button" className="button" onClick={() => onMove([...after, next])}>
          Next rows
        </button>
      )}
    </p>
  );
}
