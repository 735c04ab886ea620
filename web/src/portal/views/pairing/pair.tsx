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

/** Where a signed-in user says yes, or no, to the code that a command line shows. */
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
        label="Code of the command line"
        submit="Continue"
        pending={view.isPending || code.trim() === ''}
        error={view.error}
        onSubmit={() => view.mutate()}
      >
        <TextField
          label="Code"
          hint="Eight letters, as mw login shows them"
          value={code}
          onChange={(typed) => setCode(typed.toUpperCase())}
          maxLength={20}
          autoComplete="off"
          required
          mono
        />
      </OutsideForm>
      <p className="mt-3 text-soft">
        Somebody gave you a code and asked you to type it here? Do not. Whoever types it lets them in.
      </p>
    </>
  );
}

/** Those who could make a key of the institution as well. */
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
        Say yes only if you ran <code className="font-mono">mw login</code> yourself a moment ago, on a machine of
        yours. Nobody of ours will ever ask you for this code or to say yes here: not by telephone, mail or chat.
      </p>
      {possible.length === 0 ? (
        <p role="alert">
          You need the role of a developer, an admin or an owner for this. Ask somebody who manages members.
        </p>
      ) : (
        <OutsideForm
          label="Say yes to the command line"
          submit="Yes, pair it"
          pending={approve.isPending || deny.isPending}
          error={approve.error ?? deny.error}
          onSubmit={() => approve.mutate()}
        >
          <SelectField
            label="Institution"
            hint="Its sandbox, and nothing live"
            value={institutionId}
            onChange={setInstitutionId}
            options={possible.map(({ id, name }) => [id, name])}
          />
        </OutsideForm>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" disabled={deny.isPending} onClick={() => deny.mutate()}>
          No, this was not me
        </button>
        <button type="button" className="button" onClick={onBack}>
          Another code
        </button>
      </div>
    </>
  );
}

function Facts({ pairing }: { readonly pairing: Pairing }) {
  const { client, address, same_address: same, created_at: at, permissions, days } = pairing;
  const facts = [
    ['What asks', <span className="break-words">{client}</span>],
    [
      'From the address',
      <>
        <code className="font-mono break-all">{address}</code>
        {same ? ', as this browser' : ', which is not that of this browser'}
      </>,
    ],
    ['Asked', <When at={at} />],
    ['Gets', `a token of yours for ${days} days, in test mode alone: ${permissions.join(', ')}`],
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
          ? 'Go back to your terminal: it has its token in a few seconds. It is listed under Tokens, where you can revoke it.'
          : 'The code is worth nothing any more, and nobody got a token.'}
      </p>
      <p className="mt-3">
        <Link to="/" className="text-accent underline">
          Go to the portal
        </Link>
      </p>
    </OutsidePage>
  );
}
