import { formatDuration } from '#lib/format.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { Ago, useNow } from '#ui/time.tsx';
import { RevealedText } from '#ui/untrusted-text.tsx';
import { When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { nameOf, roleWords, type Key, type KeyTask } from './credential-messages.ts';

export const keyColumns = (
  keys: readonly Key[],
  onTask: ((task: KeyTask) => void) | undefined,
): readonly TableColumn<Key>[] => [
  {
    title: 'Key',
    cell: ({ label, key_prefix: prefix }) => (
      <>
        {label !== null && (
          <span className="block font-semibold break-words">
            <RevealedText text={label} />
          </span>
        )}
        <code className="font-mono text-soft">{prefix}…</code>
      </>
    ),
    sortBy: nameOf,
  },
  { title: 'Access', cell: ({ role }) => roleWords[role as keyof typeof roleWords] },
  { title: 'State', cell: (row) => <KeyState row={row} successor={keys.find(({ id }) => id === row.replaced_by)} /> },
  { title: 'Last used', cell: (row) => <LastUsed row={row} />, sortBy: ({ last_used_at: at }) => at ?? '' },
  { title: 'Accepted from', cell: ({ allowed_addresses: ranges }) => <Ranges ranges={ranges} /> },
  ...(onTask === undefined ? [] : [{ title: 'Actions', cell: (row: Key) => <Actions row={row} onTask={onTask} /> }]),
];

type StateProps = { readonly row: Key; readonly successor: Key | undefined };

/** The key's status, its expiry and its replacement. */
function KeyState({ row, successor }: StateProps) {
  const now = useNow(10_000);
  const { expires_at: end, replaced_by: replacement } = row;
  const replaced =
    replacement === null ? '' : `replaced by ${successor === undefined ? replacement : `${successor.key_prefix}…`}`;
  if (row.status === 'revoked')
    return <span className="text-soft">revoked {row.revoked_at !== null && <When at={row.revoked_at} />}</span>;
  if (row.status === 'expired' || (end !== null && Date.parse(end) <= now))
    return (
      <span className="text-soft">
        expired {end !== null && <When at={end} />}
        {replaced === '' ? '' : `, ${replaced}`}
      </span>
    );
  return (
    <>
      <span className="font-semibold text-good">active</span>
      {end !== null && (
        <span className="block text-warn">
          {replaced === '' ? '' : `${replaced}, `}expires in {formatDuration(Date.parse(end) - now)}
          <span className="block text-soft">
            <When at={end} />
          </span>
        </span>
      )}
    </>
  );
}

function LastUsed({ row }: { readonly row: Key }) {
  const { last_used_at: at, last_used_address: address } = row;
  if (at === null) return <span className="text-soft">never</span>;
  return (
    <>
      <Ago at={at} /> ago
      {address !== null && <code className="block font-mono break-all text-soft">from {address}</code>}
    </>
  );
}

/** Further networks are only counted; the form shows all of them. */
const rangesShown = 3;

function Ranges({ ranges }: { readonly ranges: readonly string[] }) {
  if (ranges.length === 0) return <span className="text-soft">anywhere</span>;
  return (
    <>
      {ranges.slice(0, rangesShown).map((range) => (
        <code key={range} className="block font-mono break-words">
          {range}
        </code>
      ))}
      {ranges.length > rangesShown && <span className="text-soft">and {ranges.length - rangesShown} more</span>}
    </>
  );
}

function Actions({ row, onTask }: { readonly row: Key; onTask(task: KeyTask): void }) {
  const { id, status, replaced_by: replacement } = row;
  if (status !== 'active') return <span className="text-soft">none</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {replacement === null && (
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-label={`Rotate ${nameOf(row)}`}
          onClick={() => onTask({ kind: 'rotate', id })}
        >
          Rotate
        </button>
      )}
      <button
        type="button"
        className="button min-h-7 px-2"
        aria-label={`Change ${nameOf(row)}`}
        onClick={() => onTask({ kind: 'change', id })}
      >
        Change
      </button>
      <ActionButton
        call="POST /keys/{key_id}/revoke"
        path={{ key_id: id }}
        size="small"
        label={`Revoke ${nameOf(row)}`}
        confirm="Revoke this key? It stops working immediately."
        success="Key revoked."
      >
        Revoke
      </ActionButton>
    </span>
  );
}
