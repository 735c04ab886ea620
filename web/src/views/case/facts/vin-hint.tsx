import { useQuery } from '@tanstack/react-query';
import { vinQuery } from '#api/case-queries.ts';
import type { DecodedVin } from '#api/types.ts';

type VinHintProps = { readonly id: string; readonly typed: string; onUse(decoded: DecodedVin): void };

/** What the VIN tells while it is typed: the vehicle, and whether its check digit is right. */
export function VinHint({ id, typed, onUse }: VinHintProps) {
  const vin = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const { data } = useQuery(vinQuery(vin));
  const known = data !== undefined && data.vin === vin ? data : undefined;
  return (
    <p id={id} role="status" className="text-[0.9em]">
      {vin.length > 0 && vin.length < 17 && <span className="text-soft">{vin.length} of 17 characters. </span>}
      {known?.check_digit === 'wrong' && (
        <span className="font-semibold text-bad">The check digit is wrong. Ask for the VIN again. </span>
      )}
      {known !== undefined && <Vehicle decoded={known} onUse={() => onUse(known)} />}
    </p>
  );
}

function Vehicle({ decoded, onUse }: { readonly decoded: DecodedVin; onUse(): void }) {
  const { year, make, model, trims } = decoded;
  const vehicle = [year, make, model].filter((part) => part !== null).join(' ');
  if (vehicle === '') return <span className="text-soft">This VIN doesn’t identify a vehicle.</span>;
  return (
    <>
      <span className="text-good">{vehicle}</span>
      {trims.length > 0 && trims.length <= 6 && (
        <span className="text-soft">, possibly {trims.join(' or ')}. Ask which</span>
      )}{' '}
      <button type="button" className="min-h-6 text-accent underline" onClick={onUse}>
        Use this vehicle
      </button>
    </>
  );
}
