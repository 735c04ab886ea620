import { useState, type FormEvent } from 'react';
import { urlOf } from '#api/request.ts';
import type { AppraisalDraft } from '#api/types.ts';
import { formatCents } from '#lib/money.ts';

type Listing = Omit<AppraisalDraft['left_out'][number], 'reason'> & { readonly adjusted_cents?: number | null };

export type DraftBody = {
  readonly left_out: readonly { readonly source: string; readonly source_id: string; readonly reason: string }[];
  readonly snapshot_id?: string;
  readonly signer_name?: string;
  readonly signer_title?: string;
  readonly remarks?: string;
};

type AppraisalFormProps = {
  readonly caseId: string;
  readonly draft: AppraisalDraft;
  readonly warnings: readonly string[];
  readonly isSaving: boolean;
  /** On the first change and each after it. */
  onEdit(): void;
  onSave(body: DraftBody): void;
};

const keyOf = ({ source, source_id: id }: Listing): string => JSON.stringify([source, id]);

/** The draft: which comparables count and why others do not, remarks, and who signs. */
export function AppraisalForm({ caseId, draft, warnings, isSaving, onEdit, onSave }: AppraisalFormProps) {
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(
    () => new Map(draft.left_out.map((one) => [keyOf(one), one.reason])),
  );
  const [signer, setSigner] = useState(draft.signer.name ?? '');
  const [title, setTitle] = useState(draft.signer.title ?? '');
  const [remarks, setRemarks] = useState(draft.remarks ?? '');
  const listings: readonly Listing[] = [...draft.comparables, ...draft.left_out].toSorted(
    (a, b) => a.price_cents - b.price_cents,
  );
  const leftOut = listings
    .filter((one) => reasons.has(keyOf(one)))
    .map((one) => ({ source: one.source, source_id: one.source_id, reason: (reasons.get(keyOf(one)) ?? '').trim() }));
  const missing = leftOut.some(({ reason }) => reason === '');
  const nothingLeft = leftOut.length === listings.length;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (missing || nothingLeft || isSaving) return;
    onSave({ left_out: leftOut, ...filled({ signer_name: signer, signer_title: title, remarks }) });
  };
  return (
    <form className="grid gap-3" onChange={onEdit} onSubmit={submit} aria-label="Appraisal draft">
      <DraftFigures draft={draft} />
      {warnings.map((text) => (
        <p key={text} className="rounded-md bg-warn-soft px-2.5 py-1 text-warn">
          {text}
        </p>
      ))}
      <ListingChoice listings={listings} reasons={reasons} onChange={setReasons} />
      <label className="text-soft">
        Remarks for the owner and the insurer (optional)
        <textarea
          className="field block"
          rows={3}
          maxLength={4000}
          value={remarks}
          onChange={(event) => setRemarks(event.target.value)}
        />
      </label>
      <div className="grid gap-2 sm:grid-cols-2">
        <TextField label="Signed by" value={signer} onChange={setSigner} />
        <TextField label="Title (optional)" value={title} onChange={setTitle} />
      </div>
      {(missing || nothingLeft) && (
        <p role="alert" className="text-bad">
          {nothingLeft ? 'Keep at least one comparable.' : 'Give a reason for each comparable you leave out.'}
        </p>
      )}
      <FormButtons caseId={caseId} disabled={missing || nothingLeft || isSaving} />
      <p className="text-[0.9em] text-soft">The value is calculated when you save.</p>
    </form>
  );
}

function FormButtons({ caseId, disabled }: { readonly caseId: string; readonly disabled: boolean }) {
  const path = { consultation_id: caseId };
  return (
    <div className="flex flex-wrap gap-2">
      <button type="submit" className="button" disabled={disabled}>
        Save draft
      </button>
      <a
        className="button"
        href={urlOf('GET /cases/{consultation_id}/appraisal/preview', { path })}
        target="_blank"
        rel="noreferrer"
      >
        Preview the saved page
      </a>
      <a
        className="button"
        href={urlOf('GET /cases/{consultation_id}/appraisal/preview.pdf', { path })}
        target="_blank"
        rel="noreferrer"
      >
        Preview the PDF
      </a>
    </div>
  );
}

type ListingChoiceProps = {
  readonly listings: readonly Listing[];
  /** Of those that are left out. */
  readonly reasons: ReadonlyMap<string, string>;
  onChange(reasons: ReadonlyMap<string, string>): void;
};

function ListingChoice({ listings, reasons, onChange }: ListingChoiceProps) {
  const change = (key: string, reason: string | undefined): void => {
    const next = new Map(reasons);
    if (reason === undefined) next.delete(key);
    else next.set(key, reason);
    onChange(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        Comparables: {listings.filter((one) => !reasons.has(keyOf(one))).length} of {listings.length} used
      </legend>
      <ul className="mt-1 max-h-80 overflow-y-auto rounded-md border border-line">
        {listings.map((one) => (
          <ListingItem
            key={keyOf(one)}
            listing={one}
            reason={reasons.get(keyOf(one))}
            onChange={(reason) => change(keyOf(one), reason)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

const filled = (texts: Readonly<Record<'signer_name' | 'signer_title' | 'remarks', string>>): Partial<DraftBody> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

function DraftFigures({ draft }: { readonly draft: AppraisalDraft }) {
  const { value_cents: value, low_cents: low, high_cents: high, offer } = draft;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      <Figure title="Value in the draft" value={formatCents(value)} />
      <Figure title="Most fall between" value={`${formatCents(low)} and ${formatCents(high)}`} />
      <Figure
        title={offer?.basis === 'stated' ? 'Insurer’s offer, as stated' : 'Insurer’s offer'}
        value={offer === null ? 'unknown' : formatCents(offer.cents)}
      />
      {offer !== null && (
        <Figure
          title={value >= offer.cents ? 'Offer is lower by' : 'Offer is higher by'}
          value={formatCents(Math.abs(value - offer.cents))}
        />
      )}
    </dl>
  );
}

const Figure = ({ title, value }: { readonly title: string; readonly value: string }) => (
  <div>
    <dt className="text-[0.85em] text-soft">{title}</dt>
    <dd className="font-bold">{value}</dd>
  </div>
);

type ListingItemProps = {
  readonly listing: Listing;
  /** Undefined while it is used. */
  readonly reason: string | undefined;
  onChange(reason: string | undefined): void;
};

function ListingItem({ listing, reason, onChange }: ListingItemProps) {
  const { year, trim, dealer, miles, state, price_cents: price, adjusted_cents: adjusted = null } = listing;
  const name = [`${year}${trim === null ? '' : ` ${trim}`}`, dealer, state].filter((word) => word !== null).join(', ');
  return (
    <li className="border-b border-line px-2 py-1 last:border-b-0">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1 size-4 flex-none"
          checked={reason === undefined}
          onChange={(event) => onChange(event.target.checked ? undefined : '')}
        />
        <span className="min-w-0 break-words">
          {name}: {miles === null ? 'miles unknown' : `${miles.toLocaleString('en-US')} mi`}, {formatCents(price)}
          {adjusted !== null && <span className="text-soft"> → {formatCents(adjusted)}</span>}
        </span>
      </label>
      {reason !== undefined && (
        <label className="mt-1 ml-6 block text-[0.9em] text-soft">
          Reason left out
          <input
            className="field"
            maxLength={300}
            aria-invalid={reason.trim() === ''}
            value={reason}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      )}
    </li>
  );
}

type TextFieldProps = { readonly label: string; readonly value: string; onChange(text: string): void };

const TextField = ({ label, value, onChange }: TextFieldProps) => (
  <label className="text-soft">
    {label}
    <input className="field" maxLength={120} value={value} onChange={(event) => onChange(event.target.value)} />
  </label>
);
