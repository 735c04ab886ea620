import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { appraisalQuery } from '#api/case-queries.ts';
import { meQuery } from '#api/queries.ts';
import type { Appraisal, Card, Case } from '#api/types.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useAppraisalChange } from './appraisal-change.ts';
import { AppraisalForm, type DraftBody } from './appraisal-form.tsx';
import { AppraisalRelease } from './appraisal-release.tsx';
import { AppraisalVersions } from './appraisal-versions.tsx';

/** The owner said yes, so that there may be something to appraise for them. */
const isWanted = ({ source, status, delivered_at: deliveredAt }: Card): boolean =>
  source !== 'agent_intake' ||
  deliveredAt !== null ||
  status === 'customer_confirmed' ||
  status === 'consultation_active';

/** The written appraisal: compose, choose comparables, preview, sign, release. Hidden before the owner said yes. */
export function AppraisalPanel({ caseDetail: { card } }: { readonly caseDetail: Case }) {
  return isWanted(card) ? <WantedPanel card={card} /> : null;
}

/** Nothing was composed, and there is nothing to compose from. */
const isEmpty = ({ draft, versions, snapshot_id: snapshotId }: Appraisal): boolean =>
  draft === null && versions.length === 0 && snapshotId === null;

function WantedPanel({ card }: { readonly card: Card }) {
  const { data, error } = useQuery(appraisalQuery(card.id));
  const title = useRef<HTMLHeadingElement>(null);
  useShortcuts({ w: () => title.current?.focus() });
  if (error === null && (data === undefined || isEmpty(data))) return null;
  return (
    <section className="panel p-3" aria-labelledby="appraisal">
      <h2 ref={title} id="appraisal" className="panel-title flex items-center gap-2" tabIndex={-1}>
        Written appraisal{' '}
        <span className="key" aria-hidden>
          W
        </span>
      </h2>
      {data === undefined && <p className="mt-1 text-bad">{error?.message}</p>}
      {data !== undefined && <LoadedPanel card={card} appraisal={data} />}
    </section>
  );
}

function LoadedPanel({ card, appraisal }: { readonly card: Card; readonly appraisal: Appraisal }) {
  const { data: me } = useQuery(meQuery);
  const compose = useAppraisalChange('PUT /cases/{consultation_id}/appraisal/draft', card.id, 'Draft saved.');
  const save = (body: DraftBody): void => compose.mutate({ ...body, revision: appraisal.revision });
  // A release sends the saved draft, so it waits until edits on the screen are saved.
  const [edited, setEdited] = useState<Appraisal['revision']>();
  const { draft, revision } = appraisal;
  const open = card.closed_at === null;
  return (
    <div className="mt-1 grid gap-3">
      <AppraisalVersions caseId={card.id} versions={appraisal.versions} mayWithdraw={me?.role !== 'caller'} />
      {open && draft === null && (
        <div className="grid justify-items-start gap-1.5">
          <p className="text-soft">
            {appraisal.snapshot_id === null
              ? 'There’s no market read with listings yet, so a draft can’t be created.'
              : 'Based on the market read and the facts of the case.'}
          </p>
          <button
            type="button"
            className="button"
            disabled={appraisal.snapshot_id === null || compose.isPending}
            onClick={() => save({ left_out: [], ...(me === undefined ? {} : { signer_name: me.name }) })}
          >
            {appraisal.versions.length === 0 ? 'Create a draft' : 'Create a new version'}
          </button>
        </div>
      )}
      {open && draft !== null && (
        <>
          <AppraisalForm
            key={revision}
            caseId={card.id}
            draft={draft}
            warnings={appraisal.warnings}
            isSaving={compose.isPending}
            onEdit={() => setEdited(revision)}
            onSave={save}
          />
          <AppraisalRelease
            key={`release-${revision}`}
            caseId={card.id}
            appraisal={appraisal}
            isEdited={edited === revision}
          />
        </>
      )}
      {compose.error !== null && (
        <p role="alert" className="text-bad">
          {compose.error.message}
        </p>
      )}
    </div>
  );
}
