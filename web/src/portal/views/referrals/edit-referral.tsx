import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/http.ts';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { labelOf, listDifferent, toChanges, toFieldIssues } from './edit-changes.ts';
import { toDraft, type ReferralDraft } from './referral-draft.ts';
import { ReferralFields } from './referral-fields.tsx';
import { ReferralLink } from './referral-link.tsx';
import type { PortalReferral } from './referral-types.ts';

/** With the calendar day of the loss, which the referral shows as an instant in UTC. */
const draftOf = ({ referral, loss_day: day }: PortalReferral): ReferralDraft =>
  toDraft({ ...referral, claim: { ...referral.claim, date_of_loss: day } });

type EditProps = { readonly one: PortalReferral; onDone(): void };

/** Edits the fields that can be edited now. Another user's changes are shown next to the typed values. */
export function EditReferral({ one, onDone }: EditProps) {
  const { base } = usePortal();
  const queries = useQueryClient();
  // As it was when the form was opened, or looked at again.
  const [seen, setSeen] = useState(one);
  const [typed, setTyped] = useState<ReferralDraft>({});
  const before = draftOf(seen);
  const draft = { ...before, ...typed };
  const changed = listDifferent(before, draft);
  const action = usePortalAction('PATCH /referrals/{referral_id}', 'Saved.', onDone);
  const issues = action.error instanceof ApiError ? toFieldIssues(action.error.issues) : [];
  const overtaken = listDifferent(before, draftOf(one));
  const body = { version: seen.version, changes: toChanges(before, draft) };
  const send = (): void =>
    action.mutate(
      { path: { referral_id: seen.referral.id }, body },
      {
        // The referral has changed since it was loaded, so load it again.
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) void queries.invalidateQueries({ queryKey: [base] });
        },
      },
    );
  return (
    <form
      aria-label="Edit the referral"
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0 && !action.isPending) send();
      }}
    >
      <ReferralFields
        draft={draft}
        issues={issues}
        shown={seen.can_edit}
        onChange={(change) => setTyped({ ...typed, ...change })}
      />
      {seen.masked && <Masked />}
      {changed.some(isContact) && <NewInvitation />}
      {overtaken.length > 0 && (
        <Overtaken before={before} now={draftOf(one)} typed={draft} onGoOn={() => setSeen(one)} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="submit"
          className="button-main"
          disabled={changed.length === 0 || overtaken.length > 0 || action.isPending}
        >
          Save
        </button>
        <button type="button" className="button" onClick={onDone}>
          Discard
        </button>
        {action.error !== null && issues.length === 0 && overtaken.length === 0 && <Refusal error={action.error} />}
      </div>
    </form>
  );
}

const Masked = () => (
  <p className="text-soft">Live borrowers are masked for your role, so you can’t edit their name, email or phone.</p>
);

const isContact = (path: string): boolean => path === 'borrower.email' || path === 'borrower.phone';

function NewInvitation() {
  const { mode } = usePortal();
  return (
    <p role="status" className="panel px-3 py-2">
      {mode === 'live'
        ? 'The borrower gets a new invitation at these contacts, and the old invitation’s link stops working.'
        : 'A new invitation goes to the sandbox mailbox, and the old invitation’s link stops working.'}
    </p>
  );
}

/** A vehicle that another referral is open for has the way to that one. */
function Refusal({ error }: { readonly error: Error }) {
  const { referral_id: other } = error instanceof ApiError ? error.problem : {};
  return (
    <span role="alert" className="text-bad">
      {error.message} {typeof other === 'string' && <ReferralLink id={other} />}
    </span>
  );
}

type OvertakenProps = {
  readonly before: ReferralDraft;
  readonly now: ReferralDraft;
  readonly typed: ReferralDraft;
  onGoOn(): void;
};

function Overtaken({ before, now, typed, onGoOn }: OvertakenProps) {
  const mine = listDifferent(before, typed);
  return (
    <section role="alert" className="panel border-warn px-3 py-2">
      <h2 className="font-bold">Someone else has changed this referral</h2>
      <ul className="my-1 list-disc pl-5">
        {listDifferent(before, now).map((path) => (
          <li key={path} className="break-words">
            {labelOf(path)}: <bdi>{now[path] ?? 'nothing'}</bdi> now, was <bdi>{before[path] ?? 'nothing'}</bdi>
            {mine.includes(path) && (
              <>
                ; you typed <bdi>{typed[path]?.trim() || 'nothing'}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="mb-2">Your changes aren’t saved yet. They’re still in the form.</p>
      <button type="button" className="button" onClick={onGoOn}>
        Continue with my changes
      </button>
    </section>
  );
}
