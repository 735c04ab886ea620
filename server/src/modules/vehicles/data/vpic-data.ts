/** The checksum of the reviewed file; any other file is refused. */
export const vpicSha256 = 'b81911077f96fe6b322ab02e9fdc43a900b9fbaac14b107ed4deec3b374a17e1';

/** When NHTSA last changed the data; answers carry it, so that old and new ones can be told apart. */
export const vpicDate = '2026-03-12';

/** The last model year in the data: cars are built for the next year at most. */
export const lastModelYear = 2027;
