let addresses = 0;

/** A public address from which no other test of the file has failed. */
export const freshClientAddress = (): string => {
  addresses += 1;
  return `203.0.${112 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
