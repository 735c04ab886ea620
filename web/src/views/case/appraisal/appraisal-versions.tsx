import { useState, type FormEvent } from 'react';
import type { Appraisal } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatCents } from '#lib/money.ts';
import { toast } from '#ui/toast.ts';
import { Badge } from '#views/case-card.tsx';
import { useAppraisalChange } from './appraisal-change.ts';

type Version = Appraisal['versions'][number];
type VersionsProps = { readonly caseId: string; readonly versions: readonly Version[]; readonly mayWithdraw: boolean };

const states: Readonly<Record<Version['state'], { readonly text: string; readonly tone: 'good' | 'warn' | 'bad' }>> = {
  current: { text: 'Current version', tone: 'good' },
  superseded: { text: 'Superseded', tone: 'warn' },
  withdrawn: { text: 'Withdrawn', tone: 'bad' },
};

const reasons: Readonly<Record<NonNullable<Version['reason']>, string>> = {
  included: 'included in their plan or program',
  paid_otherwise: 'paid otherwise',
  goodwill: 'goodwill',
};

/** Every released version, newest first, with the link that the owner has. Hidden while there is none. */
export function AppraisalVersions({ caseId, versions, mayWithdraw }: VersionsProps) {
  if (versions.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Released versions">
      {versions.map((version) => (
        <li key={version.number} className="border-l-4 border-l-line pl-2">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">
              Version {version.number}: {formatCents(version.value_cents)}
            </span>
            <Badge tone={states[version.state].tone}>{states[version.state].text}</Badge>
          </span>
          <span className="block text-[0.9em] text-soft">
            released <time dateTime={version.released_at}>{formatDateTime(version.released_at)}</time>
            {version.reason !== null && `, ${reasons[version.reason]}`}
            {version.withdrawn_reason !== null && `, withdrawn: ${version.withdrawn_reason}`}
          </span>
          <span className="mt-1 flex flex-wrap gap-2">
            <a className="button min-h-7 px-2" href={version.url} target="_blank" rel="noreferrer">
              Open the owner’s page
            </a>
            <button type="button" className="button min-h-7 px-2" onClick={() => void copy(version.url)}>
              Copy link
            </button>
            {mayWithdraw && version.state !== 'withdrawn' && <Withdraw caseId={caseId} number={version.number} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copied.');
  } catch {
    toast('Copying failed. Open the page and copy its address.', true);
  }
}

function Withdraw({ caseId, number }: { readonly caseId: string; readonly number: number }) {
  const [reason, setReason] = useState<string>();
  const change = useAppraisalChange(
    'POST /cases/{consultation_id}/appraisal/withdraw',
    caseId,
    `Version ${number} withdrawn.`,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (reason !== undefined && reason.trim() !== '') change.mutate({ number, reason });
  };
  if (reason === undefined)
    return (
      <button type="button" className="button min-h-7 px-2" onClick={() => setReason('')}>
        Withdraw…
      </button>
    );
  return (
    <form className="flex w-full flex-wrap items-end gap-2" onSubmit={submit}>
      <label className="min-w-48 flex-1 text-[0.9em] text-soft">
        Why are you permanently withdrawing version {number}?
        <input
          className="field"
          maxLength={300}
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <button type="submit" className="button text-bad" disabled={reason.trim() === '' || change.isPending}>
        Withdraw version {number}
      </button>
      <button type="button" className="button" onClick={() => setReason(undefined)}>
        Cancel
      </button>
      {change.error !== null && (
        <p role="alert" className="w-full text-bad">
          {change.error.message}
        </p>
      )}
    </form>
  );
}
