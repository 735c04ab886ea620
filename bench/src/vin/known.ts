// Vehicles whose model is known from elsewhere: whether a VIN alone leads to the listings of its model, and what would
// have become of the trim if vPIC's single one had been believed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toKey } from '@makewhole/server/src/lib/text/to-key.ts';
import { traceFacts } from '@makewhole/server/src/modules/facts/facts.ts';
import {
  createVinDecoder,
  isSameTrim,
  prepareVehicleData,
  toMakeKey,
  toModelKey,
  toVehicleOfVin,
  type VinDecoder,
} from '@makewhole/server/src/modules/vehicles/index.ts';
import { knownVins } from '@makewhole/server/test/vehicles/known-vins.ts';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';

/** What the alias tables were made to reach. A trim by the VIN alone is none, so none can be wrong. */
const bounds = { vins: 150, found: 0.96, wrongTrims: 0 };

type Known = (typeof knownVins)[number];

export async function benchKnownVins(closing: RunStack, size: Size): Promise<boolean> {
  const dir = closing.adopt(await mkdtemp(join(tmpdir(), 'bench-vin-')), (path) => rm(path, { recursive: true }));
  await prepareVehicleData(dir);
  const decoder = createVinDecoder(dir);
  try {
    const judged = knownVins.map((known) => judge(decoder, known));
    const missed = judged.filter(({ found }) => !found);
    printTable(
      ['not found', 'known as', 'by the VIN'],
      missed.map(({ vin, known, told }) => [vin, known, told]),
    );
    const withTrims = judged.filter(({ vpic }) => vpic !== undefined);
    const single = withTrims.filter(({ vpic }) => vpic?.length === 1);
    const figures = {
      vins: judged.length,
      found: round((judged.length - missed.length) / judged.length, 4),
      foundByVpicsOwnNames: round(judged.filter(({ plain }) => plain).length / judged.length, 4),
      trimsKnown: withTrims.length,
      singleByVpic: single.length,
      singleByVpicWrong: single.filter(({ right }) => !right).length,
      trimsTakenForFacts: judged.filter(({ trim }) => trim !== undefined).length,
      wrongTrims: judged.filter(({ trim, right }) => trim !== undefined && !right).length,
    };
    return conclude({ bench: 'vin known', size, ...figures }, [
      { name: 'known VINs', value: figures.vins, atLeast: bounds.vins },
      { name: 'share whose model key is found', value: figures.found, atLeast: bounds.found },
      { name: 'wrong single trims taken for facts', value: figures.wrongTrims, atMost: bounds.wrongTrims },
    ]);
  } finally {
    decoder.close();
  }
}

/** As an intake with nothing but the VIN would be. */
function judge(decoder: VinDecoder, [vin, year, make, model, trims]: Known) {
  const decoded = decoder.decode(vin);
  const vehicle = decoded && toVehicleOfVin(vin, decoded);
  const facts = traceFacts({ sent: { vin }, sentBy: 'agent', lookedUp: vehicle ? { decoded: vehicle } : {} });
  const told = { make: facts.make?.value ?? '', model: facts.model?.value ?? '' };
  const sameMake = toMakeKey(told.make) === toMakeKey(make);
  const sameModel = toModelKey(told.make, told.model) === toModelKey(make, model);
  return {
    vin,
    known: `${year} ${make} ${model}`,
    told: `${facts.year?.value ?? '?'} ${told.make} ${told.model}`,
    found: facts.year?.value === year && sameMake && sameModel,
    plain: decoded?.year === year && sameMake && toKey(decoded.model ?? '') === toKey(model),
    trim: facts.trim?.value,
    vpic: trims === undefined || trims.length === 0 ? undefined : (vehicle?.trims ?? []),
    right: trims?.some((trim) => isSameTrim(make, trim, vehicle?.trims[0] ?? '')) === true,
  };
}
