/** vPIC's numbers of the elements that are used; the others are only counted. */
export const elements = {
  bodyClass: 5,
  cylinders: 9,
  displacementL: 13,
  fuel: 24,
  model: 28,
  series: 34,
  trim: 38,
} as const;
