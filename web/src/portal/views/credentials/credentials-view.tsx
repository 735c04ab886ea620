import { useMemo, useState } from 'react';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { ActivationPanel } from './activation-panel.tsx';
import type { Credential, Uploaded } from './credential-messages.ts';
import { credentialColumns } from './credential-columns.tsx';
import { NewCredentialForm } from './new-credential-form.tsx';

const none: readonly Credential[] = [];

/** Public keys whose holders sign their requests. */
export function CredentialsView() {
  useTitle('Signed credentials');
  const { mode, may } = usePortal();
  const { data, error } = usePortalQuery('GET /credentials');
  const [uploaded, setUploaded] = useState<Uploaded>();
  const [replaced, setReplaced] = useState<Credential>();
  const credentials = data?.data ?? none;
  const writes = may('credentials.write');
  const columns = useMemo(
    () => credentialColumns(credentials, writes ? setReplaced : undefined),
    [credentials, writes],
  );
  return (
    <div className="grid gap-4">
      <header>
        <h1 className="text-xl font-bold">Signed credentials</h1>
        <p className="mt-1 max-w-prose text-soft">
          You sign each request with a private key that only you have; we store the public key. A copied request can’t
          be replayed.
        </p>
      </header>
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {uploaded !== undefined && <ActivationPanel uploaded={uploaded} onDone={() => setUploaded(undefined)} />}
      <Section title={mode === 'live' ? 'Live credentials' : 'Test credentials'}>
        <DataTable
          caption="Signed credentials"
          columns={columns}
          rows={credentials}
          rowId={({ id }) => id}
          empty={data === undefined ? 'Loading' : `No ${mode} credentials yet.`}
        />
      </Section>
      {writes && (
        <NewCredentialForm
          key={replaced?.id ?? 'new'}
          replaced={replaced}
          onCancel={() => setReplaced(undefined)}
          onUploaded={(made) => {
            setUploaded(made);
            setReplaced(undefined);
          }}
        />
      )}
    </div>
  );
}
