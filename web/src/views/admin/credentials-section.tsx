import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { Credential } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { keyRoles, modes, type KeyRole, type Mode } from './api-keys-section.tsx';

/** Public keys for the institution's signatures, in test and live. */
export function CredentialsSection({ institutionId }: { readonly institutionId: string }) {
  const { data } = useQuery({
    queryKey: ['credentials', institutionId],
    queryFn: () =>
      request('GET /institutions/{institution_id}/credentials', { path: { institution_id: institutionId } }),
  });
  const [challenge, setChallenge] = useState<string>();
  const columns = useMemo(() => columnsFor(institutionId), [institutionId]);
  return (
    <Section title="Signing keys" note="public keys; pending until the institution answers the challenge">
      {challenge !== undefined && <OneTimeSecret name="Challenge to sign" secret={challenge} />}
      <DataTable
        caption="Signing keys"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty="No signing keys."
      />
      <UploadForm institutionId={institutionId} onUploaded={setChallenge} />
    </Section>
  );
}

const empty = {
  pem: '',
  alg: 'ed25519' as Credential['alg'],
  mode: 'live' as Mode,
  role: 'full' as KeyRole,
  label: '',
};

function UploadForm({
  institutionId,
  onUploaded,
}: {
  readonly institutionId: string;
  onUploaded(challenge: string): void;
}) {
  const [typed, setTyped] = useState(empty);
  const upload = useAction(
    'POST /institutions/{institution_id}/credentials',
    'Public key uploaded. It is pending until verified.',
    {
      onSuccess: ({ challenge }) => {
        onUploaded(challenge);
        setTyped(empty);
      },
      inline: true,
    },
  );
  const label = typed.label.trim();
  const body = {
    alg: typed.alg,
    public_key: typed.pem,
    livemode: typed.mode === 'live',
    role: typed.role,
    ...(label === '' ? {} : { label }),
  };
  return (
    <Form
      label="New signing key"
      submit="Upload"
      ready={isPublicKey(typed.pem)}
      pending={upload.isPending}
      error={upload.error}
      members={['public_key', 'alg', 'label']}
      onSubmit={() => upload.mutate({ path: { institution_id: institutionId }, body })}
    >
      <TextField
        className="sm:col-span-full"
        label="Public key"
        hint="the full PEM, starting with -----BEGIN PUBLIC KEY-----"
        rows={3}
        mono
        maxLength={1000}
        value={typed.pem}
        problem={problemOf(upload.error, 'public_key')}
        onChange={(pem) => setTyped({ ...typed, pem })}
      />
      <CredentialFields typed={typed} error={upload.error} onChange={setTyped} />
    </Form>
  );
}

function isPublicKey(pem: string): boolean {
  const begin = '-----BEGIN PUBLIC KEY-----';
  const at = pem.indexOf(begin);
  return at !== -1 && pem.includes('-----END PUBLIC KEY-----', at + begin.length + 1);
}

type CredentialFieldsProps = {
  readonly typed: typeof empty;
  readonly error: Error | null;
  onChange(typed: typeof empty): void;
};

function CredentialFields({ typed, error, onChange }: CredentialFieldsProps) {
  return (
    <>
      <SelectField
        label="Algorithm"
        value={typed.alg}
        options={[
          ['ed25519', 'ed25519'],
          ['ecdsa-p256-sha256', 'ecdsa-p256-sha256'],
        ]}
        problem={problemOf(error, 'alg')}
        onChange={(alg) => onChange({ ...typed, alg })}
      />
      <SelectField
        label="Signature mode"
        value={typed.mode}
        options={modes}
        onChange={(mode) => onChange({ ...typed, mode })}
      />
      <SelectField
        label="Signature role"
        value={typed.role}
        options={keyRoles}
        onChange={(role) => onChange({ ...typed, role })}
      />
      <TextField
        label="Signature label"
        maxLength={100}
        value={typed.label}
        problem={problemOf(error, 'label')}
        onChange={(text) => onChange({ ...typed, label: text })}
      />
    </>
  );
}

const none: readonly Credential[] = [];

const columnsFor = (institutionId: string): readonly TableColumn<Credential>[] => [
  { title: 'ID', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Label', cell: ({ label }) => label ?? '–' },
  { title: 'Algorithm', cell: ({ alg }) => alg },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Role', cell: ({ role }) => role.replace('_', ' ') },
  {
    title: 'Status',
    cell: ({ status, challenge_expires_at: until }) =>
      status === 'pending' && until !== null ? `pending until ${formatDateTime(until)}` : status,
  },
  {
    title: 'Actions',
    cell: ({ id, status }) =>
      status === 'revoked' ? (
        'revoked'
      ) : (
        <ActionButton
          call="POST /institutions/{institution_id}/credentials/{credential_id}/revoke"
          path={{ institution_id: institutionId, credential_id: id }}
          success="Signing key revoked."
          confirm="Revoke this key? It stops working immediately."
        >
          Revoke
        </ActionButton>
      ),
  },
];
