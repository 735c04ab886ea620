import { useMemo, useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { ChangeKeyForm } from './change-key-form.tsx';
import type { Key, KeyTask } from './credential-messages.ts';
import { keyColumns } from './key-columns.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { RotateKeyForm } from './rotate-key-form.tsx';
import { ShownOnce } from './shown-once.tsx';

const none: readonly Key[] = [];

/** Bearer keys of the mode: made, limited to networks, rotated, revoked. */
export function KeysView() {
  useTitle('API keys');
  const { mode, may } = usePortal();
  const { data, error } = usePortalQuery('GET /keys');
  const [secret, setSecret] = useState<string>();
  const [task, setTask] = useState<KeyTask>();
  const keys = data?.data ?? none;
  const columns = useMemo(() => keyColumns(keys, may('credentials.write') ? setTask : undefined), [keys, may]);
  const chosen = task && keys.find(({ id }) => id === task.id);
  const show = (made: string): void => {
    setSecret(made);
    setTask(undefined);
  };
  return (
    <div className="grid gap-4">
      <header>
        <h1 className="text-xl font-bold">API keys</h1>
        <p className="mt-1 max-w-prose text-soft">
          {mode === 'live' ? 'Live keys work on live data.' : 'Test keys work in the sandbox.'} Anyone who has a key can
          use it from the networks you allow, so each key is shown only once, when it’s created.
        </p>
      </header>
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {secret !== undefined && <ShownOnce name="API key" secret={secret} onDone={() => setSecret(undefined)} />}
      {chosen !== undefined && task?.kind === 'rotate' && (
        <RotateKeyForm key={chosen.id} chosen={chosen} onRotated={show} onCancel={() => setTask(undefined)} />
      )}
      {chosen !== undefined && task?.kind === 'change' && (
        <ChangeKeyForm key={chosen.id} chosen={chosen} onDone={() => setTask(undefined)} />
      )}
      <Section title={mode === 'live' ? 'Live keys' : 'Test keys'}>
        <DataTable
          caption="API keys"
          columns={columns}
          rows={keys}
          rowId={({ id }) => id}
          empty={data === undefined ? 'Loading' : `No ${mode} keys yet.`}
        />
      </Section>
      {may('credentials.write') && <NewKeyForm onMade={show} />}
    </div>
  );
}
