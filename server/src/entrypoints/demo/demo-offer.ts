/** The story's SERVICES_BY_STATE: the invented company has every license, so that the story can show everything. */
export const demoServices = '{"*":{"representation":{"licence":"SYNTHETIC-1"}}}';
