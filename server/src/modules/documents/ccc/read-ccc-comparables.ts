import type { Draft } from '../contents/family-schemas.ts';
import { isListHeader, isMasked } from '../contents/comparable-rules.ts';
import { present, toPrintedOrNothing } from '../contents/printed-rules.ts';
import { readCccGrids, type GridVehicle } from './read-ccc-grids.ts';
import { readCccList, type ListVehicle } from './read-ccc-list.ts';
import { readCccSide, type SideVehicle } from './read-ccc-side.ts';
import { joinTexts, textOf, type Found, type Precision, type Row } from '../contents/row-rules.ts';

type ComparableSections = { readonly data: readonly Row[]; readonly side: readonly Row[] };
type Comparables = { readonly comparables: Draft['comparables']; readonly ownOdometers: readonly Found<number>[] };

/** Comparable vehicles, from grids, lists or both. */
export function readCccComparables(
  { data, side }: ComparableSections,
  { precision, ocr }: { precision: Precision; ocr: boolean },
): Comparables {
  const from = data.findIndex(({ words }) => isListHeader(textOf(words)));
  const { vehicles, ownOdometers } = readCccGrids(from === -1 ? data : data.slice(0, from), precision);
  const people = readCccSide(side);
  const inGrids = vehicles.map((vehicle) =>
    ofGrid(
      vehicle,
      people.find(({ number }) => number === vehicle.number),
      ocr,
    ),
  );
  const inLists = from === -1 ? [] : readCccList(data.slice(from), precision);
  return { comparables: [...inGrids, ...inLists.map((vehicle) => ofList(vehicle, ocr))], ownOdometers };
}

function ofGrid(vehicle: GridVehicle, side: SideVehicle | undefined, ocr: boolean): Draft['comparables'][number] {
  const { listPrice, takePrice } = vehicle;
  const words = side?.description.flatMap((row) => row.words) ?? [];
  const price = takePrice ?? listPrice;
  return present({
    number: vehicle.number,
    description: words.length === 0 ? undefined : toPrintedOrNothing({ value: joinTexts([textOf(words)]), words }, ocr),
    price: toPrintedOrNothing(price, ocr),
    price_kind: price === undefined ? undefined : takePrice === undefined ? ('list' as const) : ('take' as const),
    list_price: takePrice === undefined ? undefined : toPrintedOrNothing(listPrice, ocr),
    vin: toPrintedOrNothing(side?.vin, ocr),
    vin_masked: side?.vin !== undefined && isMasked(side.vin.value),
    odometer: toPrintedOrNothing(vehicle.odometer, ocr),
    distance_miles: toPrintedOrNothing(side?.distance, ocr),
    dated: toPrintedOrNothing(side?.dated, ocr),
    date_kind: side?.dated === undefined ? undefined : ('updated' as const),
    adjustments: vehicle.adjustments.map(({ name, cents }) => present({ name, cents: toPrintedOrNothing(cents, ocr) })),
    adjusted: toPrintedOrNothing(vehicle.adjusted, ocr),
  });
}

function ofList(vehicle: ListVehicle, ocr: boolean): Draft['comparables'][number] {
  const { description: words } = vehicle;
  return present({
    number: vehicle.number,
    description: words.length === 0 ? undefined : toPrintedOrNothing({ value: joinTexts([textOf(words)]), words }, ocr),
    price: toPrintedOrNothing(vehicle.price, ocr),
    price_kind: vehicle.kind,
    vin: toPrintedOrNothing(vehicle.vin, ocr),
    vin_masked: vehicle.vin !== undefined && isMasked(vehicle.vin.value),
    odometer: toPrintedOrNothing(vehicle.odometer, ocr),
    distance_miles: toPrintedOrNothing(vehicle.distance, ocr),
    dated: toPrintedOrNothing(vehicle.dated, ocr),
    date_kind: vehicle.dated === undefined ? undefined : ('updated' as const),
    adjustments: [],
    adjusted: toPrintedOrNothing(vehicle.adjusted, ocr),
  });
}
