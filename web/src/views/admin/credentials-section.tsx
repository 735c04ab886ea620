import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { List } from '#api/types.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section, ShownOnce } from '#ui/section.tsx';

type Credential = {
  readonly id: string;
  readonly alg: string;
  readonly livemode: boolean;
  readonly status?: string;
  readonly activated_at: string | null;
  readonly revoked_at?: string | null;
};

/** Public keys with which the institution signs. */
export function CredentialsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/credentials`;
  const { data } = useQuery({
    queryKey: ['credentials', institutionId],
    queryFn: () => request<List<Credential>>(path),
  });
  const [pem, setPem] = useState('');
  const [alg, setAlg] = useState('ed25519');
  const [challenge, setChallenge] = useState<string>();
  const upload = useAction<{ challenge?: string }>('The public key is there, to be proven.', (answer) =>
    setChallenge(answer.challenge),
  );
  const columns = useMemo(() => columnsFor(path), [path]);
  return (
    <Section title="Signing keys" note="public halves; pending until proven">
      {challenge !== undefined && <ShownOnce name="The challenge to be signed" secret={challenge} />}
      <DataTable
        caption="Signing keys"
        columns={columns}
        rows={data?.data ?? none}
        id={({ id }) => id}
        empty="It has none."
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
  { title: 'Id', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Algorithm', cell: ({ alg }) => alg },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'State', cell: ({ status, activated_at: at }) => status ?? (at === null ? 'pending' : 'active') },
  {
    title: 'Change',
    cell: ({ id, status, revoked_at: revoked }) =>
      status === 'revoked' || (revoked !== null && revoked !== undefined) ? (
        'revoked'
      ) : (
        <ActionButton
          path={`${path}/${id}/revoke`}
          done="The signing key is revoked."
          sure="It stops working now. Revoke it?"
        >
          Revoke
        </ActionButton>
      ),
  },
];
