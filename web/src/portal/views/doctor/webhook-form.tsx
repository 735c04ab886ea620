import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { problemOf, SelectField, TextField } from '#ui/form.tsx';
import { useTenant, usePortalQuery, type Body, type Response } from '#portal/api.ts';
import { BodyFile } from './body-file.tsx';
import { LanguageField } from './language-field.tsx';
import { languageMember, readLanguage } from './languages.ts';
import { Result } from './result.tsx';
import { requestAt } from '#portal/request.ts';

type Question = Body<'POST /doctor/webhook'>;

type Fields = {
  readonly endpointId: string;
  readonly headers: string;
  readonly body: string;
  readonly file: string | undefined;
  readonly computed: string;
  readonly receivedAt: string;
  readonly language: string;
};

type Endpoints = Response<'GET /doctor/endpoints'>['data'];

/** A webhook from us, as the receiver has it. */
export function WebhookForm() {
  const { mode } = useTenant();
  const { data, error } = usePortalQuery('GET /doctor/endpoints');
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (data === undefined) return <p className="mt-3 text-soft">Loading</p>;
  const [first] = data.data;
  return first === undefined ? (
    <p className="mt-3 text-soft">You don’t have a {mode} endpoint, so we send no webhooks.</p>
  ) : (
    <OpenForm endpoints={data.data} first={first.id} />
  );
}

function OpenForm({ endpoints, first }: { readonly endpoints: Endpoints; readonly first: string }) {
  const { base } = useTenant();
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, endpointId: first, language: readLanguage() }));
  const check = useMutation({
    mutationFn: (question: Question) => requestAt(base, 'POST /doctor/webhook', { body: question }),
  });
  const isReady = fields.headers !== '' && (fields.body !== '' || fields.file !== undefined);
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  return (
    <>
      <form
        aria-label="Webhook from us"
        className="panel mt-3 grid gap-3 p-3 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !check.isPending) check.mutate(toQuestion(fields));
        }}
      >
        <SelectField
          label="Endpoint"
          value={fields.endpointId}
          onChange={(endpointId) => set({ endpointId })}
          options={endpoints.map(({ id, url }) => [id, url] as const)}
          hint="We check with its secret, which isn’t shown."
        />
        <LanguageField value={fields.language} onChange={(language) => set({ language })} />
        <Received fields={fields} set={set} error={check.error} />
        <div className="md:col-span-full">
          <button type="submit" className="button-main" disabled={!isReady || check.isPending}>
            {check.isPending ? 'Checking…' : 'Find the mistake'}
          </button>
        </div>
      </form>
      <Result check={check.data} error={check.error} isPending={check.isPending} />
    </>
  );
}

const empty: Fields = {
  endpointId: '',
  headers: '',
  body: '',
  file: undefined,
  computed: '',
  receivedAt: '',
  language: '',
};

const toQuestion = ({ endpointId, headers, body, file, computed, receivedAt, language }: Fields): Question => ({
  endpoint_id: endpointId,
  headers,
  ...(file === undefined ? { body } : { body_base64: file }),
  ...(computed.trim() === '' ? {} : { computed: computed.trim() }),
  ...(receivedAt === '' ? {} : { received_at: new Date(receivedAt).toISOString() }),
  ...languageMember(language),
});

type FieldsProps = { readonly fields: Fields; set(change: Partial<Fields>): void; readonly error: Error | null };

function Received({ fields, set, error }: FieldsProps) {
  return (
    <>
      <TextField
        label="Headers, as they arrived"
        value={fields.headers}
        onChange={(headers) => set({ headers })}
        rows={6}
        mono
        problem={problemOf(error, 'headers')}
        hint="One per line: X-Service-Signature, or the three that begin with webhook-."
      />
      <TextField
        label="Body, as it arrived"
        value={fields.body}
        onChange={(body) => set({ body })}
        rows={6}
        mono
        problem={problemOf(error, 'body')}
      />
      <TextField
        label="The signature your code computed, if known"
        value={fields.computed}
        onChange={(computed) => set({ computed })}
        maxLength={400}
        mono
        hint="In hex or base64. With it, we can identify most mistakes."
      />
      <BodyFile onChange={(file) => set({ file })} />
      <TextField
        label="When it arrived, if known"
        type="datetime-local"
        value={fields.receivedAt}
        onChange={(receivedAt) => set({ receivedAt })}
        hint="By your server’s clock, in this computer’s time zone."
      />
    </>
  );
}
