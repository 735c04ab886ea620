import { useState } from 'react';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { usePortalAction, type Body } from '#portal/api.ts';
import { nameOf, type Key } from './credential-messages.ts';
import { endOf } from './key-fields.tsx';

const overlaps = [
  ['24', 'for 24 hours'],
  ['1', 'for 1 hour'],
  ['168', 'for 7 days'],
  ['0', 'not at all: stop it now'],
] as const;

type Hours = Body<'POST /keys/{key_id}/rotate'>['overlap_hours'];
type RotateKeyFormProps = { readonly chosen: Key; onRotated(key: string): void; onCancel(): void };

/** A new key in place of one that ends after the overlap, which is the time to change over. */
export function RotateKeyForm({ chosen, onRotated, onCancel }: RotateKeyFormProps) {
  const [typed, setTyped] = useState({ overlap: '24' as (typeof overlaps)[number][0], end: '' });
  const rotate = usePortalAction('POST /keys/{key_id}/rotate', 'New key created. Save it now.', ({ key }) =>
    onRotated(key.key),
  );
  const end = endOf(typed.end);
  const body = { overlap_hours: Number(typed.overlap) as Hours, ...(end === undefined ? {} : { expires_at: end }) };
  return (
    <Section title={`Rotate ${nameOf(chosen)}`} note="The new key has the same access, from the same networks.">
      <Form
        label="Rotate the key"
        submit="Create the new key"
        ready
        pending={rotate.isPending}
        error={rotate.error}
        members={['overlap_hours', 'expires_at']}
        onSubmit={() => rotate.mutate({ path: { key_id: chosen.id }, body })}
        onCancel={onCancel}
      >
        <SelectField
          label="The old key still works"
          hint="Long enough to deploy the new key everywhere."
          value={typed.overlap}
          options={overlaps}
          onChange={(overlap) => setTyped({ ...typed, overlap })}
        />
        <TextField
          label="The new key expires after"
          type="date"
          hint="leave empty for no expiry"
          value={typed.end}
          problem={problemOf(rotate.error, 'expires_at')}
          onChange={(day) => setTyped({ ...typed, end: day })}
        />
      </Form>
    </Section>
  );
}
