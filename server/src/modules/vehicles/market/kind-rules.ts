// A vehicle's fuel, body and drive as the few keys that are compared, since VIN data, files and feeds use different
// words. An empty key is unknown and contradicts nothing.

type Words = readonly (readonly [words: RegExp, key: string])[];

// Hybrids come before their fuel: "Gasoline Hybrid" is not a gasoline car, and "Plug-in Hybrid" is not a plain hybrid.
const fuels: Words = [
  [/\b(phev|plug[- ]?in)\b/i, 'plugin'],
  [/\b(hybrid|hev|mhev)\b/i, 'hybrid'],
  [/\b(bev|electric|ev)\b/i, 'electric'],
  [/\bdiesel\b/i, 'diesel'],
  [/\b(hydrogen|fuel cell|fcev)\b/i, 'hydrogen'],
  [/\b(cng|lpg|natural gas|propane)\b/i, 'natural gas'],
  [/\b(gasoline|petrol|unleaded|gas|flex(ible)?|ffv|e85|ethanol)\b/i, 'gasoline'],
];

const bodies: Words = [
  [/\b(pickup|truck|crew cab|cab)\b/i, 'pickup'],
  [/\b(suv|sport utility|crossover|mpv|multi-?purpose)/i, 'suv'],
  [/\b(mini-?van|van)\b/i, 'van'],
  [/\b(convertible|cabriolet|roadster|spyder)\b/i, 'convertible'],
  [/\b(wagon|estate)\b/i, 'wagon'],
  [/\b(hatchback|liftback|hatch)\b/i, 'hatchback'],
  [/\b(coupe|coupé)\b/i, 'coupe'],
  [/\b(sedan|saloon)\b/i, 'sedan'],
];

/** Two wheels or four: one source's 4WD is another's AWD. */
const drives: Words = [
  [/\b(awd|4wd|4x4|4motion|quattro|xdrive|4matic)\b|all[- ]wheel|four[- ]wheel|4[- ]wheel/i, '4wd'],
  [/\b(fwd|rwd|2wd|4x2)\b|front[- ]wheel|rear[- ]wheel|2[- ]wheel|two[- ]wheel/i, '2wd'],
];

const keyOf = (words: Words, text: string | undefined): string =>
  text === undefined ? '' : (words.find(([pattern]) => pattern.test(text))?.[1] ?? '');

export const toBodyKey = (body: string | undefined): string => keyOf(bodies, body);
export const toDriveKey = (drive: string | undefined): string => keyOf(drives, drive);

/** Words of a name that only its hybrid or electric version has. */
const electrified: Words = [
  [/\b(phev|plug[- ]?in|energi|prime|4xe)\b/i, 'plugin'],
  [/\b(hybrid|e:hev)\b/i, 'hybrid'],
  [/\b(electric|ev|lightning)\b/i, 'electric'],
];

type Named = {
  readonly fuel?: string | undefined;
  readonly model: string;
  readonly trim: string | undefined;
};

/** By the fuel that is stated, unless the name says more: VIN data call a hybrid by the gasoline that it burns. */
export function toFuelKey({ fuel, model, trim }: Named): string {
  const stated = keyOf(fuels, fuel);
  const named = keyOf(electrified, `${model} ${trim ?? ''}`);
  return named !== '' && (stated === '' || stated === 'gasoline') ? named : stated;
}
