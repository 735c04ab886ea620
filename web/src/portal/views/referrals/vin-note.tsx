import type { Response } from '#portal/api.ts';
import type { ReferralDraft } from './referral-draft.ts';
import { ReferralLink } from './referral-link.tsx';

type Checked = Response<'POST /referrals/check'>;

type VinNoteProps = {
  readonly draft: ReferralDraft;
  readonly checked: Checked | undefined;
  onUse(vehicle: ReferralDraft): void;
};

/** What the VIN says while it is typed: how much is missing, the vehicle, and whether it is referred already. */
export function VinNote({ draft, checked, onUse }: VinNoteProps) {
  const vin = (draft['vehicle.vin'] ?? '').replaceAll(/[\s-]/g, '').toUpperCase();
  const told = checked?.vehicle?.vin === vin ? checked.vehicle : null;
  const open = told === null ? null : checked?.open_referral;
  return (
    <div role="status" className="mt-1 grid gap-1">
      {vin.length > 0 && vin.length < 17 && <p className="text-soft">{vin.length} of 17 VIN characters.</p>}
      {told !== null && <Vehicle draft={draft} told={told} onUse={onUse} />}
      {open !== null && open !== undefined && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          This car already has an open referral, so it can’t be referred again:{' '}
          <ReferralLink id={open.id}>open that referral</ReferralLink>.
        </p>
      )}
    </div>
  );
}

type VehicleProps = {
  readonly draft: ReferralDraft;
  readonly told: NonNullable<Checked['vehicle']>;
  onUse(vehicle: ReferralDraft): void;
};

function Vehicle({ draft, told, onUse }: VehicleProps) {
  const members = { 'vehicle.year': told.year, 'vehicle.make': told.make, 'vehicle.model': told.model };
  const known = Object.entries(members).flatMap(([path, value]) => (value === null ? [] : [[path, String(value)]]));
  if (known.length === 0) return <p className="text-soft">We couldn’t decode this VIN.</p>;
  const words = known.map(([, value]) => value).join(' ');
  const same = known.every(([path = '', value = '']) => draft[path]?.trim().toLowerCase() === value.toLowerCase());
  if (same) return <p className="text-good">The VIN matches: {words}.</p>;
  return (
    <p>
      The VIN is for a {words}.{' '}
      <button
        type="button"
        className="button min-h-7 px-2"
        onClick={() => onUse(Object.fromEntries(known) as ReferralDraft)}
      >
        Use {words}
      </button>
    </p>
  );
}
