/** SERVICES_BY_STATE of the story: the invented company has every license, so that all of it can be told. */
export const demoServices = '{"*":{"representation":{"licence":"SYNTHETIC-1"}}}';
