import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { ResponseOf } from '#api/types.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

type Settings = ResponseOf<'GET /statements/settings'>;

/** Who issues statements, and where they are paid. */
export function StatementSettingsSection() {
  const { data } = useQuery({
    queryKey: ['statement-settings'],
    queryFn: () => request('GET /statements/settings'),
  });
  return (
    <Section title="Statement letterhead" note="issued statements don’t change">
      {data === undefined ? (
        <p className="p-3 text-soft">Loading…</p>
      ) : (
        <SettingsForm key={data.updated_at ?? 'none'} stored={data} />
      )}
    </Section>
  );
}

function SettingsForm({ stored }: { readonly stored: Settings }) {
  const [issuer, setIssuer] = useState(stored.issuer ?? '');
  const [remitTo, setRemitTo] = useState(stored.remit_to ?? '');
  const save = useAction('PUT /statements/settings', 'Letterhead saved.', { inline: true });
  const changed = issuer.trim() !== (stored.issuer ?? '') || remitTo.trim() !== (stored.remit_to ?? '');
  return (
    <Form
      label="Letterhead"
      submit="Save letterhead"
      ready={changed && issuer.trim() !== '' && remitTo.trim() !== ''}
      pending={save.isPending}
      error={save.error}
      members={['issuer', 'remit_to']}
      onSubmit={() =>
        save.mutate({
          body: { issuer: issuer.trim(), remit_to: remitTo.trim() },
        })
      }
    >
      <TextField
        label="Issuer"
        hint="name and postal address, up to six lines"
        rows={4}
        maxLength={500}
        value={issuer}
        problem={problemOf(save.error, 'issuer')}
        onChange={setIssuer}
      />
      <TextField
        label="Remit to"
        hint="where to send payment, up to six lines"
        rows={4}
        maxLength={500}
        value={remitTo}
        problem={problemOf(save.error, 'remit_to')}
        onChange={setRemitTo}
      />
    </Form>
  );
}
