import type { NameSource } from './name-source-data.ts';

/** How a vehicle is driven, as far as a VIN tells: by a battery alone, by battery and engine, or by an engine. */
export type Powertrain = 'battery' | 'plug-in' | 'engine';

/** What a VIN must tell for a row to hold; a row without it is another spelling of the same model. */
export type AliasCondition = {
  readonly powertrain?: Powertrain;
  readonly series?: string;
  readonly trim?: string;
  /** How the VIN begins. */
  readonly vin?: string;
};

export type ModelAlias = {
  readonly make: string;
  /** As vPIC writes it, or a listing, or a person. */
  readonly model: string;
  readonly when?: AliasCondition;
  /** The name under which listings of it are kept. */
  readonly name: string;
  readonly source: NameSource;
};

/** make | model | condition | name | source; each row was read by a person. */
const table = `
Ford | F-150 | battery | F-150 Lightning | dealer
Ford | Transit | battery | E-Transit | fleet
Ford | Focus | battery | Focus Electric | vpic
Ford | F-250 Super Duty | | F-250 | dealer
Ford | F-250 SD | | F-250 | shop
Ford | F-350 Super Duty | | F-350 | vpic
Ford | F-450 Super Duty | | F-450 | vpic
Ford | F-550 Super Duty | | F-550 | vpic
Ford | Mustang GT | | Mustang | dealer
Chevrolet | Blazer | battery | Blazer EV | lists
Chevrolet | Equinox | battery | Equinox EV | lists
Chevrolet | Silverado | battery | Silverado EV | lists
Chevrolet | Spark | battery | Spark Electric | vpic
Chevrolet | Silverado | series 1500 | Silverado 1500 | shop
Chevrolet | Silverado | series 2500 | Silverado 2500HD | lists
Chevrolet | Silverado | series 3500 | Silverado 3500HD | vpic
Chevrolet | Silverado HD | series 2500 | Silverado 2500HD | vpic
Chevrolet | Silverado HD | series 3500 | Silverado 3500HD | vpic
Chevrolet | Silverado LTD | series 1500 | Silverado 1500 LTD | vpic
Chevrolet | Silverado 2500 | | Silverado 2500HD | lists
Chevrolet | Silverado 3500 | | Silverado 3500HD | lists
Chevrolet | Bolt EUV | VIN 1G1FY | Bolt EV | fleet
GMC | Sierra | battery | Sierra EV | lists
GMC | Sierra | series 1500 | Sierra 1500 | vpic
GMC | Sierra | series 2500 | Sierra 2500HD | shop
GMC | Sierra | series 3500 | Sierra 3500HD | vpic
GMC | Sierra HD | series 2500 | Sierra 2500HD | vpic
GMC | Sierra HD | series 3500 | Sierra 3500HD | vpic
GMC | Sierra 2500 | | Sierra 2500HD | vpic
GMC | Sierra 3500 | | Sierra 3500HD | vpic
Hyundai | Kona | battery | Kona Electric | shop
Hyundai | Ioniq | battery | Ioniq Electric | vpic
Kia | Niro | battery | Niro EV | fleet
Kia | Soul | battery | Soul Electric | vpic
Nissan | Ariya Hatchback | | Ariya | fleet
Polestar | PS1 | | 1 | lists
Polestar | PS2 | | 2 | lists
Polestar | PS3 | | 3 | lists
Polestar | PS4 | | 4 | lists
Polestar | Polestar 2 | | 2 | lists
Polestar | Polestar 3 | | 3 | lists
Polestar | Polestar 4 | | 4 | lists
Volvo | XC40 | battery | XC40 Recharge | fleet
Mitsubishi | Outlander | plug-in | Outlander PHEV | shop
Toyota | Prius Prime (PHEV) | | Prius Prime | fleet
Toyota | RAV4 Prime (PHEV) | | RAV4 Prime | fleet
Toyota | RAV4 | battery | RAV4 Electric | vpic
Honda | Fit | battery | Fit Electric | vpic
Honda | Clarity | battery | Clarity Electric | vpic
Volkswagen | Golf | battery | Golf Electric | vpic
Fiat | 500 | battery | 500e | lists
Dodge | Charger | battery | Charger Electric | vpic
Genesis | G80 | battery | Electrified G80 | lists
Genesis | GV70 | battery | Electrified GV70 | lists
MINI | Hardtop | battery | Hardtop Electric | vpic
MINI | Countryman | battery | Countryman Electric | vpic
Mercedes-Benz | B-Class | battery | B-Class Electric | vpic
Mercedes-Benz | G-Class | battery | G-Class Electric | vpic
Mercedes-Benz | Sprinter | battery | eSprinter | vpic
Mercedes-Benz | C 300 | | C-Class | dealer
Porsche | Macan | battery | Macan Electric | vpic
Porsche | Cayenne | battery | Cayenne Electric | vpic
Audi | A6 | battery | A6 e-tron | vpic
Audi | S6 | battery | S6 e-tron | vpic
Audi | Q8 | battery | Q8 e-tron | lists
Audi | SQ8 | battery | SQ8 e-tron | vpic
Maserati | Granturismo | battery | Granturismo Electric | vpic
Maserati | Grecale | battery | Grecale Electric | vpic
Ram | ProMaster 3500 | battery | ProMaster 3500 Electric | vpic
smart | Fortwo | battery | Fortwo Electric Drive | vpic
BMW | 650i | trim GC | 6 Series Gran Coupe | auction
BMW | 640i | trim GC | 6 Series Gran Coupe | vpic`;

/**
 * BMW's models are trims in every listing: "328i" is a 3 Series. M cars are separate models. Those that were seen in
 * sales are 328i, 528i and 650i; the others are vPIC's models of the same series.
 */
const seriesModels: Readonly<Record<string, string>> = {
  '1 Series': '128i 135i',
  '2 Series': '228i 230i M235i M240i',
  '3 Series':
    '318i 318ti 320i 323i 325Ci 325i 325xi 328d 328i 328xi 330Ci 330e 330i 330xi 335d 335i 335is 335xi 340i M340i',
  '4 Series': '428i 430i 435i 440i M440i',
  '5 Series': '525i 525xi 528i 528xi 530e 530i 530xi 535d 535i 535xi 540d 540i 545i 550e 550i M550i',
  '6 Series': '640i 640xi 645Ci 650i 650xi',
  '7 Series': '740e 740i 740Li 745e 745i 745Le 745Li 750e 750i 750Li 750Lxi 750xi 760i 760Li M760i M760Li',
  '8 Series': '840Ci 840i 850Ci 850i M850i',
};
const soldSeries = new Set(['328i', '528i', '650i']);

/** Models that are trims in listings: their series is the model there. */
export const trimModels: readonly ModelAlias[] = Object.entries(seriesModels).flatMap(([name, models]) =>
  models.split(' ').map((model): ModelAlias => {
    return { make: 'BMW', model, name, source: soldSeries.has(model) ? 'auction' : 'vpic' };
  }),
);

const isPowertrain = (text: string): text is Powertrain => ['battery', 'plug-in', 'engine'].includes(text);

function readCondition(text: string): Pick<ModelAlias, 'when'> {
  const [kind = '', ...rest] = text.split(' ');
  if (kind === '') return {};
  if (isPowertrain(kind)) return { when: { powertrain: kind } };
  const value = rest.join(' ');
  if (kind === 'series') return { when: { series: value } };
  return { when: kind === 'VIN' ? { vin: value } : { trim: value } };
}

export const modelAliases: readonly ModelAlias[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [make = '', model = '', condition = '', name = '', source = ''] = line.split('|').map((cell) => cell.trim());
    return { make, model, ...readCondition(condition), name, source: source as NameSource };
  });
