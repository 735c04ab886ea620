/** JSON members of ours that identify a person, and the replacement for each, of the type that a reader expects. */
const left: Readonly<Record<string, unknown>> = {
  first_name: '',
  last_name: '',
  email: null,
  phone: null,
  vin: '',
  claim_number: '',
  external_ref: null,
  status_note: null,
  cancel_reason: null,
  summary: null,
  disclosure_attestor_name: null,
};

/** The same JSON in the same order, without identifying members. */
export const blankMembers = (text: string): string =>
  JSON.stringify(JSON.parse(text), (member, value: unknown) =>
    member in left && value !== null && typeof value !== 'object' ? left[member] : value,
  );
