import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { SelectField, TextField } from '#ui/form.tsx';
import { meQuery, type Me, type Response } from '#portal/api.ts';
import { FreshCodeDialog } from '#portal/fresh-code-dialog.tsx';
import { Loading, OutsideForm, OutsidePage } from '#portal/views/outside/outside-page.tsx';
import { When } from '#portal/when.tsx';
import { request, requestAt } from '#portal/request.ts';

type Pairing = Response<'POST /pairings/view'>;
type Asked = { readonly code: string; readonly pairing: Pairing };
type Answered = 'paired' | 'refused';

/** The page where a signed-in user approves or denies a command line's code. */
export function Pair() {
  const { data: me, error } = useQuery(meQuery);
  const [asked, setAsked] = useState<Asked>();
  const [answered, setAnswered] = useState<Answered>();
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (me === undefined)
    return (
      <OutsidePage title="Pair a command line">
        <Loading />
      </OutsidePage>
    );
  if (answered !== undefined) return <Ended answered={answered} />;
  return (
    <OutsidePage title="Pair a command line">
      {asked === undefined ? (
        <AskCode onFound={setAsked} />
      ) : (
        <Answer me={me} asked={asked} onAnswered={setAnswered} onBack={() => setAsked(undefined)} />
      )}
      <FreshCodeDialog />
    </OutsidePage>
  );
}

function AskCode({ onFound }: { onFound(asked: Asked): void }) {
  const [code, setCode] = useState('');
  const view = useMutation({
    mutationFn: () => request('POST /pairings/view', { body: { code: code.trim() } }),
    onSuccess: (pairing) => onFound({ code: code.trim(), pairing }),
  });
  return (
    <>
      <OutsideForm
        label="Command-line code"
        submit="Continue"
        pending={view.isPending || code.trim() === ''}
        error={view.error}
        onSubmit={() => view.mutate()}
      >
        <TextField
          label="Code"
          hint="The eight letters shown by mw login"
          value={code}
          onChange={(typed) => setCode(typed.toUpperCase())}
          maxLength={20}
          autoComplete="off"
          required
          mono
        />
      </OutsideForm>
      <p className="mt-3 text-soft">
        Did someone give you a code and ask you to type it here? Don’t. Typing it gives them access.
      </p>
    </>
  );
}

/** The same roles that can create API keys. */
const mayPair = ({ role, suspended }: Me['institutions'][number]): boolean =>
  ['owner', 'admin', 'developer'].includes(role) && !suspended;

type AnswerProps = {
  readonly me: Me;
  readonly asked: Asked;
  onAnswered(answered: Answered): void;
  onBack(): void;
};

function Answer({ me, asked: { code, pairing }, onAnswered, onBack }: AnswerProps) {
  const possible = me.institutions.filter(mayPair);
  const [institutionId, setInstitutionId] = useState(possible[0]?.id ?? '');
  const approve = useMutation({
    mutationFn: () => requestAt(`/${institutionId}/test`, 'POST /pairings/approve', { body: { code } }),
    onSuccess: () => onAnswered('paired'),
  });
  const deny = useMutation({
    mutationFn: () => request('POST /pairings/deny', { body: { code } }),
    onSuccess: () => onAnswered('refused'),
  });
  return (
    <>
      <Facts pairing={pairing} />
      <p role="note" className="my-3 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
        Approve only if you ran <code className="font-mono">mw login</code> yourself a moment ago, on your own machine.
        We will never ask you for this code or ask you to approve it, by phone, email or chat.
      </p>
      {possible.length === 0 ? (
        <p role="alert">Only developers, admins and owners can do this. Ask an owner or admin to change your role.</p>
      ) : (
        <OutsideForm
          label="Pair the command line"
          submit="Yes, pair it"
          pending={approve.isPending || deny.isPending}
          error={approve.error ?? deny.error}
          onSubmit={() => approve.mutate()}
        >
          <SelectField
            label="Institution"
            hint="Sandbox access only"
            value={institutionId}
            onChange={setInstitutionId}
            options={possible.map(({ id, name }) => [id, name])}
          />
        </OutsideForm>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" disabled={deny.isPending} onClick={() => deny.mutate()}>
          No, this wasn’t me
        </button>
        <button type="button" className="button" onClick={onBack}>
          Use another code
        </button>
      </div>
    </>
  );
}

function Facts({ pairing }: { readonly pairing: Pairing }) {
  const { client, address, same_address: same, created_at: at, permissions, days } = pairing;
  const facts = [
    ['Requested by', <span className="break-words">{client}</span>],
    [
      'IP address',
      <>
        <code className="font-mono break-all">{address}</code>
        {same ? ', same as this browser' : ', different from this browser’s'}
      </>,
    ],
    ['Requested', <When at={at} />],
    ['Access', `a token for your account, valid ${days} days, test mode only: ${permissions.join(', ')}`],
  ] as const;
  return (
    <dl className="grid gap-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ended({ answered }: { readonly answered: Answered }) {
  const paired = answered === 'paired';
  return (
    <OutsidePage title={paired ? 'Paired' : 'Refused'}>
      <p role="status">
        {paired
          ? 'Go back to your terminal. It gets its token in a few seconds. You can revoke the token under Tokens.'
          : 'The code no longer works, and no token was issued.'}
      </p>
      <p className="mt-3">
        <Link to="/" className="text-accent underline">
          Go to the portal
        </Link>
      </p>
    </OutsidePage>
  );
}
