import type { Command, Option } from '../command.ts';

const map: Option = {
  name: 'map',
  value: '<pairs or file>',
  about: 'columns of the file and what they are: "Loan No=external_ref,VIN=vehicle.vin", or a .json file of such pairs',
};

export const rosterCommands: readonly Command[] = [
  {
    name: 'roster check',
    about: 'Check a roster offline: columns, required cells, VINs and their check digits, dates, duplicates.',
    arguments: ['<file>'],
    options: [
      map,
      { name: 'refused', value: '<file>', about: 'writes line, column and problem of all that is wrong, as CSV' },
    ],
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'roster push',
    about: 'Send a roster: checks it, says what it would change, and with --confirm changes it.',
    arguments: ['<file>'],
    options: [
      map,
      { name: 'dry-run', about: 'says what would change and ends; the default' },
      { name: 'confirm', about: 'after the dry run, applies it; vehicles that are not in the file are canceled' },
      { name: 'confirm-cancel', value: '<count>', about: 'the number of cancellations, when they are unusually many' },
      { name: 'resume', value: '<key>', about: 'the key that a run printed whose outcome is not known' },
      { name: 'refused', value: '<file>', about: 'writes line, column and problem of all that is wrong, as CSV' },
    ],
    credential: 'MAKEWHOLE_KEY',
    load: async () => (await import('./push.ts')).pushCommand,
  },
];
