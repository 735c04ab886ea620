/**
 * Where a row of the alias tables comes from. All are public; of the VINs in them only the first eleven characters were
 * used. `tools/name-aliases.ts` finds rows in such a file, and a person decides which are true.
 */
export const nameSources = {
  vpic: 'vPIC of 2026-03-12, the data file that the decoder reads: its own words, or two kinds of vehicle under one name',
  auction:
    'auction sales of 2014 and 2015 with VIN, model and trim (kaggle.com/datasets/syedanwarafridi/vehicle-sales-data); all sales of Camry and Odyssey, and the first thirty rows of the rest',
  dealer: 'inventory of a dealer as of 2023-03-16 with VIN and model, a table `dealervehicles` in a public repository',
  shop: 'example VINs with their models in the public program of a workshop, model years 2008 to 2026',
  fleet: 'electric vehicles of fleets with their models and the beginnings of their VINs, in four public programs',
  lists: 'lists of models for sale in four public programs of dealers and chargers, model years to 2026',
} as const;

export type NameSource = keyof typeof nameSources;
