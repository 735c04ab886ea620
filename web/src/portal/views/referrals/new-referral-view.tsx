import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/http.ts';
import { meQuery, usePortal, usePortalAction, type Body } from '#portal/api.ts';
import { readDraft, saveDraft } from '#portal/drafts.ts';
import { useDebounced } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { toast } from '#ui/toast.ts';
import { toReferral, toShownIssues, toStillTrue, type Issue, type ReferralDraft } from './referral-draft.ts';
import { ReferralFields } from './referral-fields.tsx';
import { useReferralPage } from './referral-link.tsx';
import { VinNote } from './vin-note.tsx';
import { requestAt } from '#portal/request.ts';

/** One borrower, typed in. */
export function NewReferralView() {
  useTitle('New referral');
  const { may, base, institutionId, mode } = usePortal();
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <p className="mb-2">
        <Link to="/$institutionId/$mode/referrals" params={{ institutionId, mode }} className="text-accent underline">
          Referrals
        </Link>
      </p>
      <h1 className="mb-4 text-xl font-bold">New referral</h1>
      {!may('referrals.write') && <p>Your role can view referrals but can’t create them.</p>}
      {may('referrals.write') && me !== undefined && <NewReferral key={base} userId={me.id} />}
    </>
  );
}

/** Everything that was typed, kept in this tab until it is sent. */
function useReferralDraft(userId: string) {
  const { base } = usePortal();
  const what = `referral.${base}`;
  const [draft, setDraft] = useState<ReferralDraft>(() => readDraft(userId, what));
  const change = (next: ReferralDraft): void => {
    setDraft(next);
    saveDraft(userId, what, next);
  };
  return { draft, change };
}

/** What the service says about the draft, a moment after the last keystroke; fields changed since are left out. */
function useCheck(draft: ReferralDraft) {
  const { base } = usePortal();
  const referral = toReferral(draft);
  const text = useDebounced(JSON.stringify(referral), 400);
  const isEmpty = Object.values(draft).every((typed) => typed.trim() === '');
  const { data } = useQuery({
    queryKey: [base, '/referrals/check', text],
    queryFn: async ({ signal }) => {
      const asked = JSON.parse(text) as Record<string, unknown>;
      const call = { body: { referral: asked }, signal };
      return { asked, said: await requestAt(base, 'POST /referrals/check', call) };
    },
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  if (data === undefined || isEmpty) return undefined;
  const { asked, said } = data;
  const stillTrue = <T extends Issue>(issues: readonly T[]) => toStillTrue(issues, asked, referral);
  return { ...said, issues: stillTrue(said.issues), warnings: stillTrue(said.warnings) };
}

const issuesOf = (error: Error | null): readonly Issue[] => (error instanceof ApiError ? error.issues : []);

function NewReferral({ userId }: { readonly userId: string }) {
  const { draft, change } = useReferralDraft(userId);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const show = useReferralPage();
  const checked = useCheck(draft);
  const make = usePortalAction(
    'POST /referrals',
    ({ status_note: note }) =>
      note === null ? 'Referred.' : 'Referred. The borrower is on the do-not-contact list, so we won’t contact them.',
    ({ id }) => {
      change({});
      show(id);
    },
  );
  // The user clicked twice, or another user was faster: the page opens the existing referral.
  const { error } = make;
  const existing = error instanceof ApiError && error.code === 'referral_exists' ? error.problem['referral_id'] : null;
  useEffect(() => {
    if (typeof existing === 'string') {
      toast('This car already has an open referral, shown here.');
      show(existing);
    } else if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, existing]);
  const issues = checked?.issues ?? issuesOf(error);
  return (
    <form
      ref={form}
      aria-label="New referral"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!make.isPending) make.mutate({ body: toReferral(draft) as unknown as Body<'POST /referrals'> });
      }}
    >
      <ReferralFields
        draft={draft}
        onChange={(changed) => change({ ...draft, ...changed })}
        issues={toShownIssues(issues, draft, tried)}
        warnings={checked?.warnings ?? []}
        vinNote={<VinNote draft={draft} checked={checked} onUse={(vehicle) => change({ ...draft, ...vehicle })} />}
      />
      <Send
        draft={draft}
        error={error !== null && issuesOf(error).length === 0 && existing === null ? error : null}
        missing={tried ? issues.length : 0}
        pending={make.isPending}
        onClear={() => {
          change({});
          setTried(false);
          make.reset();
        }}
      />
    </form>
  );
}

type SendProps = {
  readonly draft: ReferralDraft;
  readonly error: Error | null;
  readonly missing: number;
  readonly pending: boolean;
  onClear(): void;
};

function Send({ draft, error, missing, pending, onClear }: SendProps) {
  const { mode, institution } = usePortal();
  const closed = mode === 'live' && !institution.live_open;
  return (
    <section aria-label="Send" className="panel grid gap-2 p-3">
      <p>{closed ? 'Live mode isn’t open yet, so you can’t refer anyone in it.' : toConsequence(draft, mode)}</p>
      {error !== null && (
        <p role="alert" className="text-bad">
          {error.message} What you typed is still here. {isUnsure(error) && mayRepeat}
        </p>
      )}
      {missing > 0 && (
        <p role="alert" className="text-bad">
          {missing === 1 ? 'One thing' : `${missing} things`} above must be corrected first.
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="button-main max-sm:w-full" disabled={pending || closed}>
          {mode === 'live' ? 'Refer and invite now' : 'Create the test referral'}
        </button>
        <button type="button" className="button max-sm:w-full" disabled={pending} onClick={onClear}>
          Clear the form
        </button>
      </p>
    </section>
  );
}

/** Whether the request may have arrived despite the error. */
const isUnsure = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

const mayRepeat =
  'You can try again: if the referral was created after all, you’ll be taken to it, and no one is referred twice.';

/** What happens when the button is pressed. */
function toConsequence(draft: ReferralDraft, mode: 'live' | 'test'): string {
  if (mode === 'test') return 'This is test mode: no one is contacted. The invitation goes to the sandbox mailbox.';
  const by = [
    ...((draft['borrower.email'] ?? '').trim() === '' ? [] : ['by email']),
    ...((draft['borrower.phone'] ?? '').trim() === '' ? [] : ['by text']),
  ];
  const how = by.length === 0 ? '' : ` ${by.join(' and ')}`;
  const waits = by.includes('by text') ? ' Texts are held until permitted hours.' : '';
  return `The borrower is contacted immediately${how}. The invitation is sent when you click the button and can’t be recalled.${waits}`;
}
