import { readDate } from '../extraction/value-rules.ts';
import { readComparableVin } from '../contents/comparable-rules.ts';
import { textOf, type Found, type Row } from '../contents/row-rules.ts';

/** Who the vehicle of a grid's column is, as told beside the grid. Dealers and telephones are not read. */
export type SideVehicle = {
  readonly number: number;
  readonly description: readonly Row[];
  vin?: Found<string>;
  distance?: Found<number>;
  dated?: Found<string>;
};

const maxVehicles = 40;
/** A description has two or three lines. */
const descriptionLines = 3;

/** The column beside the grids: each vehicle begins with its number. */
export function readCccSide(rows: readonly Row[]): SideVehicle[] {
  const vehicles: (SideVehicle & { description: Row[] })[] = [];
  for (const row of rows) {
    const text = textOf(row.words);
    const [, number] = /^Comp (\d{1,2})\b/.exec(text) ?? [];
    if (number !== undefined) {
      if (vehicles.length >= maxVehicles) break;
      const [, printed = ''] = /Updated Date: (\S+)/i.exec(text) ?? [];
      const dated = readDate(printed);
      vehicles.push({
        number: Number(number),
        description: [],
        ...(dated === undefined ? {} : { dated: { value: dated, words: row.words.slice(-1) } }),
      });
      continue;
    }
    const last = vehicles.at(-1);
    if (last !== undefined) readDetail(last, row, text);
  }
  return vehicles;
}

function readDetail(vehicle: SideVehicle & { description: Row[] }, row: Row, text: string): void {
  const [, vin = ''] = /^VIN:? (\S+)$/.exec(text) ?? [];
  const [, miles] = /^(\d{1,4}) Miles - /i.exec(text) ?? [];
  const number = readComparableVin(vin);
  if (number !== undefined) vehicle.vin ??= { value: number, words: row.words.slice(-1) };
  else if (miles !== undefined) vehicle.distance ??= { value: Number(miles), words: row.words.slice(0, 2) };
  else if (vehicle.vin === undefined && vehicle.description.length < descriptionLines) vehicle.description.push(row);
}
