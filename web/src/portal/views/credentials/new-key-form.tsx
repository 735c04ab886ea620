import { useState } from 'react';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTenant, usePortalAction } from '#portal/api.ts';
import { endOf, LabelField, RangesField, RoleField, toRanges, type KeyRole } from './key-fields.tsx';

const empty = { label: '', role: 'full' as KeyRole, end: '', ranges: '' };

export function NewKeyForm({ onMade }: { onMade(key: string): void }) {
  const { mode } = useTenant();
  const [typed, setTyped] = useState(empty);
  const create = usePortalAction('POST /keys', 'Key created. Save it now.', ({ key }) => {
    onMade(key);
    setTyped(empty);
  });
  const label = typed.label.trim();
  const end = endOf(typed.end);
  const body = {
    role: typed.role,
    allowed_addresses: toRanges(typed.ranges),
    ...(label === '' ? {} : { label }),
    ...(end === undefined ? {} : { expires_at: end }),
  };
  return (
    <Section title={`New ${mode} key`}>
      <Form
        label="New key"
        submit={`Create ${mode} key`}
        ready
        pending={create.isPending}
        error={create.error}
        members={['label', 'role', 'expires_at', 'allowed_addresses']}
        onSubmit={() => create.mutate({ body })}
      >
        <LabelField value={typed.label} error={create.error} onChange={(text) => setTyped({ ...typed, label: text })} />
        <RoleField value={typed.role} error={create.error} onChange={(role) => setTyped({ ...typed, role })} />
        <TextField
          label="Expires after"
          type="date"
          hint="leave empty for no expiry"
          value={typed.end}
          problem={problemOf(create.error, 'expires_at')}
          onChange={(day) => setTyped({ ...typed, end: day })}
        />
        <RangesField value={typed.ranges} error={create.error} onChange={(ranges) => setTyped({ ...typed, ranges })} />
      </Form>
    </Section>
  );
}
