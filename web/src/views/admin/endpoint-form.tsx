import { useState } from 'react';
import type { Endpoint } from '#api/types.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { modes, type Mode } from './api-keys-section.tsx';

const empty = {
  url: '',
  mode: 'live' as Mode,
  payload: 'thin' as Endpoint['payload'],
  secret: 'standard' as Endpoint['secret_kind'],
  types: '',
};

/** A new webhook endpoint, in test or live. */
export function EndpointForm({
  institutionId,
  onCreated,
}: {
  readonly institutionId: string;
  onCreated(secret: string): void;
}) {
  const [typed, setTyped] = useState(empty);
  const create = useAction('POST /institutions/{institution_id}/webhook-endpoints', 'Endpoint added.', {
    onSuccess: (created) => {
      onCreated(created.secret);
      setTyped(empty);
    },
    inline: true,
  });
  const types = typed.types.split(/[\s,]+/).filter((type) => type !== '');
  const body = {
    url: typed.url.trim(),
    livemode: typed.mode === 'live',
    payload: typed.payload,
    secret_kind: typed.secret,
    event_types: types,
  };
  return (
    <Form
      label="New endpoint"
      submit="Add"
      ready={/^https:\/\/\S+$/.test(typed.url.trim())}
      pending={create.isPending}
      error={create.error}
      members={['url', 'event_types', 'payload', 'secret_kind']}
      onSubmit={() => create.mutate({ path: { institution_id: institutionId }, body })}
    >
      <TextField
        className="sm:col-span-full"
        label="New endpoint URL"
        type="url"
        hint="https only"
        maxLength={2000}
        value={typed.url}
        problem={problemOf(create.error, 'url')}
        onChange={(url) => setTyped({ ...typed, url })}
      />
      <EndpointFields typed={typed} error={create.error} onChange={setTyped} />
    </Form>
  );
}

type EndpointFieldsProps = {
  readonly typed: typeof empty;
  readonly error: Error | null;
  onChange(typed: typeof empty): void;
};

function EndpointFields({ typed, error, onChange }: EndpointFieldsProps) {
  return (
    <>
      <SelectField
        label="Endpoint mode"
        value={typed.mode}
        options={modes}
        onChange={(mode) => onChange({ ...typed, mode })}
      />
      <SelectField
        label="Payload"
        value={typed.payload}
        options={[
          ['thin', 'thin: ids and status'],
          ['full', 'full: the whole object'],
        ]}
        onChange={(payload) => onChange({ ...typed, payload })}
      />
      <SelectField
        label="Delivery signature"
        value={typed.secret}
        options={[
          ['standard', 'Standard Webhooks'],
          ['gap', 'GAP'],
        ]}
        onChange={(secret) => onChange({ ...typed, secret })}
      />
      <TextField
        className="sm:col-span-full"
        label="Event types"
        hint="separated by commas; leave empty for all"
        maxLength={2000}
        value={typed.types}
        problem={problemOf(error, 'event_types')}
        onChange={(text) => onChange({ ...typed, types: text })}
      />
    </>
  );
}
