import { notFound } from '#platform/errors';

export const requestNotFound = () => notFound('There is no request with this id in the log.');
