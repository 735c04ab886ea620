/** vPIC's numbers of the elements that are used; the others are only counted. */
export const elements = {
  cab: 4,
  bodyClass: 5,
  cylinders: 9,
  displacementL: 13,
  drive: 15,
  engineModel: 18,
  fuel: 24,
  model: 28,
  series: 34,
  transmission: 37,
  trim: 38,
  secondFuel: 66,
} as const;

/**
 * Elements whose values are ids of another table. The carrier of the data left out nearly all of drive, cab and
 * transmission, having looked for them under other spellings; they are read here as soon as they are back.
 */
export const lookupElements: Readonly<Record<string, readonly number[]>> = {
  BodyStyle: [elements.bodyClass],
  FuelType: [elements.fuel, elements.secondFuel],
  DriveType: [elements.drive],
  BodyCab: [elements.cab],
  Transmission: [elements.transmission],
};

/** Elements whose values are words or numbers themselves. */
export const wordElements = [
  elements.series,
  elements.trim,
  elements.cylinders,
  elements.displacementL,
  elements.engineModel,
] as const;
