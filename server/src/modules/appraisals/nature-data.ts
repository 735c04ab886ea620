import { appraiserLicences } from '#lib/jurisdictions/appraiser-licence-data';

const names: Readonly<Record<string, string>> = {
  CT: 'Connecticut',
  DE: 'Delaware',
  MA: 'Massachusetts',
  NC: 'North Carolina',
  NV: 'Nevada',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
};

/**
 * States that license who appraises damage to motor vehicles for insurance claims, and where their law says so; each has
 * its source in docs/field-sources.md. Of a state that is missing nothing was found, and it gets the text for all.
 */
export const licensingStates: Readonly<Record<string, { readonly name: string; readonly law: string }>> =
  Object.fromEntries(
    appraiserLicences.map(({ state, citation }) => [state, { name: names[state] ?? state, law: citation }]),
  );
