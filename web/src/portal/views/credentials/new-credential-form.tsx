import { useState } from 'react';
import { hasPrivateKey, type KeyPair } from './key-pair.ts';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTenant, usePortalAction } from '#portal/api.ts';
import { nameOfCredential, type Credential, type Uploaded } from './credential-messages.ts';
import { LabelField, RoleField } from './key-fields.tsx';
import { MadePair } from './made-pair.tsx';

const ways = [
  ['make', 'Generate a key pair in this browser'],
  ['paste', 'Paste an existing public key'],
] as const;

/** Checked in the browser, so that a private key is never sent. */
const privateKeyPasted =
  'This is a private key. It was not sent. Paste the public key, which openssl pkey -in private.pem -pubout prints.';

type NewCredentialFormProps = {
  readonly replaced: Credential | undefined;
  onUploaded(uploaded: Uploaded): void;
  onCancel(): void;
};

export function NewCredentialForm({ replaced, onUploaded, onCancel }: NewCredentialFormProps) {
  const { mode } = useTenant();
  const start = { way: 'make', label: replaced?.label ?? '', role: replaced?.role ?? ('full' as const), pasted: '' };
  const [typed, setTyped] = useState(start);
  const [made, setMade] = useState<{ readonly pair: KeyPair; readonly saved: boolean }>();
  const upload = usePortalAction('POST /credentials', 'Public key uploaded.', (uploaded) => {
    onUploaded(uploaded);
    // Discards the private key too; the user has it in the downloaded file.
    setMade(undefined);
    setTyped({ ...start, label: '', role: 'full' });
  });
  const isPaste = typed.way === 'paste';
  const secret = isPaste && hasPrivateKey(typed.pasted);
  const publicKey = isPaste ? typed.pasted.trim() : made?.saved ? made.pair.publicKey : '';
  const label = typed.label.trim();
  const body = {
    public_key: publicKey,
    role: typed.role,
    ...(label === '' ? {} : { label }),
    ...(replaced === undefined ? {} : { replaces: replaced.id }),
  };
  return (
    <Section
      title={replaced === undefined ? `New ${mode} credential` : `Replace ${nameOfCredential(replaced)}`}
      note={replaced === undefined ? undefined : 'Both work until you revoke the old one.'}
    >
      <Form
        label="New signed credential"
        submit="Upload public key"
        ready={publicKey !== '' && !secret}
        pending={upload.isPending}
        error={upload.error}
        members={['public_key', 'label', 'role']}
        onSubmit={() => upload.mutate({ body })}
        {...(replaced === undefined ? {} : { onCancel })}
      >
        <SelectField
          label="Key pair"
          value={typed.way}
          options={ways}
          onChange={(way) => setTyped({ ...typed, way, pasted: '' })}
        />
        <LabelField value={typed.label} error={upload.error} onChange={(text) => setTyped({ ...typed, label: text })} />
        <RoleField value={typed.role} error={upload.error} onChange={(role) => setTyped({ ...typed, role })} />
        {isPaste ? (
          <PastedKey value={typed.pasted} error={upload.error} onChange={(pasted) => setTyped({ ...typed, pasted })} />
        ) : (
          <MadePair made={made} problem={problemOf(upload.error, 'public_key')} onChange={setMade} />
        )}
      </Form>
    </Section>
  );
}

type PastedKeyProps = { readonly value: string; readonly error: Error | null; onChange(value: string): void };

const PastedKey = ({ value, error, onChange }: PastedKeyProps) => (
  <TextField
    label="Public key"
    hint="PEM of an Ed25519 or P-256 key; it begins with -----BEGIN PUBLIC KEY-----"
    rows={5}
    mono
    maxLength={10_000}
    className="sm:col-span-full"
    value={value}
    problem={hasPrivateKey(value) ? privateKeyPasted : problemOf(error, 'public_key')}
    onChange={onChange}
  />
);
