import type { TableColumn } from '#ui/data-table.tsx';
import { Ago, useNow } from '#ui/time.tsx';
import { RevealedText } from '#ui/untrusted-text.tsx';
import { formatWhen, When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { algorithmWords, nameOfCredential, roleWords, type Credential } from './credential-messages.ts';

export const credentialColumns = (
  credentials: readonly Credential[],
  onReplace: ((credential: Credential) => void) | undefined,
): readonly TableColumn<Credential>[] => [
  {
    title: 'Credential',
    cell: ({ label, id }) => (
      <>
        {label !== null && (
          <span className="block font-semibold break-words">
            <RevealedText text={label} />
          </span>
        )}
        <code className="font-mono break-all text-soft">{id}</code>
      </>
    ),
    sortBy: nameOfCredential,
  },
  { title: 'Key', cell: ({ alg }) => algorithmWords[alg] },
  { title: 'Access', cell: ({ role }) => roleWords[role as keyof typeof roleWords] },
  {
    title: 'State',
    cell: (row) => <State row={row} successor={credentials.find(({ id }) => id === row.replaced_by)} />,
  },
  {
    title: 'Last used',
    cell: ({ last_used_at: at }) =>
      at === null ? (
        <span className="text-soft">never</span>
      ) : (
        <>
          <Ago at={at} /> ago
        </>
      ),
    sortBy: ({ last_used_at: at }) => at ?? '',
  },
  ...(onReplace === undefined
    ? []
    : [{ title: 'Actions', cell: (row: Credential) => <Actions row={row} onReplace={onReplace} /> }]),
];

function State({ row, successor }: { readonly row: Credential; readonly successor: Credential | undefined }) {
  const now = useNow(10_000);
  const { challenge_expires_at: end } = row;
  if (row.status === 'revoked')
    return <span className="text-soft">revoked {row.revoked_at !== null && <When at={row.revoked_at} />}</span>;
  if (row.status === 'pending')
    return end !== null && Date.parse(end) <= now ? (
      <span className="text-bad">not activated in time; upload a key again</span>
    ) : (
      <span className="text-warn">waiting for the signed call{end === null ? '' : `, until ${formatWhen(end)}`}</span>
    );
  return (
    <>
      <span className="font-semibold text-good">active</span>
      {row.activated_at !== null && (
        <span className="block text-soft">
          since <When at={row.activated_at} />
        </span>
      )}
      {row.replaced_by !== null && (
        <span className="block text-warn">
          {successor?.status === 'active'
            ? `${nameOfCredential(successor)} has replaced it; revoke this credential when nothing uses it`
            : `to be replaced by ${successor === undefined ? row.replaced_by : nameOfCredential(successor)}`}
        </span>
      )}
    </>
  );
}

function Actions({ row, onReplace }: { readonly row: Credential; onReplace(credential: Credential): void }) {
  if (row.status === 'revoked') return <span className="text-soft">none</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {row.status === 'active' && (
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-label={`Replace ${nameOfCredential(row)}`}
          onClick={() => onReplace(row)}
        >
          Replace
        </button>
      )}
      <ActionButton
        call="POST /credentials/{credential_id}/revoke"
        path={{ credential_id: row.id }}
        size="small"
        label={`Revoke ${nameOfCredential(row)}`}
        confirm="Revoke this credential? Its signatures will be refused immediately."
        success="Credential revoked."
      >
        Revoke
      </ActionButton>
    </span>
  );
}
