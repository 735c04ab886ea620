import { readYear } from './value-rules.ts';

/** Makes sold in the US in the last forty years, as papers spell them. */
const makes = (
  'Acura|Alfa Romeo|Aston Martin|Audi|Bentley|BMW|Bugatti|Buick|Cadillac|Chevrolet|Chrysler|Daewoo|Dodge|Eagle|Ferrari|Fiat|' +
  'Fisker|Ford|Freightliner|Genesis|Geo|GMC|Harley-Davidson|Honda|Hummer|Hyundai|Infiniti|Isuzu|Jaguar|Jeep|Kia|Lamborghini|' +
  'Land Rover|Lexus|Lincoln|Lotus|Lucid|Maserati|Maybach|Mazda|McLaren|Mercedes-Benz|Mercury|MINI|Mitsubishi|Nissan|' +
  'Oldsmobile|Peugeot|Plymouth|Polestar|Pontiac|Porsche|Ram|Rivian|Rolls-Royce|Saab|Saturn|Scion|Smart|Subaru|Suzuki|Tesla|' +
  'Toyota|Volkswagen|Volvo|Yamaha|Kawasaki|Chevy|VW|Mercedes'
).split('|');

const sameMake: Readonly<Record<string, string>> = { chevy: 'Chevrolet', vw: 'Volkswagen', mercedes: 'Mercedes-Benz' };

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A make in its usual spelling; undefined when it is not a known one. */
export function readMake(text: string): string | undefined {
  const make = makes.find((one) => plain(one) === plain(text));
  return make === undefined ? undefined : (sameMake[make.toLowerCase()] ?? make);
}

export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

type Described = { readonly year: number; readonly make: string; readonly rest: string };

/** "2018 Toyota Corolla LE", and what follows it; real ones have up to 120 characters. */
export function readDescription(text: string): Described | undefined {
  const [, yearText = '', words = ''] = /^((?:19|20)\d\d)\s+(\S.{0,199})$/.exec(text.trim()) ?? [];
  const year = readYear(yearText);
  // Longer names first: "Mercedes-Benz" before "Mercedes".
  const make = makes
    .toSorted((a, b) => b.length - a.length)
    .find((one) => new RegExp(`^${one.replace(/[ -]/, '[ -]')}(?![a-z])`, 'i').test(words));
  if (year === undefined || make === undefined) return undefined;
  return { year, make: readMake(make) ?? make, rest: words.slice(make.length).trim() };
}

const bodyWords =
  /\b(?:\d ?-?door|\dD|sedan|coupe|hatchback|wagon|suv|pickup|convertible|van|utility|crew cab|\d\.\dL|AWD|FWD|RWD|4WD|4X4|2WD)\b.*/i;

/** Model and trim out of what follows the make; certain only when the VIN has the same model. */
export function splitModel(
  rest: string,
  known: string | undefined,
): { model: string; trim: string | undefined; certain: boolean } {
  const [first = '', ...further] = rest.split('|').map((part) => part.trim());
  const pattern =
    known === undefined ? undefined : new RegExp(`^${[...plain(known)].join('[^a-z0-9]*')}(?![a-z0-9])`, 'i');
  const model = pattern?.exec(first)?.[0] ?? (further.length > 0 ? first : (first.split(' ', 1)[0] ?? ''));
  const tail = first.slice(model.length).trim() || (further[0] ?? '');
  const trim = tail.replace(bodyWords, '').trim();
  return { model, trim: trim === '' ? undefined : trim, certain: pattern?.test(first) === true || further.length > 0 };
}
