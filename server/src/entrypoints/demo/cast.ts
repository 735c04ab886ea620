import { addDays } from '#lib/time/dates';

/** An invented person: a phone number reserved for fiction, an address that no email reaches, a claim number that starts with DEMO. */
export type CastMember = {
  readonly number: number;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly phone: string;
  readonly zip: string;
  readonly state: string;
  readonly vehicle: {
    readonly year: number;
    readonly make: string;
    readonly model: string;
    readonly trim: string;
    readonly odometer: number;
    readonly vin?: string;
  };
  readonly insurer: string;
  readonly claim: string;
  /** The insurer's valuation of the vehicle. */
  readonly offerCents: number;
};

// Invented people, and insurers that do not exist. Area code, ZIP and state belong together, so that calling hours are those of one place;
// most offers are below the synthetic market, a few are not. The serial number of the one VIN is zero, so no car has it.
const table = `
Marcus Bell | 512 78701 TX | 2019 | Honda | Accord | EX | 85708 | Lantern Ridge Mutual | 12950
Allison Whitaker | 213 90012 CA | 2018 | Subaru | Crosstrek | Premium | 100758 | Marigold Indemnity | 10650
Terrence Okafor | 312 60601 IL | 2017 | Volkswagen | Tiguan | SE | 98961 | Copper Finch Casualty | 11700
Maria Delgado-Ruiz | 404 30303 GA | 2020 | Kia | Sportage | EX | 62845 | Three Otters Insurance | 13775
Kevin Hartigan | 716 14202 NY | 2016 | Jeep | Grand Cherokee | Limited | 120704 | Bluewillow General | 15750
Priscilla Nakamura | 303 80202 CO | 2021 | Mazda | CX-5 | Touring | 65051 | Copper Finch Casualty | 17250
Dwayne Pruitt | 206 98101 WA | 2019 | Volkswagen | Jetta | SE | 93256 | Three Otters Insurance | 12050
Renée Thibodeaux | 305 33130 FL | 2018 | Nissan | Altima | SV | 88052 | Bluewillow General | 13625
Luis Cárdenas | 602 85003 AZ | 2020 | Nissan | Rogue | SV | 70925 | Lantern Ridge Mutual | 14750
Hannah Lindqvist | 615 37203 TN | 2021 | Hyundai | Elantra | SEL | 51717 | Marigold Indemnity | 14275
Omar Siddiqui | 503 97205 OR | 2018 | Toyota | Tacoma | SR5 | 104317 | Bluewillow General | 14750
Grace Fitzgerald | 617 02108 MA | 2022 | Honda | CR-V | EX | 53299 | Lantern Ridge Mutual | 21250
Kai Nakoa | 808 96813 HI | 2020 | Toyota | RAV4 | XLE | 63705 | Marigold Indemnity | 17050
Denise Kowalczyk | 216 44113 OH | 2019 | Ford | Escape | SEL | 63270 | Copper Finch Casualty | 16750
Andre Baptiste | 214 75201 TX | 2020 | Dodge | Charger | GT | 73352 | Three Otters Insurance | 18325
Sofía Ramírez | 619 92101 CA | 2021 | Tesla | Model 3 | Long Range | 63666 | Marigold Indemnity | 25925
Patrick O’Shea | 312 60601 IL | 2017 | Buick | Enclave | Premium | 96737 | Copper Finch Casualty | 19750
Yolanda Freeman | 404 30303 GA | 2020 | Toyota | Camry | SE | 79254 | Three Otters Insurance | 16325
Arjun Patel | 212 10001 NY | 2021 | Subaru | Outback | Premium | 65003 | Bluewillow General | 17600
Emily Castellano | 303 80202 CO | 2019 | Toyota | Highlander | XLE | 51240 | Lantern Ridge Mutual | 24300
Roger Stubblefield | 206 98101 WA | 2018 | Ford | F-150 | XLT | 82031 | Three Otters Insurance | 21925
Beatriz Peña | 407 32801 FL | 2019 | Hyundai | Tucson | SEL | 63044 | Bluewillow General | 12750
Nathan Begay | 602 85003 AZ | 2021 | Ford | Mustang | GT | 67115 | Lantern Ridge Mutual | 23450
Jasmine Holloway | 615 37203 TN | 2017 | Honda | Civic | EX | 84829 | Marigold Indemnity | 10425
Erik Sørensen | 503 97205 OR | 2022 | Subaru | Forester | Limited | 39774 | Copper Finch Casualty | 24600
Fatima Haddad | 617 02108 MA | 2019 | Lexus | RX 350 | Base | 73915 | Lantern Ridge Mutual | 25250
Malia Keawe | 808 96813 HI | 2018 | Nissan | Sentra | SV | 90710 | Marigold Indemnity | 9575
Naomi Feldman | 512 78701 TX | 2020 | Subaru | Outback | Limited | 63748 | Three Otters Insurance | 21225
Chidi Eze | 415 94107 CA | 2019 | Honda | CR-V | EX | 79788 | Bluewillow General | 14725
Curtis Vandermeer | 614 43215 OH | 2020 | Chevrolet | Equinox | LT | 75747 | Copper Finch Casualty | 13250
Angela Moretti | 713 77002 TX | 2019 | RAM | 1500 | Big Horn | 80197 | Three Otters Insurance | 19150
Duc Tran | 415 94107 CA | 2021 | Toyota | Corolla | SE | 60330 | Bluewillow General | 13800
Kimberly Strand | 312 60601 IL | 2018 | Chevrolet | Malibu | LT | 72960 | Copper Finch Casualty | 11350 | 1G1ZD5STXJF000000
Isaiah Greene | 404 30303 GA | 2020 | Hyundai | Sonata | SEL | 67938 | Three Otters Insurance | 12575
Rachel Abramowitz | 212 10001 NY | 2018 | Acura | MDX | Technology | 78217 | Bluewillow General | 21700
Javier Montoya | 303 80202 CO | 2020 | Jeep | Wrangler | Sahara | 66490 | Lantern Ridge Mutual | 23800
Noelle Fairbanks | 206 98101 WA | 2017 | Kia | Forte | LXS | 104702 | Marigold Indemnity | 7125
Tobias Grant | 813 33602 FL | 2021 | Kia | Sorento | EX | 64314 | Bluewillow General | 22000
Lucía Ortega | 602 85003 AZ | 2020 | Chevrolet | Silverado 1500 | LT | 58610 | Lantern Ridge Mutual | 25025
Brandon Tuttle | 615 37203 TN | 2019 | Mazda | Mazda3 | Touring | 87876 | Marigold Indemnity | 11500
Ingrid Halvorsen | 503 97205 OR | 2021 | Honda | Odyssey | EX-L | 59469 | Copper Finch Casualty | 25750
Samuel Whitfield | 617 02108 MA | 2018 | BMW | X3 | xDrive30i | 76928 | Three Otters Insurance | 21725
Carmen Ibáñez | 216 44113 OH | 2020 | Ford | Explorer | XLT | 68984 | Marigold Indemnity | 21625
Gerald Hutchins | 614 43215 OH | 2018 | GMC | Sierra 1500 | SLT | 83741 | Copper Finch Casualty | 20350
Mei-Ling Chow | 214 75201 TX | 2022 | Tesla | Model Y | Long Range | 47192 | Three Otters Insurance | 27375
Travis Boudreau | 415 94107 CA | 2017 | Ford | Fusion | SE | 114315 | Bluewillow General | 9175
Olivia Pemberton | 312 60601 IL | 2019 | Audi | Q5 | Premium | 85937 | Lantern Ridge Mutual | 19275
DeShawn Rivers | 404 30303 GA | 2021 | Chrysler | Pacifica | Touring L | 63824 | Three Otters Insurance | 23600
Zoë Marchetti | 212 10001 NY | 2018 | Mercedes-Benz | GLC | GLC 300 | 100421 | Bluewillow General | 18425
Amit Banerjee | 303 80202 CO | 2021 | Honda | Pilot | EX | 60039 | Lantern Ridge Mutual | 22375
Wendy Carlisle | 206 98101 WA | 2019 | Toyota | RAV4 | XLE | 74813 | Marigold Indemnity | 17700
Rubén Salazar | 305 33130 FL | 2020 | Nissan | Versa | SV | 74549 | Copper Finch Casualty | 9250
Tanya Whitehorse | 602 85003 AZ | 2018 | Dodge | Durango | GT | 92604 | Lantern Ridge Mutual | 17375
Mitchell Crane | 615 37203 TN | 2022 | Hyundai | Elantra | SEL | 49937 | Marigold Indemnity | 14600
Harold Beasley | 404 30303 GA | 2021 | Ford | F-150 | XLT | 55749 | Marigold Indemnity | 23475
Margaret Lund | 312 60601 IL | 2018 | Mitsubishi | Mirage | ES | 75739 | Lantern Ridge Mutual | 7875
Paige Sullivan | 503 97205 OR | 2020 | Honda | Accord | Sport | 55117 | Copper Finch Casualty | 16875
José Alvarado | 617 02108 MA | 2019 | Toyota | Corolla | LE | 78055 | Three Otters Insurance | 12050
Leilani Kahale | 808 96813 HI | 2021 | Toyota | Tacoma | SR5 | 56620 | Bluewillow General | 20850
Victor Dombrowski | 216 44113 OH | 2017 | Chevrolet | Tahoe | LT | 114465 | Copper Finch Casualty | 22025
`;

/** As it is typed in an address: José is jose. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

export const cast: readonly CastMember[] = table
  .trim()
  .split('\n')
  .map((line, number) => {
    const [name = '', place = '', year, make = '', model = '', trim = '', odometer, insurer = '', offer, vin] =
      line.split(' | ');
    const [first = '', last = ''] = name.split(' ');
    const [area, zip = '', state = ''] = place.split(' ');
    return {
      number,
      first,
      last,
      email: `${plain(first)}@demo.example.com`,
      phone: `(${area}) 555-01${String(number).padStart(2, '0')}`,
      zip,
      state,
      vehicle: {
        year: Number(year),
        make,
        model,
        trim,
        odometer: Number(odometer),
        ...(vin === undefined ? {} : { vin }),
      },
      insurer,
      claim: `DEMO-${1001 + number}`,
      offerCents: Number(offer) * 100,
    };
  });

/** The loss was some days before the case was submitted. */
export const lossDate = (asked: Date, { number }: CastMember): string =>
  addDays(asked, -3 - (number % 6))
    .toISOString()
    .slice(0, 10);

let vins = 0;

/** A VIN that no car can have. */
export const demoVin = (): string => `1SYNTH${String((vins += 1)).padStart(11, '0')}`;

/** The team. Their names are shown next to their actions, so each is labeled. */
export const team = {
  administrator: { name: 'Orla Brennan (demo)', role: 'administrator', email: 'administrator@demo.example.com' },
  lead: { name: 'Linus Carver (demo)', role: 'lead', email: 'lead@demo.example.com' },
  pippa: { name: 'Pippa Novak (demo)', role: 'caller', email: 'caller@demo.example.com' },
  rufus: { name: 'Rufus Ellison (demo)', role: 'caller', email: 'caller-2@demo.example.com' },
  wanda: { name: 'Wanda Reyes (demo)', role: 'caller', email: 'caller-3@demo.example.com' },
} as const;

export type Colleague = keyof typeof team;
