import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#bench/service/service';
import { planted, plants } from './plants.ts';

it.each(plants.flatMap((plant) => planted[plant].edits.map((edit) => ({ plant, ...edit }))))(
  'the place of the fault $plant is in $file exactly once',
  ({ file, find, replace }) => {
    expect(readFileSync(`${repositoryRoot}${file}`, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  },
);
