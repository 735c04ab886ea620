/** A model of the synthetic market; unlike that of a real one, its true price is known. */
export type SyntheticCar = {
  readonly make: string;
  readonly model: string;
  /** Dollars of the base trim, new and without a mile. */
  readonly price: number;
  /** Dollars that each mile costs. */
  readonly perMile: number;
  /** How often it is sold, relative to the others. */
  readonly weight: number;
  readonly trims: readonly { readonly name: string; readonly extra: number }[];
};

// Names are those of real models, so that VINs decode to them; every number is invented. The trims of the Odyssey are
// apart as far as they were measured on sales: 2,600 dollars to either side of the middle at six years.
const table = `
Ford F-150 | 43000 | 0.11 | 40 | XL 0, XLT 4000, Lariat 11000
Chevrolet Silverado 1500 | 42000 | 0.11 | 34 | WT 0, LT 4500, LTZ 11000
RAM 1500 | 42500 | 0.12 | 28 | Tradesman 0, Big Horn 4000, Laramie 10500
Toyota RAV4 | 31000 | 0.08 | 26 | LE 0, XLE 2200, Limited 6500
Honda CR-V | 31500 | 0.08 | 26 | LX 0, EX 2400, EX-L 5000
Toyota Camry | 28500 | 0.07 | 24 | LE 0, SE 1300, XLE 3300, XSE 4200
Honda Accord | 28900 | 0.07 | 22 | LX 0, Sport 2300, EX 2600, EX-L 5000, Touring 8800
Honda Civic | 24800 | 0.06 | 22 | LX 0, Sport 1900, EX 2700, Touring 6000
Toyota Corolla | 22800 | 0.055 | 20 | L 0, LE 700, SE 2000, XLE 3900
Nissan Rogue | 29300 | 0.09 | 18 | S 0, SV 1700, SL 6500
Nissan Altima | 26000 | 0.075 | 16 | S 0, SV 1000, SR 2300, SL 6000
Chevrolet Equinox | 28000 | 0.085 | 16 | LS 0, LT 1700, Premier 5600
Ford Explorer | 39000 | 0.11 | 16 | Base 0, XLT 3600, Limited 11000
Ford Escape | 29500 | 0.085 | 15 | S 0, SE 1800, SEL 4300, Titanium 7500
Jeep Grand Cherokee | 41000 | 0.12 | 15 | Laredo 0, Limited 6500, Overland 14000
Jeep Wrangler | 35000 | 0.08 | 14 | Sport 0, Sahara 8500, Rubicon 12000
GMC Sierra 1500 | 44000 | 0.12 | 13 | Base 0, SLE 4500, SLT 10500, Denali 18000
Toyota Tacoma | 32000 | 0.07 | 13 | SR 0, SR5 2200, TRD Sport 5600, Limited 11500
Toyota Highlander | 38500 | 0.095 | 12 | L 0, LE 2400, XLE 5500, Limited 10500
Hyundai Elantra | 22000 | 0.06 | 12 | SE 0, SEL 1200, Limited 4900
Hyundai Tucson | 28500 | 0.085 | 11 | SE 0, SEL 1700, Limited 8300
Hyundai Sonata | 26500 | 0.075 | 10 | SE 0, SEL 2000, Limited 7000
Kia Sorento | 32000 | 0.095 | 10 | LX 0, S 2600, EX 5900, SX 9500
Kia Sportage | 28000 | 0.085 | 9 | LX 0, EX 2600, SX 5500
Kia Forte | 20800 | 0.06 | 8 | FE 0, LXS 600, EX 2500
Subaru Outback | 31000 | 0.08 | 10 | Base 0, Premium 2500, Limited 7000
Subaru Forester | 29500 | 0.08 | 10 | Base 0, Premium 3000, Limited 7000
Subaru Crosstrek | 26500 | 0.07 | 8 | Base 0, Premium 1200, Limited 5000
Mazda CX-5 | 29500 | 0.085 | 9 | Sport 0, Touring 2000, Grand Touring 5200
Mazda Mazda3 | 24500 | 0.07 | 5 | Sport 0, Touring 1600, Grand Touring 4500
Volkswagen Jetta | 22500 | 0.065 | 7 | S 0, SE 2700, SEL 6500
Volkswagen Tiguan | 30000 | 0.09 | 6 | S 0, SE 3000, SEL 7500
Dodge Charger | 35000 | 0.1 | 6 | SXT 0, GT 2800, R/T 7500
Dodge Durango | 41000 | 0.12 | 5 | SXT 0, GT 3500, Citadel 13000
Chevrolet Malibu | 26000 | 0.08 | 8 | LS 0, LT 2600, Premier 8000
Chevrolet Tahoe | 58000 | 0.15 | 6 | LS 0, LT 6000, Premier 15000
Ford Fusion | 25500 | 0.075 | 7 | S 0, SE 1500, Titanium 7000
Ford Mustang | 32000 | 0.09 | 5 | EcoBoost 0, GT 9500
Tesla Model 3 | 42000 | 0.12 | 7 | Standard Range Plus 0, Long Range 7000, Performance 13000
Tesla Model Y | 48000 | 0.13 | 6 | Long Range 0, Performance 5000
BMW X3 | 47000 | 0.15 | 4 | sDrive30i 0, xDrive30i 2000, M40i 13000
BMW X5 | 64000 | 0.16 | 3 | sDrive40i 0, xDrive40i 2300, M50i 19000
Mercedes-Benz GLC | 49000 | 0.15 | 3 | GLC 300 0, AMG GLC 43 14000
Mercedes-Benz C-Class | 45000 | 0.14 | 3 | C 300 0, AMG C 43 13500
Audi Q5 | 46000 | 0.14 | 3 | Premium 0, Premium Plus 4500, Prestige 11500
Lexus RX 350 | 49000 | 0.11 | 5 | Base 0, F Sport 5500
Acura MDX | 49500 | 0.12 | 3 | Base 0, Technology 5000, Advance 12500
Honda Pilot | 38500 | 0.1 | 7 | LX 0, EX 2500, EX-L 5500, Touring 10500
Honda Odyssey | 37500 | 0.1 | 5 | LX 0, EX 2400, EX-L 4600, Touring 7300
Chrysler Pacifica | 38500 | 0.12 | 4 | Touring 0, Touring L 3500, Limited 10500
Nissan Sentra | 20500 | 0.06 | 9 | S 0, SV 900, SR 2600
Nissan Versa | 16500 | 0.04 | 4 | S 0, SV 1900, SR 2500
Mitsubishi Mirage | 15500 | 0.03 | 2 | ES 0, LE 1000, SE 1900
Buick Enclave | 44000 | 0.13 | 3 | Essence 0, Premium 5500, Avenir 11000
`;

/** Makes of two words are hyphenated, so the first space ends the make. */
export const syntheticCars: readonly SyntheticCar[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', price, perMile, weight, trims = ''] = line.split(' | ');
    const space = name.indexOf(' ');
    return {
      make: name.slice(0, space),
      model: name.slice(space + 1),
      price: Number(price),
      perMile: Number(perMile),
      weight: Number(weight),
      trims: trims.split(', ').map((trim) => {
        const end = trim.lastIndexOf(' ');
        return { name: trim.slice(0, end), extra: Number(trim.slice(end + 1)) };
      }),
    };
  });
