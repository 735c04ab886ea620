import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemOf, TextField } from '#ui/form.tsx';
import { useTenant, type Body } from '#portal/api.ts';
import { BodyFile } from './body-file.tsx';
import { LanguageField } from './language-field.tsx';
import { languageMember, readLanguage } from './languages.ts';
import { Result } from './result.tsx';
import { TextComparison } from './text-comparison.tsx';
import { requestAt } from '#portal/request.ts';

type Question = Body<'POST /doctor/request'>;

const example = `POST /api/gap/v1/referrals HTTP/1.1
Content-Type: application/json
Content-Digest: sha-256=:…:
Idempotency-Key: …
X-SVC-Environment: TEST
Signature-Input: svc=("@method" "@target-uri" …);created=…;nonce="…";keyid="crd_…";alg="ed25519";tag="gap-v2"
Signature: svc=:…:

{"…": "…"}`;

type Fields = {
  readonly raw: string;
  readonly body: string;
  readonly file: string | undefined;
  readonly sentAt: string;
  readonly language: string;
};

/** A request to us: pasted, or picked from the log. */
export function RequestForm({ requestId }: { readonly requestId: string | undefined }) {
  const { base } = useTenant();
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, language: readLanguage() }));
  const check = useMutation({
    mutationFn: (question: Question) => requestAt(base, 'POST /doctor/request', { body: question }),
  });
  const { mutate } = check;
  useEffect(() => {
    if (requestId !== undefined) mutate({ request_id: requestId, ...languageMember(readLanguage()) });
  }, [requestId, mutate]);
  const isReady = fields.raw !== '' || requestId !== undefined;
  return (
    <>
      <form
        aria-label="Request to us"
        className="panel mt-3 grid gap-3 p-3 md:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !check.isPending) mutate(toQuestion(fields, requestId));
        }}
      >
        {requestId !== undefined && (
          <p className="md:col-span-full">
            From the request log: <code className="font-mono break-all">{requestId}</code>. Anything you paste below is
            checked instead.
          </p>
        )}
        <Paste fields={fields} set={(change) => setFields({ ...fields, ...change })} error={check.error} />
        <Rest fields={fields} set={(change) => setFields({ ...fields, ...change })} error={check.error} />
        <div className="md:col-span-full">
          <button type="submit" className="button-main" disabled={!isReady || check.isPending}>
            {check.isPending ? 'Checking…' : 'Find the mistake'}
          </button>
        </div>
      </form>
      <Result check={check.data} error={check.error} isPending={check.isPending}>
        {check.data !== undefined && <TextComparison check={check.data} />}
      </Result>
    </>
  );
}

const empty: Fields = { raw: '', body: '', file: undefined, sentAt: '', language: '' };

const toQuestion = ({ raw, body, file, sentAt, language }: Fields, requestId: string | undefined): Question => ({
  ...(raw === '' && requestId !== undefined
    ? { request_id: requestId }
    : { raw, ...(file === undefined ? (body === '' ? {} : { body }) : { body_base64: file }) }),
  ...(sentAt === '' ? {} : { sent_at: new Date(sentAt).toISOString() }),
  ...languageMember(language),
});

type FieldsProps = { readonly fields: Fields; set(change: Partial<Fields>): void; readonly error: Error | null };

function Paste({ fields, set, error }: FieldsProps) {
  return (
    <div className="min-w-0 md:col-span-full">
      <TextField
        label="The request, as raw HTTP or as curl -v prints it"
        value={fields.raw}
        onChange={(raw) => set({ raw })}
        rows={10}
        mono
        problem={problemOf(error, 'raw') ?? problemOf(error, 'request_id')}
      />
      <details>
        <summary className="text-accent">What it looks like</summary>
        <pre className="overflow-x-auto p-2 font-mono text-[0.9em] text-soft" tabIndex={0}>
          {example}
        </pre>
      </details>
    </div>
  );
}

function Rest({ fields, set, error }: FieldsProps) {
  return (
    <>
      <TextField
        label="Body, if it isn’t included above"
        value={fields.body}
        onChange={(body) => set({ body })}
        rows={3}
        mono
        problem={problemOf(error, 'body')}
        hint="curl -v does not print it."
      />
      <BodyFile onChange={(file) => set({ file })} />
      <div className="grid gap-3">
        <TextField
          label="When it was sent, if known"
          type="datetime-local"
          value={fields.sentAt}
          onChange={(sentAt) => set({ sentAt })}
          hint="In this computer’s time zone; used to check for clock skew."
        />
        <LanguageField value={fields.language} onChange={(language) => set({ language })} />
      </div>
    </>
  );
}
