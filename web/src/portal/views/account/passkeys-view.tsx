import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { toast } from '#ui/toast.ts';
import { FreshCodeDialog } from '#portal/fresh-code-dialog.tsx';
import type { Body } from '#portal/operations.ts';
import { askForPasskey, canUsePasskeys } from '#portal/passkeys.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { When } from '#portal/when.tsx';
import { request } from '#portal/request.ts';

/** The user's own passkeys, across all their institutions. */
export function PasskeysView() {
  useTitle('Passkeys');
  return (
    <main id="main" className="mx-auto max-w-4xl p-6">
      <p>
        <Link to="/" className="text-accent underline">
          Back to the portal
        </Link>
      </p>
      <h1 className="mt-3 text-xl font-bold">Your passkeys</h1>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        A passkey is stored on your device and signs you in the way you unlock it, such as with your fingerprint. It
        replaces your password and code. We email you when a passkey is added.
      </p>
      <div className="grid gap-4">
        <NewPasskey />
        <Passkeys />
      </div>
      <FreshCodeDialog />
    </main>
  );
}

/** Refetches the list after a change and confirms the change. */
function useChange<T>(change: (input: T) => Promise<unknown>, success: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toast(success);
      void queries.invalidateQueries({ queryKey: ['passkeys'] });
    },
  });
}

function NewPasskey() {
  const [label, setLabel] = useState('');
  const add = useChange(registerPasskey, 'Passkey added.');
  if (!canUsePasskeys()) return <p role="note">This browser doesn’t support passkeys. Use a newer browser.</p>;
  return (
    <Section title="Add a passkey">
      <Form
        label="Add a passkey"
        ready={label.trim() !== ''}
        pending={add.isPending}
        error={add.error}
        members={[]}
        submit="Add passkey"
        onSubmit={() => add.mutate(label.trim(), { onSuccess: () => setLabel('') })}
      >
        <TextField
          label="Name"
          hint="Such as “office laptop”"
          value={label}
          onChange={setLabel}
          maxLength={100}
          required
        />
      </Form>
    </Section>
  );
}

function Passkeys() {
  const { data, error } = useQuery({ queryKey: ['passkeys'], queryFn: () => request('GET /passkeys') });
  const remove = useChange(
    (id: string) => request('DELETE /passkeys/{passkey_id}', { path: { passkey_id: id } }),
    'Passkey removed. It can no longer be used to sign in.',
  );
  return (
    <Section title="Registered">
      {error !== null && <ErrorMessage error={error} />}
      {remove.error !== null && <ErrorMessage error={remove.error} />}
      <div className="overflow-x-auto">
        {data !== undefined && (
          <DataTable
            caption="Your passkeys"
            rows={data.data}
            rowId={({ id }) => id}
            empty="None yet."
            columns={[
              { title: 'Name', cell: ({ id, label }) => <PasskeyName key={id} id={id} label={label} /> },
              { title: 'Stored', cell: ({ synced }) => (synced ? 'On your synced devices' : 'On one device') },
              { title: 'Added', cell: ({ created_at: at }) => <When at={at} /> },
              { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'Never' : <When at={at} />) },
              {
                title: 'Remove',
                cell: ({ id, label }) => (
                  <ConfirmButton size="small" confirm={`Remove ${label}?`} onConfirmed={() => remove.mutate(id)}>
                    Remove
                  </ConfirmButton>
                ),
              },
            ]}
          />
        )}
      </div>
    </Section>
  );
}

function PasskeyName({ id, label }: { readonly id: string; readonly label: string }) {
  const [name, setName] = useState<string>();
  const rename = useChange(
    (next: string) => request('PATCH /passkeys/{passkey_id}', { path: { passkey_id: id }, body: { label: next } }),
    'Passkey renamed.',
  );
  if (name === undefined)
    return (
      <span className="flex flex-wrap items-center gap-2">
        {label}
        <button type="button" className="button min-h-7 px-2" onClick={() => setName(label)}>
          Rename<span className="sr-only"> {label}</span>
        </button>
      </span>
    );
  return (
    <Form
      label={`Rename ${label}`}
      ready={name.trim() !== '' && name.trim() !== label}
      pending={rename.isPending}
      error={rename.error}
      members={[]}
      submit="Save"
      onCancel={() => setName(undefined)}
      onSubmit={() => rename.mutate(name.trim(), { onSuccess: () => setName(undefined) })}
    >
      <TextField label="New name" value={name} onChange={setName} maxLength={100} required />
    </Form>
  );
}

async function registerPasskey(label: string): Promise<void> {
  const { options } = await request('POST /passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await askForPasskey<PublicKeyCredential>(navigator.credentials.create({ publicKey }));
  const credential = made.toJSON() as unknown as Body<'POST /passkeys'>['credential'];
  await request('POST /passkeys', { body: { label, credential } });
}
