import { notFound } from '#platform/errors';

export const eventNotFound = () => notFound('No event has this id.');
