import { useState } from 'react';
import { Form } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { usePortalAction } from '#portal/api.ts';
import { nameOf, type Key } from './credential-messages.ts';
import { LabelField, RangesField, toRanges } from './key-fields.tsx';

/** The label of a key and the networks from which it is accepted. */
export function ChangeKeyForm({ chosen, onDone }: { readonly chosen: Key; onDone(): void }) {
  const before = { label: chosen.label ?? '', ranges: chosen.allowed_addresses.join('\n') };
  const [typed, setTyped] = useState(before);
  const change = usePortalAction('PATCH /keys/{key_id}', 'Key changed.', onDone);
  const label = typed.label.trim();
  const body = { label: label === '' ? null : label, allowed_addresses: toRanges(typed.ranges) };
  return (
    <Section title={`Change ${nameOf(chosen)}`} note="Changes apply from the next call.">
      <Form
        label="Change key"
        submit="Save"
        ready={typed.label !== before.label || typed.ranges !== before.ranges}
        pending={change.isPending}
        error={change.error}
        members={['label', 'allowed_addresses']}
        onSubmit={() => change.mutate({ path: { key_id: chosen.id }, body })}
        onCancel={onDone}
      >
        <LabelField value={typed.label} error={change.error} onChange={(text) => setTyped({ ...typed, label: text })} />
        <RangesField value={typed.ranges} error={change.error} onChange={(ranges) => setTyped({ ...typed, ranges })} />
      </Form>
    </Section>
  );
}
