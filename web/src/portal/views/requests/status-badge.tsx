type StatusBadgeProps = { readonly status: number; readonly replayed: boolean };

/** The status of an answer; the colour says nothing that the number does not. */
export function StatusBadge({ status, replayed }: StatusBadgeProps) {
  const style =
    status >= 500 ? 'bg-bad-soft text-bad' : status >= 400 ? 'bg-warn-soft text-warn' : 'bg-good-soft text-good';
  return (
    <>
      <span className={`inline-block rounded px-1.5 font-semibold ${style}`}>{status}</span>
      {replayed && <span className="ml-1 text-soft">replayed</span>}
    </>
  );
}
