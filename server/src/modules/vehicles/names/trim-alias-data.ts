import type { NameSource } from './name-source-data.ts';

export type TrimAlias = {
  readonly make: string;
  /** As vPIC writes it. */
  readonly trim: string;
  /** The trims of listings that it may be; empty where the word is not a trim. */
  readonly names: readonly string[];
  readonly source: NameSource;
};

/**
 * make | vPIC's words | trims in listings | source; each row was read by a person. A row without trims is about a cab, a
 * roof or a gearbox that vPIC keeps as a trim.
 */
const table = `
Honda | EXL | EX-L | auction
Honda | EXL-NAVI | EX-L | auction
Honda | EXL-RES | EX-L | auction
Honda | EXL-N | EX-L | auction
Honda | EXL-R | EX-L | auction
Honda | EXL w/RES | EX-L | auction
Honda | EX-L With RES | EX-L | auction
Honda | EX (with leather) | EX-L | auction
Honda | EX with leather (With RES) | EX-L | auction
Honda | with Leather | EX-L | auction
Honda | EX-NAVI | EX | auction
Honda | Touring-TE | Touring Elite | auction
Honda | Touring-EL | Touring Elite | auction
Honda | Touring Pax | Touring | auction
Honda | Touring(With PAX Tires) | Touring | auction
Toyota | LE | LE, LE V6 | auction
Toyota | SE | SE, SE V6 | auction
Toyota | XLE | XLE, XLE V6 | auction
Toyota | SR5 grade | SR5 | vpic
Toyota | CVT | | vpic
Kia | GL(Middle-low grade) | LX | auction
Chevrolet | LT (1LT) | 1LT, LT | auction
Chevrolet | 2LS | LS | auction
Chevrolet | Work Truck | WT | vpic
Ford | SuperCrew | | vpic
Ford | SuperCab | | vpic
Ford | Regular Cab | | vpic
Ford | Medium Roof | | vpic
Ford | High Roof | | vpic
Ford | Low Roof | | vpic
Ford | GT Coupe | GT | dealer
Nissan | Crew Cab | | vpic
Nissan | King Cab | | vpic
Nissan | Single Cab | | vpic
Polestar | e-AWD | | vpic
BMW | GC | | auction`;

export const trimAliases: readonly TrimAlias[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [make = '', trim = '', names = '', source = ''] = line.split('|').map((cell) => cell.trim());
    return {
      make,
      trim,
      names: names === '' ? [] : names.split(', '),
      source: source as NameSource,
    };
  });
