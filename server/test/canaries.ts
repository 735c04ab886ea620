import { randomInt } from 'node:crypto';
import { randomBase62 } from '#lib/base62';
import type { IntakeRequest } from '#mount/intakes/schemas';

/** Values that exist nowhere else in the world, one for each kind of thing that must not be told. */
export type Canaries = Record<string, string>;

const upper = (length: number) => randomBase62(length).toUpperCase();

export function newCanaries(): Canaries {
  return {
    firstName: `Firstcanary${upper(8)}`,
    lastName: `Lastcanary${upper(8)}`,
    email: `mail.canary.${upper(8).toLowerCase()}@example.com`,
    phone: `(${randomInt(200, 1000)}) 555-01${randomInt(10, 100)}`,
    vin: `VCANARY${upper(10)}`.replaceAll(/[IOQ]/g, 'X'),
    claimNumber: `CLAIM-CANARY-${upper(8)}`,
    externalRef: `ref-canary-${upper(8)}`,
    idempotencyKey: `key-canary-${upper(8)}`,
    attestation: `The customer attests canary ${upper(8)} and expects a call.`,
  };
}

/** A request that holds every canary that a request can hold. */
export function canaryIntake(canaries: Canaries): IntakeRequest {
  const { firstName = '', lastName = '', email = '', phone = '', vin = '', claimNumber = '' } = canaries;
  return {
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    customer: { first_name: firstName, last_name: lastName, email, phone },
    consent: { attestation: canaries['attestation'] ?? '', attestor_name: lastName },
    vehicle: { vin },
    offer: { claim_number: claimNumber },
    external_ref: canaries['externalRef'] ?? '',
  };
}

/** A value as it may have been written on its way: as it is, escaped in an address, normalised, in hexadecimal. */
function spellings(value: string): string[] {
  const digits = value.replaceAll(/\D/g, '');
  return [
    value,
    value.toLowerCase(),
    encodeURIComponent(value),
    Buffer.from(value).toString('hex'),
    ...(digits.length === 10 ? [digits] : []),
  ];
}

/** Which canaries sing in a text. */
export const findCanaries = (text: string, canaries: Canaries): string[] =>
  Object.entries(canaries)
    .filter(([, value]) => spellings(value).some((spelling) => text.includes(spelling)))
    .map(([kind]) => kind);
