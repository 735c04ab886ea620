import { addDays } from '#lib/time/dates';

/** Somebody of the cast: a name that nobody has, a number reserved for fiction, an address that no mail reaches. */
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
  };
  readonly insurer: string;
  readonly claim: string;
  /** What the insurer says the vehicle was worth. */
  readonly offerCents: number;
};

// Plants and household goods, and insurers of paper and sugar. Area code, ZIP and state belong together, so that calling
// hours are those of one place; most offers are below the synthetic market, a few are not.
const table = `
Amber Teapot | 512 78701 TX | 2019 | Honda | Accord | EX | 48200 | Paperclip Mutual | 16250
Basil Lampshade | 415 94107 CA | 2020 | Chevrolet | Silverado 1500 | LT | 56170 | Cardboard Casualty | 26100
Clover Doorbell | 312 60601 IL | 2019 | Jeep | Wrangler | Sahara | 49140 | Marzipan General | 25300
Dusty Inkwell | 404 30303 GA | 2021 | Tesla | Model 3 | Long Range | 45810 | Rubber Duck Indemnity | 27200
Ember Umbrella | 212 10001 NY | 2017 | Honda | Civic | Sport | 102980 | Wooden Spoon Insurance | 12200
Fern Thimble | 303 80202 CO | 2018 | Toyota | Corolla | LE | 89450 | Paperclip Mutual | 10400
Ginger Hatstand | 206 98101 WA | 2019 | Kia | Sorento | EX | 82720 | Cardboard Casualty | 18800
Hazel Bookend | 305 33130 FL | 2021 | Toyota | RAV4 | XLE | 35990 | Marzipan General | 23300
Indigo Coaster | 602 85003 AZ | 2020 | Nissan | Rogue | SV | 60660 | Rubber Duck Indemnity | 16350
Jasper Doormat | 615 37203 TN | 2021 | Hyundai | Elantra | SEL | 37130 | Wooden Spoon Insurance | 13450
Kale Eggcup | 503 97205 OR | 2018 | Ford | F-150 | XLT | 93000 | Paperclip Mutual | 20100
Lavender Flowerpot | 617 02108 MA | 2022 | Honda | CR-V | EX | 30170 | Cardboard Casualty | 22850
Maple Gravyboat | 808 96813 HI | 2020 | Ford | Explorer | XLT | 70740 | Marzipan General | 23550
Nutmeg Hammock | 216 44113 OH | 2020 | Toyota | Camry | SE | 70710 | Rubber Duck Indemnity | 14700
Olive Icebox | 512 78701 TX | 2019 | RAM | 1500 | Big Horn | 72380 | Wooden Spoon Insurance | 25200
Pepper Jampot | 415 94107 CA | 2021 | Subaru | Outback | Premium | 42450 | Paperclip Mutual | 19950
Quince Kettledrum | 312 60601 IL | 2020 | Toyota | Camry | SE | 65820 | Cardboard Casualty | 16700
Rusty Ladle | 404 30303 GA | 2019 | RAM | 1500 | Big Horn | 76490 | Marzipan General | 25600
Sage Mousepad | 212 10001 NY | 2021 | Subaru | Outback | Premium | 46560 | Rubber Duck Indemnity | 20200
Thyme Napkinring | 303 80202 CO | 2019 | Honda | Accord | EX | 56230 | Wooden Spoon Insurance | 15750
Umber Oventray | 206 98101 WA | 2020 | Chevrolet | Silverado 1500 | LT | 55200 | Paperclip Mutual | 24750
Violet Pillowcase | 305 33130 FL | 2019 | Jeep | Wrangler | Sahara | 48170 | Cardboard Casualty | 24300
Willow Quilt | 602 85003 AZ | 2021 | Tesla | Model 3 | Long Range | 44840 | Marzipan General | 31250
Xenon Rollingpin | 615 37203 TN | 2017 | Honda | Civic | Sport | 102010 | Rubber Duck Indemnity | 10250
Yarrow Saucepan | 503 97205 OR | 2018 | Toyota | Corolla | LE | 88480 | Wooden Spoon Insurance | 11750
Zinnia Teaspoon | 617 02108 MA | 2019 | Kia | Sorento | EX | 81750 | Paperclip Mutual | 17850
Aster Umbrellastand | 808 96813 HI | 2021 | Toyota | RAV4 | XLE | 44020 | Cardboard Casualty | 20800
Birch Vase | 216 44113 OH | 2020 | Nissan | Rogue | SV | 59690 | Marzipan General | 18600
Cedar Washboard | 512 78701 TX | 2021 | Hyundai | Elantra | SEL | 36160 | Rubber Duck Indemnity | 14250
Dahlia Xylophone | 415 94107 CA | 2018 | Ford | F-150 | XLT | 92030 | Wooden Spoon Insurance | 19950
Elder Yardstick | 312 60601 IL | 2022 | Honda | CR-V | EX | 29200 | Paperclip Mutual | 21650
Flint Zipper | 404 30303 GA | 2020 | Ford | Explorer | XLT | 69770 | Cardboard Casualty | 22600
Garnet Armchair | 212 10001 NY | 2018 | Ford | F-150 | XLT | 96140 | Marzipan General | 22000
Heather Birdbath | 303 80202 CO | 2022 | Honda | CR-V | EX | 24310 | Rubber Duck Indemnity | 21150
Iris Candlestick | 206 98101 WA | 2020 | Ford | Explorer | XLT | 64880 | Wooden Spoon Insurance | 25000
Juniper Dustpan | 305 33130 FL | 2020 | Toyota | Camry | SE | 64850 | Paperclip Mutual | 15850
Kiwi Easel | 602 85003 AZ | 2019 | RAM | 1500 | Big Horn | 75520 | Cardboard Casualty | 23450
Lichen Footstool | 615 37203 TN | 2021 | Subaru | Outback | Premium | 45590 | Marzipan General | 22950
Mossy Gardengate | 503 97205 OR | 2019 | Honda | Accord | EX | 55260 | Rubber Duck Indemnity | 16700
Nettle Hourglass | 617 02108 MA | 2020 | Chevrolet | Silverado 1500 | LT | 63230 | Wooden Spoon Insurance | 23950
Opal Inktray | 216 44113 OH | 2019 | Jeep | Wrangler | Sahara | 47200 | Paperclip Mutual | 23000
Poppy Jigsaw | 216 44113 OH | 2021 | Tesla | Model 3 | Long Range | 43870 | Cardboard Casualty | 30000
Rowan Keyring | 512 78701 TX | 2017 | Honda | Civic | Sport | 101040 | Marzipan General | 11800
Saffron Lunchbox | 415 94107 CA | 2018 | Toyota | Corolla | LE | 87510 | Rubber Duck Indemnity | 9850
Topaz Mailbox | 312 60601 IL | 2019 | Kia | Sorento | EX | 80780 | Wooden Spoon Insurance | 20150
Verdant Notepad | 404 30303 GA | 2021 | Toyota | RAV4 | XLE | 43050 | Paperclip Mutual | 19750
Wisteria Ottoman | 212 10001 NY | 2020 | Nissan | Rogue | SV | 58720 | Cardboard Casualty | 17000
Zephyr Paperweight | 303 80202 CO | 2021 | Hyundai | Elantra | SEL | 35190 | Marzipan General | 16200
Anise Bucket | 206 98101 WA | 2019 | Honda | Accord | EX | 53240 | Rubber Duck Indemnity | 16800
Bramble Cushion | 305 33130 FL | 2020 | Toyota | Camry | SE | 67670 | Wooden Spoon Insurance | 15200
Chicory Dishrack | 602 85003 AZ | 2018 | Ford | F-150 | XLT | 88800 | Paperclip Mutual | 20350
Daisy Envelope | 615 37203 TN | 2021 | Toyota | RAV4 | XLE | 36630 | Cardboard Casualty | 20750
Elm Fruitbowl | 503 97205 OR | 2017 | Honda | Civic | Sport | 99460 | Marzipan General | 11800
Fennel Gluestick | 617 02108 MA | 2020 | Chevrolet | Silverado 1500 | LT | 57490 | Rubber Duck Indemnity | 23750
Ginkgo Hairbrush | 808 96813 HI | 2019 | RAM | 1500 | Big Horn | 74620 | Wooden Spoon Insurance | 25000
Hyacinth Ironingboard | 216 44113 OH | 2022 | Honda | CR-V | EX | 28250 | Paperclip Mutual | 22200
Ivy Jewelbox | 512 78701 TX | 2020 | Nissan | Rogue | SV | 63580 | Cardboard Casualty | 16750
Kelp Lanternhook | 415 94107 CA | 2019 | Honda | Accord | EX | 53810 | Marzipan General | 19050
Lotus Measuringcup | 312 60601 IL | 2020 | Toyota | Camry | SE | 62240 | Rubber Duck Indemnity | 16300
Myrtle Nutcracker | 404 30303 GA | 2018 | Ford | F-150 | XLT | 89370 | Wooden Spoon Insurance | 20100
`;

export const cast: readonly CastMember[] = table
  .trim()
  .split('\n')
  .map((line, number) => {
    const [name = '', place = '', year, make = '', model = '', trim = '', odometer, insurer = '', offer] =
      line.split(' | ');
    const [first = '', last = ''] = name.split(' ');
    const [area, zip = '', state = ''] = place.split(' ');
    return {
      number,
      first,
      last,
      email: `${first}.${last}@demo.example.com`.toLowerCase(),
      phone: `(${area}) 555-01${String(number).padStart(2, '0')}`,
      zip,
      state,
      vehicle: { year: Number(year), make, model, trim, odometer: Number(odometer) },
      insurer,
      claim: `DEMO-${1001 + number}`,
      offerCents: Number(offer) * 100,
    };
  });

/** The loss was some days before somebody asked about it. */
export const lossDate = (asked: Date, { number }: CastMember): string =>
  addDays(asked, -3 - (number % 6))
    .toISOString()
    .slice(0, 10);

let vins = 0;

/** A VIN that no car can have. */
export const demoVin = (): string => `1SYNTH${String((vins += 1)).padStart(11, '0')}`;

/** The team, labelled: their names stand beside what they did. */
export const team = {
  administrator: { name: 'Orla Stapler (demo)', role: 'administrator', email: 'administrator@demo.example.com' },
  lead: { name: 'Linus Notebook (demo)', role: 'lead', email: 'lead@demo.example.com' },
  pippa: { name: 'Pippa Paperclip (demo)', role: 'caller', email: 'caller@demo.example.com' },
  rufus: { name: 'Rufus Ringbinder (demo)', role: 'caller', email: 'caller-2@demo.example.com' },
  wanda: { name: 'Wanda Whiteboard (demo)', role: 'caller', email: 'caller-3@demo.example.com' },
} as const;

export type Colleague = keyof typeof team;
