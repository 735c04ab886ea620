import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareVehicleData } from '../data/prepare-vehicle-data.ts';
import { testVehicleDir } from '../testing.ts';
import { modelAliases, trimModels } from './model-alias-data.ts';
import {
  decidePowertrain,
  findBaseTrim,
  isSameTrim,
  listTrims,
  nameBody,
  nameDrive,
  nameFuel,
  nameModel,
  nameTrims,
  proveModel,
  toModelKey,
} from './name-rules.ts';
import { nameSources } from './name-source-data.ts';
import { trimAliases } from './trim-alias-data.ts';

describe('the tables of names', () => {
  const ofVpic = new Set<string>();
  beforeAll(async () => {
    const { file } = await prepareVehicleData(testVehicleDir);
    const db = new DatabaseSync(file, { readOnly: true });
    const found = db
      .prepare(
        `select distinct f.value ->> 1 as name, f.value ->> 2 as make, f.value ->> 0 as element
         from pattern p, json_each(p.facts) f where f.value ->> 0 in (28, 38)`,
      )
      .all() as { name: string; make: string | null; element: number }[];
    db.close();
    for (const { name, make } of found) ofVpic.add(`${make ?? ''} ${name}`.toLowerCase().trim());
  });

  it('the tables of names have a source for each row', () => {
    const rows = [...modelAliases, ...trimModels, ...trimAliases];
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter(({ source }) => !Object.hasOwn(nameSources, source))).toEqual([]);
  });

  it('the tables of names have models that vPIC has, where the VIN decides', () => {
    const decided = [...modelAliases.filter(({ when }) => when !== undefined), ...trimModels];
    expect(decided.filter(({ make, model }) => !ofVpic.has(`${make} ${model}`.toLowerCase()))).toEqual([]);
  });

  it('the tables of names translate trims that vPIC has', () => {
    const written = [...ofVpic].join('\n');
    expect(trimAliases.filter(({ trim }) => !written.includes(trim.toLowerCase()))).toEqual([]);
  });

  it('the tables of names never lead from one row to another, which would depend on their order', () => {
    const spellings = modelAliases.filter(({ when }) => when === undefined);
    for (const { make, name } of [...spellings, ...trimModels])
      expect(toModelKey(make, name)).toBe(toModelKey('', name));
  });
});

describe('a model', () => {
  it.each([
    ['Ford', 'F-150', 'F-150 Lightning'],
    ['CHEVY', 'blazer', 'Blazer EV'],
    ['Chevrolet', 'Equinox', 'Equinox EV'],
    ['Hyundai', 'Kona', 'Kona Electric'],
    ['Kia', 'Niro', 'Niro EV'],
  ])('a battery-only model differs from its namesake: %s %s', (make, model, name) => {
    expect(proveModel({ make, model, powertrain: 'battery' })).toBe(name);
    expect(toModelKey(make, name)).not.toBe(toModelKey(make, model));
    for (const powertrain of ['engine', 'plug-in', undefined] as const)
      expect(proveModel({ make, model, powertrain })).toBeUndefined();
  });

  it('a model that is only electric keeps its name', () => {
    expect(nameModel({ make: 'Tesla', model: 'Model 3', powertrain: 'battery' })).toBe('Model 3');
    expect(nameModel({ make: 'Nissan', model: 'Leaf', powertrain: 'battery' })).toBe('Leaf');
  });

  it('a model has one key in all spellings, and vPIC’s models that are trims have that of their series', () => {
    expect(toModelKey('Ford', 'F-250 Super Duty')).toBe(toModelKey('ford', 'F250'));
    expect(toModelKey('BMW', '328i')).toBe(toModelKey('BMW', '3 Series'));
    expect(toModelKey('BMW', 'M3')).toBe('m3');
    expect(toModelKey('Mazda', '328i')).toBe('328i');
  });

  it('a model is that of its series, battery first', () => {
    const silverado = { make: 'Chevrolet', model: 'Silverado', series: '1500' };
    expect(nameModel({ ...silverado, powertrain: 'engine' })).toBe('Silverado 1500');
    expect(nameModel({ ...silverado, powertrain: 'battery' })).toBe('Silverado EV');
  });

  it('a model is not proven by a VIN with another beginning', () => {
    const bolt = { make: 'Chevrolet', model: 'Bolt EUV' };
    expect(nameModel({ ...bolt, vin: '1G1FY6S03P4000001' })).toBe('Bolt EV');
    expect(nameModel({ ...bolt, vin: '1G1FZ6S03P4000001' })).toBe('Bolt EUV');
  });
});

describe('the energy source', () => {
  it.each([
    [{ fuel: 'Gasoline', cylinders: 4 }, 'engine', 'Gasoline'],
    [{ fuel: 'Electric' }, 'battery', 'Electric'],
    [{ fuel: 'Electric', displacementL: 2.4 }, 'plug-in', 'Plug-in hybrid'],
    [{ fuel: 'Electric', secondFuel: 'Gasoline' }, 'plug-in', 'Plug-in hybrid'],
    [{ fuel: 'Gasoline', secondFuel: 'Electric', cylinders: 4 }, 'engine', 'Hybrid'],
    [{ fuel: 'Gasoline', secondFuel: 'Ethanol (E85)' }, 'engine', 'Gasoline'],
    [{}, undefined, undefined],
  ] as const)('the energy source of %j is %s', (energy, powertrain, fuel) => {
    expect([decidePowertrain(energy), nameFuel(energy)]).toEqual([powertrain, fuel]);
  });
});

describe('a trim', () => {
  it('a trim is compared in vPIC’s words and in those of listings', () => {
    expect(isSameTrim('Honda', 'EXL-RES', 'ex-l')).toBe(true);
    expect(isSameTrim('Chevrolet', 'LT (1LT)', '1LT')).toBe(true);
    expect(isSameTrim('Toyota', 'LE', 'SE')).toBe(false);
    expect(isSameTrim('Ford', 'SuperCrew', 'XLT')).toBe(false);
  });

  it('a trim is not a cab, and is vPIC’s model where that is a trim', () => {
    expect(nameTrims('Ford', ['SuperCrew', 'XLT'])).toEqual(['XLT']);
    expect(nameTrims('Honda', ['EXL', 'EXL-NAVI', 'EXL-RES'])).toEqual(['EX-L']);
    expect(listTrims({ make: 'BMW', model: '328i', trims: [] })).toEqual(['328i']);
    expect(listTrims({ make: 'Honda', model: 'Accord', trims: ['EX-V6'] })).toEqual(['EX-V6']);
  });
});

describe('body and drive', () => {
  it('body and drive are short, and those without a short word stay', () => {
    expect(nameBody('Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)')).toBe('SUV');
    expect(nameBody('Sedan/Saloon')).toBe('Sedan');
    expect(nameBody('Step Van / Walk-in Van')).toBe('Step Van / Walk-in Van');
    expect([nameDrive('AWD/All-Wheel Drive'), nameDrive('4x2')]).toEqual(['AWD', '4x2']);
  });
});

describe('the base of a longer trim', () => {
  it.each([
    ['Limited X (2-Luxury Group)', ['laredo', 'limited'], 'limited'],
    ['LT (1-LT)', ['ls', 'lt'], 'lt'],
    ['2.5i Limited', ['premium', 'limited'], 'limited'],
    ['EX Coupe', ['ex', 'exl'], 'ex'],
    ['EX-L Navi', ['ex', 'exl'], 'exl'],
    ['EX L', ['ex', 'exl'], 'exl'],
    ['HSE Dynamic (3-Drive)', ['hse', 'dynamic', 'hsedynamic'], 'hsedynamic'],
    ['New Sport Touring', ['sport', 'touring'], undefined],
    ['Unlimited', ['limited'], undefined],
    ['', ['limited'], undefined],
  ])('the base trim of %j among %j is %j', (wording, listed, base) => {
    expect(findBaseTrim(wording, listed)).toBe(base);
  });
});
