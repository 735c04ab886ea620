import type { Command, Option } from '../command.ts';

const map: Option = {
  name: 'map',
  value: '<pairs or file>',
  about: 'maps columns to fields: "Loan No=external_ref,VIN=vehicle.vin", or a .json file of such pairs',
};

export const rosterCommands: readonly Command[] = [
  {
    name: 'roster check',
    about: 'Check a roster offline: columns, required cells, VINs and their check digits, dates, duplicates.',
    arguments: ['<file>'],
    options: [
      map,
      { name: 'refused', value: '<file>', about: 'write the line, column and problem of every issue as CSV' },
    ],
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'roster push',
    about: 'Check a roster, report what it would change, and with --confirm apply it.',
    arguments: ['<file>'],
    options: [
      map,
      { name: 'dry-run', about: 'report what would change and exit; the default' },
      { name: 'confirm', about: 'apply the roster after the dry run; vehicles not in the file are canceled' },
      { name: 'confirm-cancel', value: '<count>', about: 'number of cancellations, if unusually many' },
      { name: 'resume', value: '<key>', about: 'key printed by a run with an unknown outcome' },
      { name: 'refused', value: '<file>', about: 'write the line, column and problem of every issue as CSV' },
    ],
    credential: 'MAKEWHOLE_KEY',
    load: async () => (await import('./push.ts')).pushCommand,
  },
];
