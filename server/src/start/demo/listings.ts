import type { Ctx } from '#context';
import { generateListings } from '#modules/market';
import { cast } from './cast.ts';

const ofCast = cast.map(({ zip, vehicle: { year, make, model } }) => ({ year, make, model, zip }));

const commonModels = [
  ['Toyota', 'Camry'],
  ['Toyota', 'Corolla'],
  ['Toyota', 'RAV4'],
  ['Honda', 'Accord'],
  ['Honda', 'Civic'],
  ['Honda', 'CR-V'],
  ['Ford', 'F-150'],
  ['Chevrolet', 'Silverado 1500'],
  ['Nissan', 'Rogue'],
  ['Hyundai', 'Elantra'],
] as const;

const years = [2016, 2017, 2018, 2019, 2020, 2021, 2022];

/** San Francisco, Austin, Chicago, Atlanta and New York: a search reaches 250 miles. */
const zips = ['94107', '78701', '60601', '30303', '10001'];

const ofCommonModels = commonModels.flatMap(([make, model]) =>
  years.flatMap((year) => zips.map((zip) => ({ year, make, model, zip }))),
);

/** Synthetic listings like the cars of the cast, and for whoever submits a common car next. Their source says what they are. */
export const addListings = (ctx: Ctx, of: 'cast' | 'common models too') =>
  generateListings(ctx, { seed: 7, rows: 0, like: of === 'cast' ? ofCast : [...ofCast, ...ofCommonModels] });
