import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { Credential, ResponseOf } from '#api/types.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';

/** Public keys for the institution's signatures. */
export function CredentialsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/credentials`;
  const { data } = useQuery({
    queryKey: ['credentials', institutionId],
    queryFn: () => request<ResponseOf<'access.list-credentials'>>(path),
  });
  const [pem, setPem] = useState('');
  const [alg, setAlg] = useState('ed25519');
  const [challenge, setChallenge] = useState<string>();
  const upload = useAction<ResponseOf<'access.upload-credential'>>(
    'Public key uploaded. It is pending until verified.',
    (response) => setChallenge(response.challenge),
  );
  const columns = useMemo(() => columnsFor(path), [path]);
  return (
    <Section title="Signing keys" note="public keys; pending until verified">
      {challenge !== undefined && <OneTimeSecret name="Challenge to sign" secret={challenge} />}
      <DataTable
        caption="Signing keys"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty="No signing keys."
      />
      <form
        className="grid gap-2 p-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          upload.mutate({ path, body: { alg, public_key: pem, livemode: true } });
        }}
      >
        <label className="text-soft">
          Public key
          <textarea
            className="field font-mono"
            rows={2}
            required
            maxLength={4000}
            value={pem}
            onChange={(event) => setPem(event.target.value)}
          />
        </label>
        <label className="text-soft">
          Algorithm
          <select className="field" value={alg} onChange={(event) => setAlg(event.target.value)}>
            <option>ed25519</option>
            <option>ecdsa-p256-sha256</option>
          </select>
        </label>
        <button type="submit" className="button" disabled={upload.isPending}>
          Upload
        </button>
      </form>
    </Section>
  );
}

const none: readonly Credential[] = [];

const columnsFor = (path: string): readonly TableColumn<Credential>[] => [
  { title: 'ID', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Algorithm', cell: ({ alg }) => alg },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Status', cell: ({ status }) => status },
  {
    title: 'Actions',
    cell: ({ id, status }) =>
      status === 'revoked' ? (
        'revoked'
      ) : (
        <ActionButton
          path={`${path}/${id}/revoke`}
          success="Signing key revoked."
          confirm="Revoke this key? It stops working immediately."
        >
          Revoke
        </ActionButton>
      ),
  },
];
