/** The form in which names are compared: "F-150" equals "f150", and "Citroën" equals "CITROEN". */
export const toKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
